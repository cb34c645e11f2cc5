import { isObject } from '@latchkey/base/isObject'
import { providerCodes } from '@latchkey/device/provider'
import type { Question } from '../person.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail, WalletError } from '../walletError.ts'
import type { BitcoinAddressFacts } from '../wire.ts'

/** The request by which a page asks. */
export type SatsRequest = Pick<Question, 'method' | 'params'>

/** The addresses of a wallet, as a page sees them. */
export interface SatsPage {
  facts(): readonly BitcoinAddressFacts[]
  /** Connects the page. @param purposes - Which addresses it asks for. @returns One after the other, as it asks */
  connect(request: SatsRequest, purposes: readonly unknown[]): Promise<readonly BitcoinAddressFacts[]>
}

interface SatsWallet {
  readonly core: WalletCore
  /** Of the wallet. */
  readonly id: string
}

/** A request as its method answers it. */
export interface SatsAsked<Page extends SatsPage> {
  readonly site: Site
  readonly page: Page
  readonly wallet: SatsWallet
  readonly request: SatsRequest
  /** An empty object for a request without parameters. */
  readonly params: Readonly<Record<string, unknown>>
}

export type SatsMethods<Page extends SatsPage> = Readonly<Record<string, (asked: SatsAsked<Page>) => unknown>>

/** The codes of sats-connect, which mean something else in EIP-1474. */
const satsCodes = { userRejected: -32_000, notSupported: -32_001, accessDenied: -32_002 } as const

/** The code of sats-connect for one of wallets of other chains. Codes that are not here stay. */
const codes: Readonly<Record<number, number>> = {
  [providerCodes.userRejected]: satsCodes.userRejected,
  [providerCodes.unauthorized]: satsCodes.accessDenied,
  [providerCodes.chainDisconnected]: satsCodes.notSupported,
  [providerCodes.disconnected]: providerCodes.internal,
  // It would read as a refusal of access.
  [providerCodes.resourceUnavailable]: providerCodes.internal,
}

export const satsNetwork = {
  bitcoin: { name: 'Mainnet' },
  stacks: { name: 'mainnet' },
  spark: { name: 'mainnet' },
} as const

/** The kind of keys. */
export const walletType = 'software'

/** Connects the page. The wallet has no addresses for the purposes of other chains. @throws WalletError -32602 */
function connect({ page, request }: SatsAsked<SatsPage>, purposes: unknown): Promise<readonly BitcoinAddressFacts[]> {
  if (Array.isArray(purposes) && purposes.every((each) => typeof each === 'string'))
    return page.connect(request, purposes)
  throw fail(providerCodes.invalidParams, 'The purposes are a list of "payment", "ordinals" or "spark".')
}

/** The account that the page sees. @throws WalletError 4100 */
function accountOf({ page, wallet }: SatsAsked<SatsPage>) {
  const addresses = page.facts()
  if (addresses.length > 0) return { id: wallet.id, addresses, walletType, network: satsNetwork }
  throw fail(providerCodes.unauthorized, 'The page has no access to accounts. Ask by "wallet_connect".')
}

function forget({ site, wallet }: SatsAsked<SatsPage>): null {
  wallet.core.control.disconnect(site.origin)
  return null
}

/** The methods about accounts. @param purposes - Those of a page that names none */
export const accountMethods = (purposes: readonly string[]): SatsMethods<SatsPage> => ({
  getAccounts: (asked) => connect(asked, asked.params.purposes),
  getAddresses: async (asked) => ({ addresses: await connect(asked, asked.params.purposes), network: satsNetwork }),
  async wallet_connect(asked) {
    const { network: name, addresses } = asked.params
    if (name !== undefined && name !== satsNetwork.bitcoin.name)
      throw fail(providerCodes.chainDisconnected, 'The wallet is on Mainnet only.')
    const connected = await connect(asked, addresses ?? purposes)
    return { ...accountOf(asked), addresses: connected }
  },
  wallet_disconnect: forget,
  wallet_getAccount: accountOf,
  wallet_getCurrentPermissions({ site, page, wallet }) {
    if (page.facts().length === 0) return []
    const clientId = site.origin
    return [
      { type: 'account', resourceId: wallet.id, clientId, actions: { read: true } },
      { type: 'wallet', resourceId: 'wallet', clientId, actions: { readNetwork: true } },
    ]
  },
  wallet_getNetwork: () => satsNetwork,
  wallet_getWalletType: () => walletType,
  wallet_renouncePermissions: forget,
  wallet_requestPermissions: async (asked) => {
    await connect(asked, purposes)
    return true
  },
})

/** The reply to `getInfo`. */
export const infoOf = (methods: readonly string[]): object => ({
  version: '2.0.0',
  platform: 'web',
  methods,
  supports: [],
})

interface SatsSiteParts<Page extends SatsPage> {
  readonly wallet: SatsWallet
  readonly site: Site
  readonly page: Page
  readonly methods: SatsMethods<Page>
  /** The methods that need a node. */
  readonly nodeMethods: ReadonlySet<string>
  /** The chain whose node the wallet does not reach. */
  readonly chain: string
}

/** @throws WalletError */
export function failWithoutNode(chain: string): never {
  throw fail(providerCodes.chainDisconnected, `The wallet reaches no node of ${chain}.`)
}

/** Answers the requests of a page to the provider of sats-connect. @throws WalletError with a code of sats-connect */
export function createSatsSite<Page extends SatsPage>(parts: SatsSiteParts<Page>) {
  const { wallet, site, page, methods, nodeMethods, chain } = parts
  return async (method: string, params: unknown): Promise<unknown> => {
    try {
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      const request = { method, params }
      if (answer) return await answer({ site, page, wallet, request, params: isObject(params) ? params : {} })
      if (nodeMethods.has(method)) return failWithoutNode(chain)
      throw fail(providerCodes.methodNotFound, `The wallet does not have the method ${method}.`)
    } catch (error) {
      if (!(error instanceof WalletError)) throw error
      throw fail(codes[error.code] ?? error.code, error.message, { data: error.data, cause: error })
    }
  }
}
