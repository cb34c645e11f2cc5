import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import type { BrowserChain } from '../../src/control/device/browserWalletOptions.ts'
import { announcedIn, onlyProvider } from './page.ts'
import { addressesOf, onlyWallet, standardWalletsIn } from './standardWallets.ts'

type Page = PageWindow & Readonly<Record<string, unknown>>
type Call = (...values: unknown[]) => Promise<unknown>

/** How pages use the wallets of a chain. */
interface ChainPage {
  /** How many wallets of the chain a page finds. */
  count(page: Page): number
  /** Asks the only wallet for accounts. @returns Its answer, or the refusal in the form of the chain */
  connect(page: Page): Promise<unknown>
  /** The answer, once the person has approved. */
  approved(accounts: readonly string[]): unknown
  /** The answer, once the person has refused. */
  readonly refused: unknown
}

/** What a call ends with: its result, or the code and the sentence of its error. */
const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    const { code, message } = Object(error) as { code?: number; message?: string }
    return code === undefined ? { message } : { code, message }
  })

const functionAt = (page: Page, ...path: readonly string[]): Call =>
  path.reduce<unknown>((place, name) => Object(place)[name], page) as Call

const isAt = (page: Page, name: string) => (page[name] === undefined ? 0 : 1)

const refusal = { code: 4001, message: 'The person refused the request.' }

const ofEvm: ChainPage = {
  count: (page) => announcedIn(page).length,
  connect: (page) => outcomeOf(onlyProvider(page).request({ method: 'eth_requestAccounts' })),
  approved: (accounts) => accounts,
  refused: refusal,
}

const ofStandard: ChainPage = {
  count: (page) => standardWalletsIn(page).length,
  async connect(page) {
    const { features } = onlyWallet(page)
    return outcomeOf(features['standard:connect'].connect().then(({ accounts }) => addressesOf(accounts)))
  },
  approved: (accounts) => accounts,
  refused: refusal,
}

interface AptosFeature {
  readonly 'aptos:connect': { connect(): Promise<{ status: string; args?: { address: object } }> }
}

export const chainPages: { readonly [C in BrowserChain]: ChainPage } = {
  EVM: ofEvm,
  ETH: ofEvm,
  SOL: ofStandard,
  ECLIPSE: ofStandard,
  SUI: ofStandard,
  BTC: {
    ...ofStandard,
    async connect(page) {
      const [{ id = '' } = {}] = (page.btc_providers ?? []) as { id: string }[]
      const request = functionAt(page, ...id.split('.'), 'request')
      const { result, error } = (await request('getAccounts', { purposes: ['payment'] })) as {
        result?: { address: string }[]
        error?: object
      }
      return error ?? result?.map(({ address }) => address)
    },
    refused: { code: -32_000, message: refusal.message },
  },
  APTOS: {
    ...ofStandard,
    async connect(page) {
      const { status, args } = await onlyWallet<AptosFeature>(page).features['aptos:connect'].connect()
      return args ? [String(args.address)] : { status }
    },
    refused: { status: 'Rejected' },
  },
  COSMOS: {
    count: (page) => isAt(page, 'keplr'),
    async connect(page) {
      const key = functionAt(page, 'keplr', 'getKey')('cosmoshub-4')
      return outcomeOf(key.then((found) => [(found as { bech32Address: string }).bech32Address]))
    },
    approved: (accounts) => accounts,
    refused: { message: 'Request rejected' },
  },
  TRON: {
    count: (page) => isAt(page, 'tron'),
    connect: (page) => outcomeOf(functionAt(page, 'tron', 'request')({ method: 'eth_requestAccounts' })),
    approved: (accounts) => accounts,
    refused: refusal,
  },
  TON: {
    count: (page) => isAt(page, 'latchkey'),
    async connect(page) {
      const request = { manifestUrl: 'https://app.example.com/manifest.json', items: [{ name: 'ton_addr' }] }
      const { payload } = (await functionAt(page, 'latchkey', 'tonconnect', 'connect')(2, request)) as {
        payload: { items?: { name: string }[] }
      }
      return payload.items?.map(({ name }) => name) ?? payload
    },
    approved: () => ['ton_addr'],
    refused: { code: 300, message: 'Reject request' },
  },
  STARK: {
    count: (page) => isAt(page, 'starknet_latchkey'),
    connect: (page) => outcomeOf(functionAt(page, 'starknet_latchkey', 'request')({ type: 'wallet_requestAccounts' })),
    approved: (accounts) => accounts,
    refused: { code: 113, message: 'An error occurred (USER_REFUSED_OP)' },
  },
}

export const browserChains = Object.keys(chainPages) as BrowserChain[]
