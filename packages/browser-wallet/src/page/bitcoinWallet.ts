import type { BitcoinCard, Bridge } from '../wire.ts'
import type { Install, PageWindow } from './pageWindow.ts'
import { toWire } from './standardValues.ts'
import { installStandardWallet } from './standardWallet.ts'

type Listener = (event: { readonly type: string }) => void

interface ListenerInfo {
  readonly eventName: string
  readonly cb: Listener
}

/** A wallet in the list that sats-connect reads. */
interface ListedProvider {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly methods: readonly string[]
}

/** The provider of sats-connect: each reply is a message of JSON-RPC, also a refusal. */
function createSatsConnectProvider({ id: wallet, addresses }: BitcoinCard, bridge: Bridge) {
  const listeners = new Set<ListenerInfo>()
  let lastId = 0

  function emit(event: Parameters<Listener>[0]): void {
    for (const { eventName, cb } of listeners) {
      if (eventName !== event.type) continue
      try {
        cb(event)
      } catch (error) {
        // Shown as a page shows its own errors, and the next listener hears the event.
        void Promise.reject(error)
      }
    }
  }

  bridge.listen((event) => {
    if (event.wallet !== wallet) return
    if (event.event === 'forgotten') emit({ type: 'disconnect' })
    if (event.event !== 'accounts') return
    const shown = addresses.filter(({ address }) => event.data.includes(address)).map((each) => ({ ...each }))
    emit(shown.length > 0 ? Object.assign({ type: 'accountChange' }, { addresses: shown }) : { type: 'accountChange' })
  })

  return Object.freeze({
    async request(method: unknown, params: unknown) {
      const id = String(++lastId)
      const reply = await bridge.send({ wallet, method: String(method), params: toWire(params) })
      return { jsonrpc: '2.0', id, ...reply }
    },
    /** Takes an object, or, as older versions do, the name of the event and the function. */
    addListener(info: ListenerInfo | string, cb?: Listener) {
      const listener = typeof info === 'string' ? { eventName: info, cb: cb as Listener } : { ...info }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}

/** Puts a value at a path below the window, such as `XverseProviders.BitcoinProvider`. @returns Takes it away again */
function putAt(page: PageWindow, path: string, value: object): () => void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let place: object = page
  for (const name of names) {
    const next: unknown = Reflect.get(place, name)
    if (typeof next !== 'object' || next === null)
      Object.defineProperty(place, name, { value: {}, configurable: true, enumerable: true, writable: true })
    place = Reflect.get(place, name) as object
  }
  const before = Object.getOwnPropertyDescriptor(place, last)
  Object.defineProperty(place, last, { value, configurable: true, enumerable: true, writable: true })
  return () => {
    if (Reflect.get(place, last) !== value) return
    if (before) Object.defineProperty(place, last, before)
    else Reflect.deleteProperty(place, last)
  }
}

/** Puts the provider into the list that sats-connect reads, and registers a wallet with chains by the Wallet Standard. */
export const installBitcoinWallet: Install<BitcoinCard> = (page, card, bridge) => {
  const unregister = card.chains.length > 0 ? installStandardWallet(page, card, bridge) : () => {}
  const takeAway = putAt(page, card.providerId, createSatsConnectProvider(card, bridge))
  const listed: ListedProvider = { id: card.providerId, name: card.name, icon: card.icon, methods: [...card.methods] }
  const providers = (page.btc_providers ??= []) as ListedProvider[]
  providers.push(listed)
  return () => {
    unregister()
    takeAway()
    const index = providers.indexOf(listed)
    if (index !== -1) providers.splice(index, 1)
  }
}
