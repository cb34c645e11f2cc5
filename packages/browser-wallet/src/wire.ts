/** The messages between a page and a wallet. All of them are JSON, because the wallet may be in another process. */

/** The kind of provider that stands in a page. */
export type ProviderFamily = 'eip1193'

/** A wallet, as a page shows it to the person. */
export interface WalletCard {
  readonly id: string
  readonly family: ProviderFamily
  readonly name: string
  /** A `data:` URL. */
  readonly icon: string
  /** Reverse domain name (EIP-6963). */
  readonly rdns: string
  /** Whether older pages find it as `window.ethereum`, too. */
  readonly isDefault: boolean
  /** Names of marks that the provider carries, such as `isMetaMask`. */
  readonly marks: readonly string[]
}

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
