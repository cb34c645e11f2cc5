import type { Entity } from '@latchkey/store/entity'
/**
 * Records of embedded wallets whose key is shared: the keys, and the rooms in which parties meet. The ceremony's types are
 * written out, since the published types cannot refer to a package that is not published.
 */
import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** Bitcoin only: how the address comes from the key. */
export type AddressType = 'native_segwit' | 'taproot'

/** The public facts about a key: the ceremony's `KeySet`. */
interface KeySet {
  readonly curve: 'ed25519' | 'secp256k1-bip340' | 'secp256k1-ecdsa'
  readonly scheme: Schemas['ThresholdSignatureScheme']
  readonly generation: number
  readonly groupKey: string
  readonly chainCode?: string | undefined
  readonly parties: readonly { readonly keygenId: string; readonly index: number; readonly verifyingShare: string }[]
}

/** A sealed message on its way: the ceremony's `Box`. */
interface Box {
  readonly step: number
  readonly from: string
  readonly to: string
  readonly sealed: string
}

/** A party of a key set. */
export interface KeySetParty {
  readonly keygenId: string
  /** Who holds the share: a device of the user, the service, a server of the application, or someone else. */
  readonly side: 'client' | 'server' | 'delegated' | 'external'
  /** When the party's share stopped counting, before a reshare left it out. */
  readonly retiredAt?: string
}

/** The key of an embedded wallet, held in shares. No record has the key. */
export interface WalletKeySet extends Entity {
  readonly environmentId: string
  readonly walletId: string
  readonly chain: Schemas['WaasChainEnum']
  readonly addressType?: AddressType | undefined
  /** Whether the wallet's key is the group key itself, and not a child of it. */
  readonly isImported?: true | undefined
  /** The public facts about the key: curve, scheme, generation, group key, verifying shares. */
  readonly keySet: KeySet
  /** In the order of their indices. */
  readonly parties: readonly KeySetParty[]
  /** Identities and shares of the service's parties, sealed. */
  readonly serverShares: string
}

/** The approved request of each kind of room. The service's parties act by it, and not by what a client says. */
export interface RoomRequests {
  keygen: {
    readonly chain: Schemas['WaasChainEnum']
    readonly addressType?: AddressType | undefined
    readonly scheme: Schemas['ThresholdSignatureScheme']
    readonly clientKeygenIds: readonly string[]
    readonly serverKeygenIds: readonly string[]
  }
  import: RoomRequests['keygen'] & {
    /** An embedded wallet whose key the service keeps whole until then. */
    readonly legacyWalletId?: string
  }
  refresh: Readonly<Record<never, never>>
  reshare: {
    readonly scheme: Schemas['ThresholdSignatureScheme']
    readonly clientKeygenIds: readonly string[]
    readonly serverKeygenIds: readonly string[]
    /** Whether the last party of the user is one of the environment's own server. */
    readonly delegates: boolean
    /** Whether the share of the environment's own server is taken away. */
    readonly revokes: boolean
  }
  export: {
    /** The party of the user that gets the key. */
    readonly exportId: string
  }
  sign: {
    /** Hex of what the key signs. The service computed it. */
    readonly signed: string
    /** `0x` and hex of 32 bytes: names what is signed in events. */
    readonly digest: string
    readonly signatureKind: SignatureKind
  }
}

/** The purpose of a signature. */
export type SignatureKind = Schemas['WalletSignature']['kind']

export type RoomKind = keyof RoomRequests

/** A kind of room, with its approved request. */
export type RoomPurpose = { [K in RoomKind]: { readonly kind: K; readonly request: RoomRequests[K] } }[RoomKind]

/** A party of the service, or the dealer of triples, in a room. */
export interface Seat {
  readonly keygenId: string
  /** Sealed JSON: identity and share before the client joins, then the state of the ceremony. */
  readonly sealed: string
}

/** The last post of a client party, so that the same post again gets the same answer. */
export interface LastPost {
  /** SHA-256 of the boxes, in hex. */
  readonly digest: string
  /** How many of the boxes for the party were in earlier answers. */
  readonly received: number
  /** How many of them were in all answers so far. */
  readonly answered: number
}

/**
 * Where parties meet for one ceremony. `open` has no purpose yet, `bound` waits for the client, `running` has its
 * plan; the others are final.
 */
export type RoomState = 'open' | 'bound' | 'running' | 'completed' | 'failed' | 'expired'

export type RoomType = 'threshold' | 'full'

export interface Room extends Entity {
  readonly environmentId: string
  /** Of the user or the API token that opened it: how many rooms may be open is counted by it. */
  readonly openerId: string
  /** The user who opened it, or whose delegate did. */
  readonly userId?: string
  /** The session that opened it. The room ends with the session. */
  readonly sessionId?: string
  /** The API token of the server that opened it. The room ends with the token. */
  readonly tokenId?: string
  /** The delegation by which a server opened it. */
  readonly delegationId?: string
  readonly state: RoomState
  /** `threshold`: as many parties as it takes to sign. `full`: all parties. */
  readonly type: RoomType
  /** The wallet that it is for. Of a key generation: the id that the new wallet will have. */
  readonly walletId?: string
  /** Of a room that was opened before there was a wallet. */
  readonly scheme?: Schemas['ThresholdSignatureScheme']
  /** Absent while the room is open. */
  readonly purpose?: RoomPurpose
  /** ISO 8601 instant. */
  readonly expiresAt: string
  /** Client parties that joined. */
  readonly clients?: readonly string[]
  /** The ceremony's `Plan`. */
  readonly plan?: object
  /** Emptied when the room ends. */
  readonly seats: readonly Seat[]
  /** Boxes for client parties, in the order in which they came. */
  readonly boxes: readonly Box[]
  /** By client party. */
  readonly posts: Readonly<Record<string, LastPost>>
  /** The result of the ceremony, for callers who watch the room. */
  readonly outcome?: { readonly walletId: string; readonly accountAddress: string } | undefined
  /** Why it failed: the key of the failure, and a sentence. */
  readonly failure?: { readonly key: string; readonly message: string }
  /** The failure that a test has planned. It happens at the client's first message. */
  readonly plannedFailure?: RoomFailureReason
}

/** How a test lets a ceremony fail. */
export type RoomFailureReason = 'party_left' | 'share_invalid' | 'expired'

/** A failure that the next room of a kind will have. */
export interface RoomFailure extends Entity {
  readonly kind: RoomKind
  readonly reason: RoomFailureReason
}
