import { createSigning, type EvmSigning } from '@latchkey/device/signing'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import { assertChain } from '../assertChain.ts'
import type { SigningWallet, SignOptions, SignRequest } from '../wallet.ts'
import type {
  EvmMessage,
  EvmSignature,
  EvmTransaction,
  EvmTypedData,
  HexText,
  SignedEvmAuthorization,
} from './types.ts'

/** Writes a transaction, as viem's `serializeTransaction` and those of its chains do. */
type Serializer<Transaction> = (transaction: Transaction, signature?: EvmSignature) => HexText | Promise<HexText>

/** An account as viem takes it. */
export interface ViemAccount {
  readonly address: HexText
  /** Hex of the public key, 33 bytes. */
  readonly publicKey: HexText
  readonly source: 'latchkey'
  readonly type: 'local'
  /** Signs a digest of 32 bytes. Policies of the service may refuse it, since they cannot see what it means. */
  sign(parameters: { hash: HexText }): Promise<HexText>
  /** Signs a message (EIP-191). */
  signMessage(parameters: { message: EvmMessage }): Promise<HexText>
  /** Signs typed data (EIP-712). */
  signTypedData(parameters: EvmTypedData): Promise<HexText>
  /** Signs a transaction. @returns The serialized transaction with its signature. */
  signTransaction<Transaction extends EvmTransaction>(
    transaction: Transaction,
    options?: { serializer?: Serializer<never> | undefined },
  ): Promise<HexText>
  /** Signs the delegation of the account to a contract (EIP-7702). */
  signAuthorization(parameters: {
    address?: HexText | undefined
    contractAddress?: HexText | undefined
    chainId: number
    nonce: number
  }): Promise<SignedEvmAuthorization>
}

/** The signatures of a wallet. */
export const signingOf = (wallet: SigningWallet, options?: SignOptions): EvmSigning =>
  createSigning({
    sign: (request) => wallet.sign(request as SignRequest, options),
    unsupported: (message) => new CeremonyError('unsupported', message),
  })

/**
 * Makes an account for viem from an EVM wallet. It does not import viem.
 *
 * @param wallet - The wallet.
 * @param options - Used for each signature.
 * @throws {@link TypeError} when the wallet is of another chain.
 * @example
 * const account = toViemAccount(wallet)
 * const client = createWalletClient({ account, chain: base, transport: http() })
 * await client.sendTransaction({ to, value: parseEther('0.1') })
 */
export function toViemAccount(wallet: SigningWallet, options?: SignOptions): ViemAccount {
  assertChain(wallet, 'EVM')
  const { signUserOperation: _, ...signing } = signingOf(wallet, options)
  return {
    address: wallet.address as HexText,
    publicKey: `0x${wallet.publicKey}`,
    source: 'latchkey',
    type: 'local',
    ...signing,
  }
}
