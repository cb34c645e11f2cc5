/** A chain that embedded wallets exist on. */
export type WalletChain = 'EVM' | 'SVM' | 'SUI' | 'BTC' | 'TON'

/** How many shares of a key exist, and how many sign. Of two or three shares the service holds one; of five, two. */
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
  /** For a reshare: ids of the service's parties that get new shares. */
  readonly newServerKeygenIds?: readonly string[] | undefined
}

/** A party or a share of this client, in the engine's own form. */
export interface EngineSecret {
  /** The id by which the party takes part in rooms. */
  readonly keygenId: string
  /** The engine's own text. Whoever has it can take the party's place. */
  readonly secret: string
}

/** A key, and this client's shares of it. */
export interface KeyMaterial {
  /** Hex of the public key that the wallet's address is computed from. */
  readonly publicKey: string
  /** The wallet's address. If the engine does not compute it, the address in the user's profile is used. */
  readonly address?: string | undefined
  readonly shares: readonly EngineSecret[]
}

/** How far a ceremony that makes shares has come. */
export interface CeremonyProgress {
  /** The state from which the engine goes on after a reload, in its own form. It is secret. */
  readonly state: string
  /** The new shares. They are set as soon as the service may use them. */
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

/** The input of a key generation. */
export interface KeygenInput extends MakingInput {
  readonly scheme: ThresholdScheme
  /** This client's parties, of {@link CeremonyEngine.createParties}. */
  readonly parties: readonly EngineSecret[]
}

/** The input of an import, which splits an existing private key into shares. */
export interface ImportInput extends KeygenInput {
  /** The private key as wallets of the chain write it. After a reload it is in the state that was kept. */
  readonly privateKey?: string | undefined
}

/** The input of a signature. */
export interface SignInput extends CeremonyInput {
  /** This client's shares. The engine signs with as many of them as it needs. */
  readonly shares: readonly EngineSecret[]
  /** The message of the `waas.signMessage` call. The engine computes the digest itself. */
  readonly message: string
  /** Whether the message is the digest already. */
  readonly isFormatted: boolean
}

/**
 * A share that the service has stored for the user without a password, such as that of a wallet that a server has
 * created.
 */
export interface StoredShareInput {
  readonly chain: WalletChain
  /** Bitcoin only. */
  readonly addressType?: BitcoinAddressType | undefined
  /** The service's own text. It is secret. */
  readonly share: string
}

/** The input of a refresh: new shares for the same parties. */
export interface RefreshInput extends MakingInput {
  readonly shares: readonly EngineSecret[]
}

/** The input of a reshare: new shares for other parties. */
export interface ReshareInput extends MakingInput {
  readonly shares: readonly EngineSecret[]
  readonly scheme: ThresholdScheme
  /**
   * This client's parties that get new shares. A party that already has a share is in `shares`, too, with the same id.
   */
  readonly parties: readonly EngineSecret[]
}

/** The input of an export, by which one party gets the private key. */
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
  /** Generates a key together with the service's parties. */
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
  /** Splits an existing private key into shares. */
  import(input: ImportInput): Promise<KeyMaterial>
  /** Signs a message together with the service's parties. */
  sign(input: SignInput): Promise<CeremonySignature>
  /** Renews the shares of all parties. */
  refresh(input: RefreshInput): Promise<KeyMaterial>
  /** Gives new shares to the parties of another scheme. */
  reshare(input: ReshareInput): Promise<KeyMaterial>
  /**
   * Puts the private key together for one party.
   *
   * @returns The key as wallets of the chain write it.
   */
  export(input: ExportInput): Promise<string>
}
