import type { ChainEnum, VerifyRequest } from '../generated/operations/schemas.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { toWalletError, walletError } from '../shared/walletError.ts'
import { checksumAddress } from './checksumAddress.ts'
import { getNonce } from './nonce.ts'
import type { Abortable, Session } from './session.ts'
import { createSignInMessage, siteOf, type SignInMessageInput } from './signInMessage.ts'

/** A wallet as apps hold it, which proves an account by a signature. The functions of `/browser-wallets` create one. */
export interface WalletSource {
  readonly chain: ChainEnum
  /** Wire name of the wallet application, such as `metamask`. */
  readonly walletName?: string | undefined
  /**
   * Asks the person for an account and for a signature.
   *
   * @throws what the wallet throws, in any form. {@link signInWithWallet} names it.
   */
  prove(request: ProofRequest): Promise<WalletProof>
  /**
   * Calls the listener with the wallet's account, now if the site may see it, and each time the person selects another
   * one; without an address when the wallet is disconnected from the site.
   *
   * @returns A function that removes the listener.
   */
  follow?(listener: (address: string | undefined) => void): () => void
}

/** What a wallet has to sign. */
export interface ProofRequest {
  readonly nonce: string
  readonly domain: string
  readonly uri: string
  /** RFC 3339, in UTC. */
  readonly issuedAt: string
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  /** The network that the caller asks for. */
  readonly chainId?: number | string | undefined
  /**
   * Writes the sign-in message of an account: the text of EIP-4361, or of CAIP-122 with another `chainName`.
   *
   * @throws {@link SyntaxError} as `createSignInMessage`.
   */
  message(account: Pick<SignInMessageInput, 'address' | 'chainName' | 'chainId'>): string
}

/** A signed message. */
export interface WalletProof {
  readonly address: string
  /** The message that was signed, unchanged. */
  readonly message: string
  /** In the form that the service takes for the chain. */
  readonly signature: string
}

/** A wallet, and what it has to sign. */
export interface WalletSourceOptions
  extends
    Abortable,
    Omit<SignInMessageInput, 'address' | 'nonce' | 'chainName'>,
    Partial<Omit<VerifyRequest, 'signedMessage' | 'messageToSign' | 'publicWalletAddress' | 'chain'>> {
  /** The wallet that proves its account, such as `fromEip1193(window.ethereum)`. */
  wallet: WalletSource
}

/** @throws {@link SignInError} why the wallet gave no proof. */
export async function proveSource(session: Session, options: WalletSourceOptions): Promise<VerifyRequest> {
  const { wallet, signal, domain, uri, chainId, statement, issuedAt, resources, ...rest } = options
  assertArgument(typeof wallet?.prove === 'function', 'wallet', 'a wallet, such as fromEip1193(window.ethereum)')
  const site = siteOf({ domain, uri })
  const nonce = await getNonce(session, { signal })
  const fields = { ...site, nonce, chainId, statement, resources, issuedAt: issuedAt ?? new Date().toISOString() }
  const { address, message, signature } = await prove(wallet, fields, signal)
  signal?.throwIfAborted()
  return {
    chain: wallet.chain,
    walletName: wallet.walletName ?? 'unknown',
    walletProvider: 'browserExtension',
    ...rest,
    messageToSign: message,
    signedMessage: signature,
    publicWalletAddress: checksumAddress(address),
  }
}

async function prove(
  wallet: WalletSource,
  fields: Omit<ProofRequest, 'message'>,
  signal: AbortSignal | undefined,
): Promise<WalletProof> {
  try {
    const request = {
      ...fields,
      message: (account: Parameters<ProofRequest['message']>[0]) => createSignInMessage({ ...fields, ...account }),
    }
    const proof = await wallet.prove(request)
    const isWhole = [proof.address, proof.message, proof.signature].every((text) => typeof text === 'string' && text)
    if (!isWhole) throw walletError('no_signature', proof)
    return proof
  } catch (error) {
    signal?.throwIfAborted()
    throw toWalletError(error)
  }
}
