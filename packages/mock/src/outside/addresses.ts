import { basePathOf } from '../shared/baseUrl.ts'

/** Paths of the pretended world, below the base URL of the service. */
const paths = {
  /** A provider's issuer, below which its endpoints are. */
  provider: (provider: string) => `/__mock/idp/${encodeURIComponent(provider)}`,
  keySet: (issuerId: string) => `/__mock/issuers/${issuerId}/jwks`,
  /** Receives the form of the messenger's login widget. */
  messengerAnswer: (environmentId: string) => `/__mock/messenger/${encodeURIComponent(environmentId)}/auth`,
  /** The billing portal of an organization, below which the page of the payment method is. */
  billing: (organizationId: string) => `/__mock/v1/billing/${organizationId}`,
  /** The JSON-RPC of a chain: an EVM chain by its id, Solana by its cluster. */
  rpc: (family: 'evm' | 'solana', network: number | string) => `/__mock/chains/${family}/${network}`,
  /** A seller's page, below which its orders and payments are. */
  seller: (provider: string) => `/__mock/ramps/${encodeURIComponent(provider)}`,
  /** Where parties of embedded wallets meet. */
  relay: () => '/__mock/relay',
  download: (fileId: string) => `/__mock/v1/downloads/${fileId}`,
} as const

type Paths = typeof paths

interface Served {
  readonly baseUrl: string
}

/** URLs of the pretended world. */
export const outsideUrls = ({ baseUrl }: Served): Paths => below(baseUrl)

/** Paths of the pretended world from the root of the origin, for the forms and links of its pages. */
export const outsidePaths = ({ baseUrl }: Served): Paths => below(basePathOf(baseUrl))

function below(prefix: string): Paths {
  const entries = Object.entries(paths as Record<string, (...names: string[]) => string>)
  return Object.fromEntries(
    entries.map(([name, pathOf]) => [name, (...names: string[]) => prefix + pathOf(...names)]),
  ) as unknown as Paths
}
