import type { Bridge, SignedResult, StandardParts } from '../wire.ts'
import type { Install, PageWindow } from './pageWindow.ts'
import { bytesOf, fromWire, toWire, withTexts } from './standardValues.ts'
import { errorOf } from './walletFailure.ts'

/** A wallet of the Wallet Standard, as apps find it. */
interface StandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, unknown>>
  /** Those that the app may use, the selected one first. */
  readonly accounts: readonly Account[]
}

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** Takes the wallets of a page. Each call returns a function that removes the wallet again. */
interface AppApi {
  register(wallet: object): () => void
}

type ChangeListener = (properties: { readonly accounts: readonly Account[] }) => void

function createStandardWallet(card: StandardParts, bridge: Bridge): StandardWallet {
  const { id, name, icon, chains } = card
  const listeners = new Set<ChangeListener>()
  // An account stays the same object as long as the page is open, since apps compare them.
  const all = new Map(card.accounts.map((account) => [account.address, createAccount(card, account)]))
  const purposesOf = new Map(card.accounts.map(({ address, purposes }) => [address, purposes]))
  let accounts: readonly Account[] = []
  let isConnected = false
  /** The purposes for which the page has asked; `undefined` for all accounts. */
  let asked: ReadonlySet<string> | undefined = new Set()

  const isAsked = (address: string) => !asked || !!purposesOf.get(address)?.some((purpose) => asked?.has(purpose))

  function show(present: readonly string[]): void {
    const addresses = present.filter(isAsked)
    if (addresses.join() === accounts.map(({ address }) => address).join()) return
    accounts = Object.freeze(addresses.flatMap((address) => all.get(address) ?? []))
    for (const listener of listeners) {
      try {
        listener({ accounts })
      } catch (error) {
        // Shown as a page shows its own errors, and the next listener hears the event.
        void Promise.reject(error)
      }
    }
  }

  // A page that has not connected sees no accounts, also when its origin has access.
  bridge.listen((event) => {
    if (event.wallet === id && event.event === 'accounts' && isConnected) show(event.data)
  })

  async function send(method: string, inputs: readonly unknown[]): Promise<unknown> {
    const reply = await bridge.send({ wallet: id, method, params: toWire(inputs) })
    if ('error' in reply) throw errorOf(reply.error)
    return reply.result
  }

  function connect(addresses: readonly string[], purposes?: readonly string[]): void {
    isConnected = addresses.length > 0
    asked = asked && purposes && new Set([...asked, ...purposes])
    show(addresses)
  }

  const signing = Object.entries(card.features).map(([feature, { version, method, facts }]) => {
    const call = async (...inputs: unknown[]) => {
      const { accounts: addresses, purposes, outputs } = (await send(feature, await withTexts(inputs))) as SignedResult
      // A sign-in connects the page as well.
      if (addresses) connect(addresses, purposes)
      return fromWire(outputs, (address) => all.get(address))
    }
    return [feature, Object.freeze({ ...facts, version, [method]: call })] as const
  })
  const features = Object.freeze({
    'standard:connect': Object.freeze({
      version: '1.0.0',
      async connect(input: unknown) {
        connect((await send('standard:connect', [{ silent: Object(input).silent === true }])) as string[])
        return { accounts }
      },
    }),
    'standard:disconnect': Object.freeze({
      version: '1.0.0',
      // The wallet keeps the access, as the standard says.
      async disconnect() {
        isConnected = false
        asked = new Set()
        show([])
      },
    }),
    'standard:events': Object.freeze({
      version: '1.0.0',
      on(event: string, listener: ChangeListener) {
        if (event === 'change') listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }),
    ...Object.fromEntries(signing),
  })

  return Object.freeze({
    version: '1.0.0',
    name,
    icon,
    chains: Object.freeze([...chains]),
    features,
    get accounts() {
      return accounts
    },
  })
}

function createAccount(
  { chains, features }: StandardParts,
  { address, publicKey }: StandardParts['accounts'][number],
): Account {
  return Object.freeze({
    address,
    publicKey: bytesOf(publicKey),
    chains: Object.freeze([...chains]),
    features: Object.freeze(Object.keys(features)),
  })
}

/** Puts a wallet of the Wallet Standard into a page. */
export const installStandardWallet: Install<StandardParts> = (page, card, bridge) =>
  registerWallet(page, createStandardWallet(card, bridge))

/** Registers a wallet with the apps of a page, whether they or the wallet come first. @returns Takes it out again */
export function registerWallet(page: PageWindow, wallet: object): () => void {
  const unregister: (() => void)[] = []
  const register = (app: AppApi) => void unregister.push(app.register(wallet))
  const hear = (event: Event) => register((event as CustomEvent<AppApi>).detail)
  page.addEventListener('wallet-standard:app-ready', hear)
  page.dispatchEvent(new page.CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    page.removeEventListener('wallet-standard:app-ready', hear)
    for (const forget of unregister) forget()
  }
}
