import { defined } from '@latchkey/base/defined'
import type { embeddedRoutes } from '@latchkey/contract/routes/embeddedRoutes'
import { answer } from '@latchkey/contract/routes/embeddedRoutes'
import * as z from 'zod'
import type { EmbeddedProvider } from '../../device/embeddedProvider.ts'
import type { EmbeddedWallet } from '../../device/embeddedWallet.ts'
import { ProviderRpcError } from '../../device/providerRpcError.ts'
import type { Mock } from '../../mock.ts'
import { asUse } from '../asUse.ts'
import type { HandlersOf } from './handlersOf.ts'

/** A device that was made over HTTP. It lives as long as its mock. */
interface Device {
  readonly wallet: EmbeddedWallet
  /** Made with the first request. */
  provider?: EmbeddedProvider
  /** Whether the person refuses the request that is being answered. */
  refuses?: boolean
  lastAnswer?: Promise<unknown>
}

const devicesOfMocks = new WeakMap<Mock, Map<string, Device>>()

function devicesOf(mock: Mock): Map<string, Device> {
  const devices = devicesOfMocks.get(mock) ?? new Map<string, Device>()
  devicesOfMocks.set(mock, devices)
  return devices
}

/** @throws TypeError */
function deviceAt(mock: Mock, deviceId: string): Device {
  const existing = devicesOf(mock).get(deviceId)
  if (existing) return existing
  throw new TypeError(`There is no device "${deviceId}". "wallets/embedded" makes one.`)
}

function addDevice(mock: Mock, wallet: EmbeddedWallet) {
  const devices = devicesOf(mock)
  const deviceId = `device-${devices.size + 1}`
  devices.set(deviceId, { wallet })
  const { walletId, chain: family, address, publicKey } = wallet
  return { deviceId, walletId, chain: family, address, publicKey }
}

/** The answer of a device's provider, in the form of JSON-RPC. The person at the wallet answers one request at a time. */
async function answerOfProvider(
  held: Device,
  { refuse, ...request }: { readonly method: string; readonly params: unknown[]; readonly refuse: boolean },
): Promise<z.output<typeof answer>> {
  const provider = (held.provider ??= held.wallet.provider({ confirm: () => !held.refuses }))
  const answered = (held.lastAnswer ?? Promise.resolve()).then(() => {
    held.refuses = refuse
    return provider.request(request)
  })
  held.lastAnswer = answered.catch(() => {})
  try {
    return { result: (await answered) ?? null }
  } catch (error) {
    if (!(error instanceof ProviderRpcError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...defined({ data }) } }
  }
}

/** Answers the routes of `embeddedRoutes`. */
export const embeddedHandlers: HandlersOf<typeof embeddedRoutes> = {
  'POST wallets/embedded': async (mock, { userId, ...options }) =>
    addDevice(mock, await asUse(mock.wallets.embedded(userId, options))),
  'GET wallets/embedded/shares': (mock, { deviceId }) => ({ shares: deviceAt(mock, deviceId).wallet.shares }),
  'POST wallets/embedded/sign': (mock, { deviceId, message, inRoom = false }) => {
    const { wallet } = deviceAt(mock, deviceId)
    return asUse(inRoom ? wallet.signInRoom(message) : wallet.sign(message))
  },
  'POST wallets/embedded/signMessage': async (mock, { deviceId, text }) => ({
    signature: await asUse(deviceAt(mock, deviceId).wallet.signMessage(text)),
  }),
  'POST wallets/embedded/signPsbt': async (mock, { deviceId, psbt }) => ({
    psbt: await asUse(deviceAt(mock, deviceId).wallet.signPsbt(psbt)),
  }),
  'POST wallets/embedded/request': (mock, { deviceId, method, params = [], refuse = false }) =>
    asUse(answerOfProvider(deviceAt(mock, deviceId), { method, params, refuse })),
  'POST wallets/embedded/refresh': (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.refresh()),
  'POST wallets/embedded/reshare': (mock, { deviceId, ...options }) =>
    asUse(deviceAt(mock, deviceId).wallet.reshare(options)),
  'POST wallets/embedded/export': async (mock, { deviceId }) => ({
    privateKey: await asUse(deviceAt(mock, deviceId).wallet.export()),
  }),
  'POST wallets/embedded/backUp': (mock, { deviceId, ...password }) =>
    asUse(deviceAt(mock, deviceId).wallet.backUp(password)),
  'POST wallets/embedded/newDevice': async (mock, { deviceId, ...password }) =>
    addDevice(mock, await asUse(deviceAt(mock, deviceId).wallet.newDevice(password))),
  'POST wallets/embedded/delegate': (mock, { deviceId }) => asUse(deviceAt(mock, deviceId).wallet.delegate()),
  'POST wallets/embedded/revokeDelegation': (mock, { deviceId }) =>
    asUse(deviceAt(mock, deviceId).wallet.revokeDelegation()),
  'POST wallets/embedded/loseDevice': (mock, { deviceId }) => deviceAt(mock, deviceId).wallet.loseDevice(),
}
