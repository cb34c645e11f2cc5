import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import { expect } from 'vitest'
import type { BrowserChain } from '../../src/control/device/browserWalletOptions.ts'
import { listedIn } from './bitcoinPages.ts'
import { announcedIn, eventsOf, onlyProvider } from './page.ts'
import { addressesOf, changesOf, onlyWallet, standardWalletsIn } from './standardWallets.ts'

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
  /** The answer to an open request, once the wallet was removed. */
  readonly withdrawn: unknown
  /** Whether a wallet that is gone gives no answer at all. */
  readonly isSilent?: boolean
  /** Listens to the only wallet. @returns The events that a page hears from now on */
  listen(page: Page): unknown[]
  /** The events that a connected page hears when the wallet is removed. */
  readonly removed: readonly unknown[]
}

/** The end of a call: its result, or the code and the sentence of its error. */
export const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    const { code, message } = Object(error) as { code?: number; message?: string }
    return code === undefined ? { message } : { code, message }
  })

const functionAt = (page: Page, ...path: readonly string[]): Call =>
  path.reduce<unknown>((place, name) => Object(place)[name], page) as Call

const providerPath = (page: Page): readonly string[] => listedIn(page)[0]?.id.split('.') ?? []

const isAt = (page: Page, name: string) => (page[name] === undefined ? 0 : 1)

const refusal = { code: 4001, message: 'The person refused the request.' }
/** The error of a wallet that was removed. */
export const gone = { code: 4900, message: 'This wallet is not there any more.' }

/** Adds a listener for each event of a provider with `on`. */
function eventsAt(page: Page, names: readonly string[], ...path: readonly string[]): unknown[] {
  const heard: unknown[] = []
  const on = functionAt(page, ...path, 'on')
  const { code, message } = gone
  const plain = (data: unknown) => (Object(data).code === code && Object(data).message === message ? gone : data)
  for (const name of names) void on(name, (...data: unknown[]) => void heard.push([name, ...data.map(plain)]))
  return heard
}

const ofEvm: ChainPage = {
  count: (page) => announcedIn(page).length,
  connect: (page) => outcomeOf(onlyProvider(page).request({ method: 'eth_requestAccounts' })),
  approved: (accounts) => accounts,
  refused: refusal,
  withdrawn: gone,
  listen: (page) => eventsOf(onlyProvider(page)),
  removed: [
    ['accountsChanged', []],
    ['disconnect', expect.objectContaining(gone)],
  ],
}

const ofStandard: ChainPage = {
  count: (page) => standardWalletsIn(page).length,
  async connect(page) {
    const { features } = onlyWallet(page)
    return outcomeOf(features['standard:connect'].connect().then(({ accounts }) => addressesOf(accounts)))
  },
  approved: (accounts) => accounts,
  refused: refusal,
  withdrawn: gone,
  listen: (page) => changesOf(onlyWallet(page)),
  removed: [[]],
}

/** How pages use a wallet that sats-connect finds. */
const ofSats = (purpose: string): ChainPage => ({
  ...ofStandard,
  async connect(page) {
    const request = functionAt(page, ...providerPath(page), 'request')
    const { result, error } = (await request('getAccounts', { purposes: [purpose] })) as {
      result?: { address: string }[]
      error?: object
    }
    return error ?? result?.map(({ address }) => address)
  },
  refused: { code: -32_000, message: refusal.message },
  withdrawn: { code: -32_603, message: gone.message },
  listen(page) {
    const heard: unknown[] = []
    const addListener = functionAt(page, ...providerPath(page), 'addListener')
    for (const name of ['accountChange', 'disconnect'])
      void addListener(name, (event: unknown) => void heard.push(event))
    return heard
  },
  removed: [{ type: 'accountChange' }, { type: 'disconnect' }],
})

interface AptosFeature {
  readonly 'aptos:onAccountChange': { onAccountChange(listener: (account?: object) => void): Promise<void> }
  readonly 'aptos:connect': { connect(): Promise<{ status: string; args?: { address: object } }> }
}

export const chainPages: { readonly [C in BrowserChain]: ChainPage } = {
  EVM: ofEvm,
  ETH: ofEvm,
  SOL: ofStandard,
  ECLIPSE: ofStandard,
  SUI: ofStandard,
  BTC: ofSats('payment'),
  APTOS: {
    ...ofStandard,
    async connect(page) {
      const { status, args } = await onlyWallet<AptosFeature>(page).features['aptos:connect'].connect()
      return args ? [String(args.address)] : { status }
    },
    refused: { status: 'Rejected' },
    listen(page) {
      const heard: unknown[] = []
      const { onAccountChange } = onlyWallet<AptosFeature>(page).features['aptos:onAccountChange']
      void onAccountChange((account) => void heard.push(account))
      return heard
    },
    removed: [undefined],
  },
  COSMOS: {
    count: (page) => isAt(page, 'keplr'),
    async connect(page) {
      const key = functionAt(page, 'keplr', 'getKey')('cosmoshub-4')
      return outcomeOf(key.then((found) => [(found as { bech32Address: string }).bech32Address]))
    },
    approved: (accounts) => accounts,
    refused: { message: 'Request rejected' },
    withdrawn: { message: gone.message },
    // Keplr tells no page that it is disconnected.
    listen(page) {
      const heard: unknown[] = []
      page.addEventListener('keplr_keystorechange', (event) => void heard.push(event))
      return heard
    },
    removed: [],
  },
  TRON: {
    count: (page) => isAt(page, 'tron'),
    connect: (page) => outcomeOf(functionAt(page, 'tron', 'request')({ method: 'eth_requestAccounts' })),
    approved: (accounts) => accounts,
    refused: refusal,
    withdrawn: gone,
    listen: (page) => eventsAt(page, ['accountsChanged', 'disconnect'], 'tron'),
    removed: [
      ['accountsChanged', []],
      ['disconnect', gone],
    ],
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
    withdrawn: { code: 0, message: gone.message },
    listen(page) {
      const heard: unknown[] = []
      const listen = functionAt(page, 'latchkey', 'tonconnect', 'listen')
      void listen((event: unknown) => void heard.push(event))
      return heard
    },
    removed: [{ event: 'disconnect', id: 1, payload: {} }],
  },
  STARK: {
    count: (page) => isAt(page, 'starknet_latchkey'),
    connect: (page) => outcomeOf(functionAt(page, 'starknet_latchkey', 'request')({ type: 'wallet_requestAccounts' })),
    approved: (accounts) => accounts,
    refused: { code: 113, message: 'An error occurred (USER_REFUSED_OP)' },
    withdrawn: { code: 163, message: 'An error occurred (UNKNOWN_ERROR)' },
    listen: (page) => eventsAt(page, ['accountsChanged'], 'starknet_latchkey'),
    removed: [['accountsChanged']],
  },
  ALGO: {
    count: (page) => isAt(page, 'algorand'),
    connect: (page) =>
      outcomeOf(
        functionAt(page, 'algorand', 'enable')().then(
          (enabled) => (enabled as { accounts: readonly string[] }).accounts,
        ),
      ),
    approved: (accounts) => accounts,
    refused: { code: 4001 },
    withdrawn: { message: gone.message },
    // Neither ARC-0001 nor ARC-0027 tells a page that it is disconnected.
    listen: () => [],
    removed: [],
  },
  FLOW: {
    count: (page) => extensionsIn(page).length,
    async connect(page) {
      const [service] = extensionsIn(page)
      return authenticate(page, service ?? expect.fail('The page has no extension.'))
    },
    approved: (accounts) => accounts.slice(0, 1),
    refused: { status: 'DECLINED', reason: refusal.message },
    withdrawn: { status: 'DECLINED', reason: gone.message },
    isSilent: true,
    listen: () => [],
    removed: [],
  },
  SPARK: { ...ofSats('spark'), count: (page) => listedIn(page).length },
}

/** The services of extensions that FCL finds. */
const extensionsIn = (page: Page) => (page['fcl_extensions'] ?? []) as readonly object[]

/** Asks an extension of FCL for the account of its person, by the messages of `EXT/RPC`. */
async function authenticate(page: Page, service: { readonly type?: string; readonly data?: object }): Promise<unknown> {
  const { type, data: own } = service
  const send = (data: object) => void page.dispatchEvent(Object.assign(new Event('message'), { data }))
  Reflect.set(page, 'postMessage', send)
  const answered = new Promise<{ status: string; reason: string; data: { addr: string } }>((resolve) => {
    page.addEventListener('message', function hear(event) {
      const { data } = event as Event & { data: { type: string } & Parameters<typeof resolve>[0] }
      if (data.type === 'FCL:VIEW:READY')
        send({ type: 'FCL:VIEW:READY:RESPONSE', service: { type, data: own }, body: {} })
      if (data.type !== 'FCL:VIEW:RESPONSE') return
      page.removeEventListener('message', hear)
      resolve(data)
    })
  })
  send({ type: 'FCL:LAUNCH:EXTENSION', service })
  const { status, reason, data } = await answered
  return status === 'APPROVED' ? [data.addr] : { status, reason }
}

export const browserChains = Object.keys(chainPages) as BrowserChain[]
