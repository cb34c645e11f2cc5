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

/** A wallet of the Wallet Standard, and of nothing else. */
export interface StandardCard extends StandardParts {
  readonly family: 'standard'
}

/** The parts of a wallet that the Wallet Standard needs. */
export interface StandardParts extends ShownWallet {
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
  /** Its purpose, if the chain has addresses for several purposes. */
  readonly purposes?: readonly string[]
}

export interface StandardFeature {
  readonly version: string
  /** The name of its only function. */
  readonly method: string
  /** Its other members, by name. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A wallet that stands in pages as objects, which apps find by their names. */
export interface InjectedCard extends ShownWallet {
  readonly family: 'injected'
  /** The properties of the window that it sets. */
  readonly members: InjectedMembers
  /** The facts until the wallet reports some. Absent for a wallet that reports none. */
  readonly facts?: InjectedFacts
  /** The messages of the page that it answers. */
  readonly hears?: readonly InjectedHearing[]
  /** The entries that it appends to lists of the window, by the name of the list. */
  readonly listed?: Readonly<Record<string, unknown>>
  /** How it announces one of the properties to the pages that ask for wallets, as by TIP-6963. */
  readonly announcement?: {
    readonly event: string
    /** The event by which a page asks. */
    readonly asked: string
    readonly rdns: string
    /** The name of the property. */
    readonly provider: string
  }
}

/** A kind of message that a page sends through its window, and what the wallet does with it. */
interface InjectedHearing {
  /** The event that brings it. `message` is one of `postMessage`, whose answer is posted; others are events of their own. */
  readonly event: string
  /** The values that the message has at these paths, such as `service.endpoint`. Others are not for the wallet. */
  readonly where?: Readonly<Record<string, string>>
  /** The method by which it asks the wallet. Without an answer, the page hears nothing. */
  readonly calls: string
  /** The event that brings the answer as JSON. */
  readonly answers?: string
}

/** The members of an object in a page, by name. */
export type InjectedMembers = Readonly<Record<string, InjectedMember>>

/** Values that members show, by the name of the fact. */
export type InjectedFacts = Readonly<Record<string, unknown>>

type InjectedMember =
  /** A value that never changes. */
  | { readonly is: unknown }
  /** A value that the wallet reports. */
  | { readonly fact: string }
  /** An object. With `whileFact` it is `false` as long as the fact is. */
  | { readonly members: InjectedMembers; readonly whileFact?: string }
  /** A function that asks the wallet by this method, with its arguments behind those that created its object. */
  | { readonly calls: string; readonly throws?: InjectedFailure }
  /** A function that creates an object, or a promise of it. */
  | { readonly creates: InjectedMembers; readonly isLater?: boolean }
  /** A function that adds or removes listeners. */
  | { readonly listens: 'addListener' | 'off' | 'on' | 'once' | 'removeAllListeners' | 'removeListener' }
  /** A function that adds a listener of one event, and returns the function that removes it. */
  | { readonly subscribes: string }

/** The form in which a call fails: an error without a code, or only its sentence. @default an error with code and data */
export type InjectedFailure = 'sentence' | 'uncodedError'

/** A change in a page, and what the page hears about it. */
export interface InjectedChange {
  /** Those that change. */
  readonly facts: InjectedFacts
  readonly signals: readonly InjectedSignal[]
}

/** Reaches the listeners of the objects, those of an event of the window, or those of its messages. */
type InjectedSignal =
  | { readonly to: 'listeners'; readonly name: string; readonly data: readonly unknown[] }
  | { readonly to: 'window'; readonly name: string }
  | { readonly to: 'messages'; readonly data: unknown }

/**
 * A wallet of Bitcoin or Spark: of the list that sats-connect reads (`btc_providers`), and, if it has chains, of the
 * Wallet Standard.
 */
export interface BitcoinCard extends StandardParts {
  readonly family: 'bitcoin'
  /** The path of its provider below the window. */
  readonly providerId: string
  /** The methods of the provider. */
  readonly methods: readonly string[]
  /** All addresses, as sats-connect names them. */
  readonly addresses: readonly BitcoinAddressFacts[]
}

/** An address of a wallet of Bitcoin or Spark, as sats-connect names it. */
export interface BitcoinAddressFacts {
  readonly address: string
  /** Hex: 33 bytes, or the 32 of the internal key for P2TR. */
  readonly publicKey: string
  readonly purpose: 'ordinals' | 'payment' | 'spark'
  readonly addressType: 'p2pkh' | 'p2sh' | 'p2tr' | 'p2wpkh' | 'spark'
  readonly walletType: 'software'
}

/** A wallet of Aptos (AIP-62), which is one of the Wallet Standard with values of its own. */
export interface AptosCard extends ShownWallet {
  readonly family: 'aptos'
  /** `aptos:mainnet`… */
  readonly chains: readonly string[]
  readonly accounts: readonly AptosAccountFacts[]
}

/** An account of a wallet of Aptos. */
export interface AptosAccountFacts {
  /** `0x` and 64 hex digits. */
  readonly address: string
  /** Base64: 32 bytes of ed25519, or an `AnyPublicKey` in BCS. */
  readonly publicKey: string
  /** Whether the public key is an `AnyPublicKey`, and signatures an `AnySignature`. */
  readonly isSingleKey: boolean
}

/** A network of Aptos, as AIP-62 names it. */
export interface AptosNetwork {
  /** `mainnet`, `testnet`, `devnet`, `local`… */
  readonly name: string
  readonly chainId: number
  /** Of its node. */
  readonly url?: string | undefined
}

export type WalletCard = AptosCard | BitcoinCard | Eip1193Card | InjectedCard | StandardCard

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
  /** The purposes for which the page has asked. It sees no accounts for others. */
  readonly purposes?: readonly string[]
}

export type PageReply = { readonly result: unknown } | { readonly error: WireError }

/** The events of a wallet, by name, with their data. */
export interface WalletEvents {
  /** The accounts to which the page has access now, the selected one first. */
  readonly accounts: readonly string[]
  /** The id of the chain. */
  readonly chain: number
  /** The wallet has taken the access of the page away. It comes after the event `accounts`. */
  readonly forgotten: null
  /** The wallet was removed. It comes after the events by which the page loses its access. */
  readonly removed: null
  /** The network of Aptos that the person has selected. */
  readonly network: AptosNetwork
  /** Whether the wallet reaches its chain; with the id of that chain. */
  readonly reach: { readonly isOnline: boolean; readonly chainId: number }
  /** A change in the page of an injected wallet. */
  readonly injected: InjectedChange
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
