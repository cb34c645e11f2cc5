import type { components } from '@latchkey/types'

type Chain = components['schemas']['ChainEnum']

/** A signature from a wallet, with the message and the address that it claims to be of. */
export interface WalletSignature {
  readonly chain: Chain
  /** The address that claims to have signed, as it was received. */
  readonly address: string
  /** The message that the user saw, byte for byte as it was received. */
  readonly message: string
  /** In the form that wallets of the chain give it. */
  readonly signature: string
  /** The network that the message names, such as the id of an EVM chain. */
  readonly network?: string | undefined
}

/** `unsupported`: a signature form that exists, but is not verified here. */
export type Verdict = 'valid' | 'invalid' | 'unsupported'

/** A contract wallet of an EVM chain: the accounts whose signature it accepts (ERC-1271). */
export interface ContractWallet {
  /** Addresses, lower-cased. */
  readonly owners: readonly string[]
  /** Whether there is code at the address. A wallet that is not deployed yet has a factory and a deploying call. */
  readonly isDeployed: boolean
  /** Address of the contract that deploys it (ERC-6492). */
  readonly factory?: string | undefined
  /** The call that deploys it, hex with `0x`. */
  readonly factoryCalldata?: string | undefined
  /** How it calls itself in typed data (EIP-5267). A wallet with it also takes nested signatures (ERC-7739). */
  readonly domain?: { readonly name: string; readonly version: string }
}

/** A registered public key of an account whose address is not derived from it. */
export interface AccountKey {
  /** Index of the key within its account. */
  readonly index: number
  /** Hex, without `0x`: a Starknet key's x coordinate, or a Flow key's x and y. */
  readonly publicKey: string
  /** Flow only: curve and hash of its signatures. */
  readonly signatureAlgorithm?: 'ECDSA_P256' | 'ECDSA_secp256k1' | undefined
  readonly hashAlgorithm?: 'SHA2_256' | 'SHA3_256' | undefined
  /** Flow only: 1000 are enough to sign for the account. @default 1000 */
  readonly weight?: number | undefined
  readonly isRevoked?: boolean | undefined
}

/** A signature of an EVM account over a digest; all in hex with `0x`. */
export interface SignedDigest {
  readonly address: string
  /** 32 bytes, which the wallet has signed. */
  readonly digest: string
  readonly signature: string
  /** The id of the chain that the message names. */
  readonly network?: string | undefined
}

/** The chain state that verification reads. */
export interface ChainFacts {
  /**
   * Whether the contract wallet at the address accepts a signature, on a chain whose node is real; `undefined` on any other
   * chain, and for an account with a key of its own.
   */
  isSignatureValid?(signed: SignedDigest): boolean | undefined
  /**
   * The contract wallet at an address; `undefined` for an account with a key of its own.
   *
   * @param network - The id of an EVM chain, on which it can be deployed. @default any
   */
  contractWallet(address: string, network?: string): ContractWallet | undefined
  /** Keys registered for an account: Flow and Starknet. */
  accountKeys(chain: Chain, address: string): readonly AccountKey[]
}

/** Signs and verifies as the wallets of one chain do; verification is synchronous, or awaits the platform. */
export interface ChainSignatures<V extends Verdict | Promise<Verdict> = Verdict> {
  /** Whether the address signed the message. Never throws, for any input. */
  verify(signed: WalletSignature, facts: ChainFacts): V
  /**
   * Makes an account that signs, for tests.
   *
   * @param secret - 32 bytes. Not every value is a key on every curve, so a value outside the range is reduced.
   * @param kind - One of the chain's kinds of account; the first of them when absent.
   */
  createSigner(secret: Uint8Array, kind?: string): Signer
}

/** An account with its key. */
export interface Signer {
  readonly address: string
  /** In the form in which wallets of the chain show it. */
  readonly publicKey: string
  /** The chain state that must exist before signatures of the account are valid. */
  readonly registered?: { readonly contractWallet: ContractWallet } | { readonly keys: readonly AccountKey[] }
  /** Signs a message, and gives the signature in the form that `verify` takes. */
  sign(message: string): string
}
