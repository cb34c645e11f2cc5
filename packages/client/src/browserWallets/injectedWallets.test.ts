import AVMWebProvider from '@agoralabs-sh/avm-web-provider'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import {
  fromAvmWebClient,
  fromKeplr,
  fromSatsConnect,
  fromStarknetWallet,
  fromTonConnect,
  fromTronLink,
  type KeplrWallet,
  type SatsConnectProvider,
  type StarknetWallet,
  type TonConnectBridge,
  type TronLink,
} from '../browserWallets.ts'
import { createSessionWorld, type SessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import type { WalletSource } from '../session/walletSource.ts'

// Wallets that are objects of the page, found by their names. `standardWallets.test.ts` has those of the Wallet Standard.

/** A window with what wallets and their apps use of it, in place of the global one. */
class Page extends EventTarget {
  readonly location = { origin: 'https://app.example.com' }
  readonly CustomEvent = CustomEvent
  readonly setTimeout = () => 0
  readonly postMessage = (data: unknown) =>
    void this.dispatchEvent(Object.assign(new Event('message'), { data, source: this }))
}

type BrowserOptions = NonNullable<Parameters<SessionWorld['mock']['wallets']['browser']>[0]>

interface InjectedWallet {
  readonly chain: 'ALGO' | 'COSMOS' | 'SPARK' | 'STARK' | 'TON' | 'TRON'
  /** The app's side of the object that the wallet has put into the page. */
  readonly sourceIn: (page: object) => WalletSource
  /** An address as pages get it. @default as the person sees it */
  readonly inPage?: (address: string) => string
  /** Further spellings of an address as the person sees it. @default none */
  readonly spellings?: (address: string) => readonly string[]
  /** Whether a page stays connected to its account when the person selects another one. @default false */
  readonly keepsAccount?: boolean
  /** Whether a page gets all accounts, and not only the selected one. @default false */
  readonly givesAll?: boolean
  /** Options of the wallet. */
  readonly options?: object
  /** Whether the wallet reports no changes to a page. @default false */
  readonly isSilent?: boolean
}

const providerId = '01938c5e-8b02-7d4e-9f0a-1b2c3d4e5f01'
const manifestUrl = 'https://app.example.com/tonconnect-manifest.json'

/** The workchain and the hash, without the tag and the checksum around them. */
const rawTonAddress = (address: string) => `0:${Buffer.from(address, 'base64url').subarray(2, 34).toString('hex')}`

const injectedWallets: readonly InjectedWallet[] = [
  { chain: 'COSMOS', sourceIn: (page) => fromKeplr(Reflect.get(page, 'keplr') as KeplrWallet) },
  { chain: 'TRON', sourceIn: (page) => fromTronLink(Reflect.get(page, 'tronLink') as TronLink) },
  {
    chain: 'TON',
    sourceIn: (page) =>
      fromTonConnect((Reflect.get(page, 'latchkey') as { tonconnect: TonConnectBridge }).tonconnect, { manifestUrl }),
    inPage: rawTonAddress,
    // Of a contract that may return payments, and in the other alphabet of base64. Nobody reads the checksum.
    spellings: (address) => [
      `EQ${address.slice(2)}`,
      address.replaceAll('-', '+').replaceAll('_', '/'),
      rawTonAddress(address).toUpperCase(),
    ],
    keepsAccount: true,
  },
  {
    chain: 'STARK',
    sourceIn: (page) => fromStarknetWallet(Reflect.get(page, 'starknet_latchkey') as StarknetWallet),
  },
  {
    chain: 'SPARK',
    sourceIn: (page) => fromSatsConnect(Reflect.get(page, 'SparkProvider') as SatsConnectProvider, { chain: 'SPARK' }),
    options: { providerId: 'SparkProvider' },
  },
  {
    chain: 'ALGO',
    sourceIn: () => fromAvmWebClient(AVMWebProvider.AVMWebClient.init(), { providerId }),
    options: { providerId },
    isSilent: true,
    givesAll: true,
  },
]

const site = { domain: 'app.example.com', statement: 'Sign in to Example.' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each(injectedWallets)(
  'a browser wallet of $chain',
  ({
    chain,
    sourceIn,
    inPage = String,
    spellings = () => [],
    keepsAccount = false,
    options: wallets = {},
    isSilent = false,
    givesAll = false,
  }) => {
    async function open() {
      const world = await createSessionWorld()
      const wallet = await world.mock.wallets.browser({
        ...wallets,
        chain: chain as never,
        accounts: 2,
      } as BrowserOptions)
      const page = new Page()
      vi.stubGlobal('window', page)
      vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
      vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
      wallet.install(page)
      const [first = '', second = ''] = wallet.accounts
      return { world, wallet, first: inPage(first), second, source: sourceIn(page) }
    }

    it('signs in as the selected account, and again as the same user', async () => {
      const { world, first, source } = await open()
      const session = world.open()
      const { user } = await signInWithWallet(session, { ...site, wallet: source })
      expect([session.state, session.user?.verifiedCredentials]).toMatchObject(['signedIn', [{ address: first }]])
      await session.signOut()
      expect((await signInWithWallet(session, { ...site, wallet: source })).user.id).toBe(user.id)
    })

    it('signs in as the requested account in each of its spellings, and refuses one that the page did not get', async () => {
      const { world, wallet, first, second, source } = await open()
      const [shown = ''] = wallet.accounts
      async function expectSignIn(account: string, address: string): Promise<void> {
        const session = world.open()
        await signInWithWallet(session, { ...site, wallet: source, account })
        expect(session.user?.verifiedCredentials).toMatchObject([{ address }])
      }
      for (const account of new Set([first, shown, ...spellings(shown)])) await expectSignIn(account, first)
      if (givesAll) await expectSignIn(second, second)
      const foreign = givesAll ? 'A'.repeat(58) : second
      for (const account of [foreign, ...spellings(foreign)])
        expect(await rejection(signInWithWallet(world.open(), { ...site, wallet: source, account }))).toMatchObject({
          reason: 'other_account',
        })
    })

    it('signs in another user once the person has selected another account', async () => {
      const { world, wallet, second, source } = await open()
      const { user } = await signInWithWallet(world.open(), { ...site, wallet: source })
      wallet.switchAccount(second)
      const session = world.open()
      const other = await signInWithWallet(session, { ...site, wallet: source })
      expect(session.user?.verifiedCredentials).toMatchObject([{ address: inPage(second) }])
      expect(other.user.id).not.toBe(user.id)
    })

    it('fails as cancelled when the person refuses to connect, and when the person refuses to sign', async () => {
      const { world, wallet, source } = await open()
      const session = world.open()
      const options = { ...site, wallet: source }
      wallet.refuseNext()
      expect(await rejection(signInWithWallet(session, options))).toMatchObject({ reason: 'cancelled' })
      await signInWithWallet(session, options)
      await session.signOut()
      wallet.refuseNext()
      expect(await rejection(signInWithWallet(session, options))).toMatchObject({ reason: 'cancelled' })
      expect(session.state).toBe('signedOut')
    })

    it('tells the app which account is selected, or that it is disconnected', async () => {
      const { world, wallet, second, source } = await open()
      await signInWithWallet(world.open(), { ...site, wallet: source })
      // ARC-0027 has no message of this kind.
      if (isSilent) return expect(source.follow).toBeUndefined()
      const accounts: unknown[] = []
      const end = source.follow?.((account) => void accounts.push(account))
      if (keepsAccount) wallet.disconnect()
      else wallet.switchAccount(second)
      await vi.waitFor(() => expect(accounts).toContain(keepsAccount ? undefined : second))
      end?.()
    })
  },
)
