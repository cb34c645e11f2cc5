import * as fcl from '@onflow/fcl'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { fromFcl } from '../src/browserWallets.ts'
import { createSessionWorld } from '../src/session/test/sessionWorld.ts'
import { signInWithWallet } from '../src/session/wallet.ts'
import { rejection } from './serve.ts'

/** A window, as far as the library and wallets use it. */
class Page extends EventTarget {
  readonly location = { origin: 'https://app.example.com', hostname: 'app.example.com' }
  readonly CustomEvent = CustomEvent
  readonly fcl_extensions: { readonly endpoint: string }[] = []
  readonly #stored = new Map<string, string>()
  readonly sessionStorage = {
    getItem: (name: string) => this.#stored.get(name) ?? null,
    setItem: (name: string, value: string) => void this.#stored.set(name, value),
    removeItem: (name: string) => void this.#stored.delete(name),
  }
  readonly postMessage = (data: unknown) =>
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data, source: this })))
}

const site = { domain: 'app.example.com', statement: 'Sign in to Example.' }
let page: Page
beforeEach(() => {
  page = new Page()
  vi.stubGlobal('window', page)
  vi.stubGlobal('sessionStorage', page.sessionStorage)
  // The library writes down each refusal.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  fcl.unauthenticate()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open() {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.browser({ chain: 'FLOW', accounts: 2 })
  onTestFinished(wallet.install(page))
  const [service] = page.fcl_extensions
  // The app has one wallet, which needs no dialog.
  fcl.config({
    'flow.network': 'mainnet',
    'discovery.wallet': service?.endpoint ?? expect.fail('The page has no wallet.'),
    'discovery.wallet.method': 'EXT/RPC',
  })
  return { session: world.open(), wallet, source: fromFcl(fcl.currentUser as never) }
}

it('a browser wallet of Flow signs in by the unmodified library, and another account as another user', async () => {
  const { session, wallet, source } = await open()
  const [first, second = ''] = wallet.accounts
  const { user } = await signInWithWallet(session, { ...site, wallet: source })
  expect([session.state, session.user?.verifiedCredentials]).toMatchObject(['signedIn', [{ address: first }]])
  await session.signOut()
  wallet.switchAccount(second)
  fcl.unauthenticate()
  const other = await signInWithWallet(session, { ...site, wallet: source })
  expect(session.user?.verifiedCredentials).toMatchObject([{ address: second }])
  expect(other.user.id).not.toBe(user.id)
})

it('a browser wallet of Flow fails as cancelled when the person refuses to sign', async () => {
  const { session, wallet, source } = await open()
  await fcl.authenticate()
  wallet.refuseNext()
  expect(await rejection(signInWithWallet(session, { ...site, wallet: source }))).toMatchObject({ reason: 'cancelled' })
  expect(session.state).toBe('signedOut')
})

// The library tells an app only that it has no account.
it('a browser wallet of Flow fails as locked when the person refuses to connect', async () => {
  const { session, wallet, source } = await open()
  wallet.refuseNext()
  expect(await rejection(signInWithWallet(session, { ...site, wallet: source }))).toMatchObject({ reason: 'locked' })
  expect([wallet.requests.length, wallet.connections]).toEqual([1, []])
})

it('a browser wallet of Flow tells the app which account it has, and that it has none any more', async () => {
  const { session, wallet, source } = await open()
  const heard: unknown[] = []
  const end = source.follow?.((address) => void heard.push(address))
  await signInWithWallet(session, { ...site, wallet: source })
  fcl.unauthenticate()
  await vi.waitFor(() => expect(heard).toEqual([wallet.accounts[0], undefined]))
  end?.()
})
