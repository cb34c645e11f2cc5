import type { Bridge, Eip1193Card, WalletEvent } from '../wire.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import type { Install } from './pageWindow.ts'
import { errorOf } from './walletFailure.ts'

/** A provider as the wallets of browsers put it into pages (EIP-1193). */
interface InjectedProvider extends Emitter {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  isConnected(): boolean
}

const hexOf = (chainId: number) => `0x${chainId.toString(16)}`

function createProvider(wallet: string, bridge: Bridge): InjectedProvider {
  const { emitter, emit } = createEmitter()
  let isOnline = true

  /** The events of EIP-1193 that an event of the wallet stands for. */
  function hear(event: WalletEvent): void {
    if (event.wallet !== wallet) return
    if (event.event === 'accounts') emit('accountsChanged', event.data)
    if (event.event === 'chain') emit('chainChanged', hexOf(event.data))
    if (event.event === 'removed') disconnect('This wallet is not there any more.')
    if (event.event !== 'reach') return
    if (!event.data.isOnline) return disconnect('The wallet has no network.')
    isOnline = true
    emit('connect', { chainId: hexOf(event.data.chainId) })
  }
  bridge.listen(hear)

  function disconnect(message: string): void {
    if (!isOnline) return
    isOnline = false
    emit('disconnect', errorOf({ code: 4900, message }))
  }

  return Object.assign(emitter, {
    isConnected: () => isOnline,
    async request(request: unknown) {
      const { method, params } = Object(request) as { method?: unknown; params?: unknown }
      if (typeof method !== 'string' || method === '')
        throw errorOf({ code: -32_600, message: 'A request needs a "method".' })
      const reply = await bridge.send({ wallet, method, params: plain(params) })
      if ('error' in reply) throw errorOf(reply.error)
      return reply.result
    },
  })
}

/** A copy in JSON, in which BigInts are hex: it crosses to another process, and a page cannot change it afterwards. */
function plain(params: unknown): unknown {
  try {
    const text = JSON.stringify(params, (_, value: unknown) =>
      typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
    )
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    throw errorOf({ code: -32_602, message: 'The parameters are not JSON.' })
  }
}

/** Announces a provider to the pages that ask for wallets (EIP-6963), and puts it at `window.ethereum` if it is that. */
export const installEip1193: Install<Eip1193Card> = (page, { id, name, icon, rdns, isDefault, marks }, bridge) => {
  const provider = createProvider(id, bridge)
  for (const mark of marks) Object.defineProperty(provider, mark, { value: true, enumerable: true })
  const detail = Object.freeze({ info: Object.freeze({ uuid: id, name, icon, rdns }), provider })
  const announce = () => page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  const before = Object.getOwnPropertyDescriptor(page, 'ethereum')
  if (isDefault)
    Object.defineProperty(page, 'ethereum', { value: provider, configurable: true, enumerable: true, writable: true })
  announce()
  return () => {
    page.removeEventListener('eip6963:requestProvider', announce)
    if (!isDefault || page.ethereum !== provider) return
    if (before) Object.defineProperty(page, 'ethereum', before)
    else delete page.ethereum
  }
}
