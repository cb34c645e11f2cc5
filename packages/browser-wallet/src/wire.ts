/** The messages between a page and a wallet. All of them are JSON, because the wallet may be in another process. */

/** A wallet, as a page shows it to the person. */
interface ShownWallet {
  readonly id: string
  readonly name: string
  /** A `data:` URL. */
  readonly icon: string
}

/** A wallet of EVM chains (EIP-1193, EIP-6963). */
export interface Eip1193Card extends ShownWallet {
  readonly family: 'eip1193'
  /** Reverse domain name (EIP-6963). */
  readonly rdns: string
  /** Whether older pages find it as `window.ethereum`, too. */
  readonly isDefault: boolean
  /** Names of marks that the provider carries, such as `isMetaMask`. */
  readonly marks: readonly string[]
}

/** A wallet of the Wallet Standard. */
export interface StandardCard extends ShownWallet {
  readonly family: 'standard'
  /** `solana:mainnet`, `solana:devnet`… */
  readonly chains: readonly string[]
  /** All accounts. The app sees those to which its page has access. */
  readonly accounts: readonly StandardAccount[]
  /** The features that sign or send, by name. */
  readonly features: Readonly<Record<string, StandardFeature>>
}

interface StandardAccount {
  readonly address: string
  /** Base64. */
  readonly publicKey: string
}

export interface StandardFeature {
  readonly version: string
  /** The name of its only function. */
  readonly method: string
  /** Its other members, by name. */
  readonly facts?: Readonly<Record<string, unknown>>
}

export type WalletCard = Eip1193Card | StandardCard

/** The kind of provider that stands in a page. */
export type ProviderFamily = WalletCard['family']

export interface PageRequest {
  /** Id of the wallet. */
  readonly wallet: string
  readonly method: string
  readonly params?: unknown
}

export interface WireError {
  /** Of EIP-1193, or of JSON-RPC. */
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The result of a feature of the Wallet Standard that signs or sends. */
export interface SignedResult {
  readonly outputs: unknown
  /** The accounts that the page has access to now, if the request has connected it. */
  readonly accounts?: readonly string[]
}

export type PageReply = { readonly result: unknown } | { readonly error: WireError }

/** The events of a wallet, by name, with their data. */
export interface WalletEvents {
  /** The accounts to which the page has access now, the selected one first. */
  readonly accounts: readonly string[]
  /** The id of the chain. */
  readonly chain: number
  /** Whether the wallet reaches its chain; with the id of that chain. */
  readonly reach: { readonly isOnline: boolean; readonly chainId: number }
}

export type WalletEvent = {
  readonly [Name in keyof WalletEvents]: {
    readonly wallet: string
    readonly event: Name
    readonly data: WalletEvents[Name]
  }
}[keyof WalletEvents]

/** How a page reaches its wallets. */
export interface Bridge {
  send(request: PageRequest): Promise<PageReply>
  /** Calls a function for each event of a wallet. */
  listen(listener: (event: WalletEvent) => void): void
}
