import { basePathOf } from '@latchkey/base/baseUrl'

/** Addresses of the simulated world, below a base URL or path. */
const below = (base: string) => ({
  /** A provider's issuer, below which its endpoints are. */
  provider: (provider: string) => `${base}/__mock/idp/${encodeURIComponent(provider)}`,
  keySet: (issuerId: string) => `${base}/__mock/issuers/${issuerId}/jwks`,
  /** Receives the form of the messenger's login widget. */
  messengerAnswer: (environmentId: string) => `${base}/__mock/messenger/${encodeURIComponent(environmentId)}/auth`,
  /** The billing portal of an organization, below which the page of the payment method is. */
  billing: (organizationId: string) => `${base}/__mock/v1/billing/${organizationId}`,
  /** The JSON-RPC of a chain: an EVM chain by its id, Solana by its cluster. */
  rpc: (family: 'evm' | 'solana', network: number | string) => `${base}/__mock/chains/${family}/${network}`,
  /** A seller's page, below which its orders and payments are. */
  seller: (provider: string) => `${base}/__mock/ramps/${encodeURIComponent(provider)}`,
  /** The facilitator of x402, below which its endpoints are. */
  facilitator: () => `${base}/__mock/x402/facilitator`,
  /** A resource of the seller of x402. */
  paidResource: (path: string) => `${base}/__mock/x402/resources/${path}`,
  /** Where parties of embedded wallets meet. */
  relay: () => `${base}/__mock/relay`,
  download: (fileId: string) => `${base}/__mock/v1/downloads/${fileId}`,
})

type Addresses = ReturnType<typeof below>

interface Served {
  readonly baseUrl: string
}

/** URLs of the simulated world. */
export const outsideUrls = ({ baseUrl }: Served): Addresses => below(baseUrl)

/** Paths of the simulated world from the root of the origin, for the forms and links of its pages. */
export const outsidePaths = ({ baseUrl }: Served): Addresses => below(basePathOf(baseUrl))
