/** A chain that embedded wallets exist on. */
export type WalletChain = 'EVM' | 'SVM' | 'SUI' | 'BTC' | 'TON'

/** How many shares of a key exist, and how many sign. Of two and three, the service holds one; of five, two. */
export type ThresholdScheme = 'TWO_OF_TWO' | 'TWO_OF_THREE' | 'THREE_OF_FIVE'

/** The kind of a Bitcoin address. */
export type BitcoinAddressType = 'native_segwit' | 'taproot'

/** A room that the service has opened for one ceremony. */
export interface OpenedRoom {
  readonly roomId: string
  /** Where the parties of the room exchange messages: `sdk.waas.relayUrl` of the environment's settings. */
  readonly relayUrl: string
  /** The wallet that the ceremony is about. With key generation, the id that the wallet will have. */
  readonly walletId?: string | undefined
  /** Ids of the service's parties. */
  readonly serverKeygenIds: readonly string[]
  /** With a reshare: ids of the service's parties of the new shares. */
  readonly newServerKeygenIds?: readonly string[] | undefined
}

/** A party or a share of this client, in the engine's own form. */
export interface EngineSecret {
  /** The id by which the party takes part in rooms. */
  readonly keygenId: string
  /** The engine's own text. Whoever has it can take the party's place. */
  readonly secret: string
}

/** A key that was made, and this client's shares of it. */
export interface KeyMaterial {
  /** Hex of the public key that the wallet's address is computed from. */
  readonly publicKey: string
  /** The wallet's address. Where the engine does not compute it, that of the user's profile counts. */
  readonly address?: string | undefined
  readonly shares: readonly EngineSecret[]
}

/** How far a ceremony that makes shares has come. */
export interface CeremonyProgress {
  /** The state from which the engine goes on after a reload, in its own form. It is secret. */
  readonly state: string
  /** The new shares, from the step on after which the service may already use them. */
  readonly material?: KeyMaterial | undefined
}

/** How many parties of a new key are the user's. */
export const clientParties: Readonly<Record<ThresholdScheme, number>> = {
  TWO_OF_TWO: 1,
  TWO_OF_THREE: 2,
  THREE_OF_FIVE: 3,
}

/** The input of every ceremony. */
export interface CeremonyInput {
  readonly room: OpenedRoom
  readonly chain: WalletChain
  /** Ends the ceremony: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The input of a ceremony that makes shares. */
export interface MakingInput extends CeremonyInput {
  /** Bitcoin only. */
  readonly addressType?: BitcoinAddressType | undefined
  /**
   * Stores how far the ceremony has come. An engine awaits it before it sends anything that depends on the state, so
   * that a reload loses nothing.
   */
  keep(progress: CeremonyProgress): Promise<void>
  /** The state that was kept last, when the ceremony goes on after a reload. */
  readonly resumeFrom?: string | undefined
}

/** A new key. */
export interface KeygenInput extends MakingInput {
  readonly scheme: ThresholdScheme
  /** This client's parties, of {@link CeremonyEngine.createParties}. */
  readonly parties: readonly EngineSecret[]
}

/** A key that exists becomes shares. */
export interface ImportInput extends KeygenInput {
  /** The private key as wallets of the chain write it. After a reload it is in the state that was kept. */
  readonly privateKey?: string | undefined
}

/** A signature. */
export interface SignInput extends CeremonyInput {
  /** This client's shares. The engine signs with as many of them as it needs. */
  readonly shares: readonly EngineSecret[]
  /** The message of the `waas.signMessage` call. The engine computes the digest itself. */
  readonly message: string
  /** Whether the message is the digest already. */
  readonly isFormatted: boolean
}

/** A share that the service has stored for the user without a password, such as that of a wallet that a server made. */
export interface StoredShareInput {
  readonly chain: WalletChain
  /** Bitcoin only. */
  readonly addressType?: BitcoinAddressType | undefined
  /** The service's own text. It is secret. */
  readonly share: string
}

/** New shares for the same parties. */
export interface RefreshInput extends MakingInput {
  readonly shares: readonly EngineSecret[]
}

/** New shares for other parties. */
export interface ReshareInput extends MakingInput {
  readonly shares: readonly EngineSecret[]
  readonly scheme: ThresholdScheme
  /** This client's parties of the new shares. A party that stays is among `shares`, too, by its id. */
  readonly parties: readonly EngineSecret[]
}

/** The private key for one party. */
export interface ExportInput extends CeremonyInput {
  readonly shares: readonly EngineSecret[]
  /** The party among the shares that gets the key. */
  readonly recipient: string
}

/** A signature that was verified. All values are hex without `0x`. */
export interface CeremonySignature {
  /** 64 bytes: `r ‖ s` with the low `s` on EVM and for ECDSA on Bitcoin, `R ‖ s` elsewhere. */
  readonly signature: string
  /** ECDSA only: 0 or 1, the parity of the nonce point. */
  readonly recovery?: number | undefined
  /** The public key that the signature verifies under. */
  readonly publicKey: string
}

/**
 * The client's side of the ceremonies, in rooms that the service has opened. {@link relayEngine} is one; an app that
 * uses a vendor's service implements this with the vendor's library.
 *
 * Each method rejects with a {@link CeremonyError} when the ceremony fails, and with a {@link ConnectionError} when the
 * parties cannot reach each other.
 *
 * @example
 * const vendorEngine: CeremonyEngine = {
 *   createParties: (count) => vendor.initKeygen(count),
 *   keygen: ({ room, parties }) => vendor.keygen(room.roomId, parties),
 *   sign: ({ room, shares, message, isFormatted }) => vendor.sign(room.roomId, shares, { message, isFormatted }),
 *   ...others,
 * }
 */
export interface CeremonyEngine {
  /** Makes parties for a new key, or for a reshare. Their ids are the `clientKeygenIds` of the operations. */
  createParties(count: number): Promise<readonly EngineSecret[]>
  keygen(input: KeygenInput): Promise<KeyMaterial>
  /** Rejects a private key that is malformed, before a room is opened for it. */
  checkPrivateKey(chain: WalletChain, privateKey: string): Promise<void>
  /**
   * Reads a share that the service has stored without a password. Without this method, such wallets cannot be
   * recovered.
   *
   * @throws {@link CeremonyError} `backup_malformed`
   */
  readStoredShare?(input: StoredShareInput): Promise<KeyMaterial & { readonly scheme: ThresholdScheme }>
  import(input: ImportInput): Promise<KeyMaterial>
  sign(input: SignInput): Promise<CeremonySignature>
  refresh(input: RefreshInput): Promise<KeyMaterial>
  reshare(input: ReshareInput): Promise<KeyMaterial>
  /** Gives the private key as wallets of the chain write it. */
  export(input: ExportInput): Promise<string>
}
