import type { InjectedCard, InjectedMembers } from '../wire.ts'

/** The highest version of the protocol, TON Connect 2. */
export const tonProtocolVersion = 2

/** A wallet contract of version 3 sends no more at once. */
export const mostTonMessages = 4

export const tonDataTypes = ['text', 'binary'] as const

/** The facts of the wallet that pages read, also in its answers. */
export const tonDevice = (appName: string) => ({
  platform: 'browser',
  appName,
  appVersion: '1.0.0',
  maxProtocolVersion: tonProtocolVersion,
  features: [
    'SendTransaction',
    { name: 'SendTransaction', maxMessages: mostTonMessages, extraCurrencySupported: false },
    { name: 'SignData', types: tonDataTypes },
  ],
})

interface TonLook {
  readonly id: string
  readonly name: string
  readonly icon: string
  /** The property of the window whose member `tonconnect` is the bridge. */
  readonly windowKey: string
}

/** The bridge of TON Connect that a wallet puts into the page. */
export function tonCard({ id, name, icon, windowKey }: TonLook): InjectedCard {
  const { features } = tonDevice(windowKey)
  const about = { name, app_name: windowKey, image: icon, about_url: 'https://example.com', platforms: ['chrome'] }
  const tonconnect: InjectedMembers = {
    deviceInfo: { is: tonDevice(windowKey) },
    walletInfo: { is: { ...about, features } },
    protocolVersion: { is: tonProtocolVersion },
    isWalletBrowser: { is: false },
    connect: { calls: 'connect' },
    restoreConnection: { calls: 'restoreConnection' },
    disconnect: { calls: 'disconnect' },
    send: { calls: 'send' },
    listen: { subscribes: 'event' },
  }
  return {
    id,
    family: 'injected',
    name,
    icon,
    members: { [windowKey]: { members: { tonconnect: { members: tonconnect } } } },
  }
}
