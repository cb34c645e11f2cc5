import type { PrefetchRequest, VerifyRequest } from '../generated/operations/schemas.ts'
import { link, prefetch, transfer, verify } from '../generated/operations/walletSignIn.ts'
import { abortable } from '../shared/abortable.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { type ApiError, isApiError } from '../shared/errors.ts'
import { checksumAddress } from './checksumAddress.ts'
import { getNonce } from './nonce.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { createSignInMessage, type SignInMessageInput } from './signInMessage.ts'
import { assertSession } from './view.ts'
import { proveSource, type WalletSourceOptions } from './walletSource.ts'

/** A wallet and its signing function. */
export interface WalletOptions
  extends
    Abortable,
    Omit<SignInMessageInput, 'nonce'>,
    Partial<Omit<VerifyRequest, 'signedMessage' | 'messageToSign' | 'publicWalletAddress'>> {
  /** Asks the wallet to sign the message. Returns the signature in the usual format of the chain: hex for EVM. */
  sign(message: string): string | Promise<string>
  /** Writes the message, for chains with another message format. @default createSignInMessage */
  message?(input: { nonce: string }): string | Promise<string>
  /** To pass the object of a wallet instead, see {@link WalletSourceOptions}. */
  wallet?: never
}

/**
 * Signs in with a wallet: gets a nonce, writes a message with it, and sends the wallet's signature to the service.
 *
 * @param options - The object of a wallet, which a function of `/browser-wallets` creates, or an address with a signing
 *   function.
 * @throws {@link ApiError} as `walletSignIn.verify`.
 * @throws {@link SignInError} when the `wallet` gave no signature: `cancelled`, `locked`, `wrong_chain`,
 *   `request_pending`, `not_supported`, `disconnected`, `other_account`, `no_signature` or `wallet_failed`. Its `cause`
 *   is the wallet's own error.
 * @throws {@link SyntaxError} as {@link createSignInMessage}.
 * @throws what `sign` throws.
 * @example await signInWithWallet(session, { wallet: fromEip1193(window.ethereum), statement: 'Sign in to Example.' })
 * @example
 * await signInWithWallet(session, {
 *   address, chainId: 1, walletName: 'metamask',
 *   sign: (message) => ethereum.request({ method: 'personal_sign', params: [message, address] }),
 * })
 */
export async function signInWithWallet(
  session: Session,
  options: WalletOptions | WalletSourceOptions,
): Promise<SignInOutcome> {
  assertObject(options, 'options', proofExample)
  const body = await proofOf(session, options)
  return session.signIn((choice) => verify(session.api, { body }, choice), options)
}

const proofExample = '{ wallet }, or { address, sign }'

/** The option of {@link linkWallet} for a wallet that belongs to another user. */
export interface TransferOptions {
  /**
   * Asks the person whether to move the wallet from the other user to this one. If it returns true, the service moves
   * the wallet with the signature that it already has, so the person signs only once.
   * @default throws the refusal `reassign_wallet_confirm`
   */
  confirmTransfer?: ((refusal: ApiError) => boolean | Promise<boolean>) | undefined
}

/** Options of {@link linkWallet} for an address and a signing function. */
export interface LinkWalletOptions extends WalletOptions, TransferOptions {}

/** Options of {@link linkWallet} for the object of a wallet. */
export interface LinkWalletSourceOptions extends WalletSourceOptions, TransferOptions {}

/**
 * Adds the wallet to the user who is signed in.
 *
 * @throws {@link ApiError} as `walletSignIn.link`, and as `walletSignIn.transfer` with `confirmTransfer`.
 * @throws {@link SignInError} as {@link signInWithWallet}, and `no_session` when nobody is signed in.
 * @throws what `sign` and `confirmTransfer` throw.
 * @example
 * await linkWallet(session, {
 *   wallet: fromEip1193(window.ethereum),
 *   confirmTransfer: () => confirm('Another account has this wallet. Move it to this one?'),
 * })
 */
export async function linkWallet(
  session: Session,
  options: LinkWalletOptions | LinkWalletSourceOptions,
): Promise<SignInOutcome> {
  assertObject(options, 'options', proofExample)
  const { confirmTransfer, ...proof } = options
  const body = await proofOf(session, proof)
  try {
    return await session.proceed((choice) => link(session.api, { body }, choice), options)
  } catch (error) {
    const isOfOther = isApiError(error) && error.code === 'reassign_wallet_confirm'
    if (!isOfOther || !(await abortable(options.signal, async () => confirmTransfer?.(error)))) throw error
  }
  return session.proceed((choice) => transfer(session.api, { body }, choice), options)
}

/**
 * Tells the service which wallet will probably sign in, so that it can look up the address in advance.
 *
 * @throws {@link ApiError} as `walletSignIn.prefetch`.
 * @example await prefetchWallet(session, { chain: 'EVM', publicWalletAddress: address })
 */
export function prefetchWallet(session: Session, body: PrefetchRequest, { signal }: Abortable = {}): Promise<unknown> {
  assertSession(session, 'announce a wallet')
  assertObject(body, 'body', '{ chain, publicWalletAddress }')
  return prefetch(session.api, { body }, { auth: null, signal })
}

function proofOf(session: Session, options: WalletOptions | WalletSourceOptions): Promise<VerifyRequest> {
  return isOfSource(options) ? proveSource(session, options) : proveSigner(session, options)
}

/** Also without a wallet in the place of one, as `window.ethereum` is `undefined` in many pages. */
function isOfSource(options: WalletOptions | WalletSourceOptions): options is WalletSourceOptions {
  return 'wallet' in options
}

async function proveSigner(session: Session, options: WalletOptions): Promise<VerifyRequest> {
  const { address, chain = 'EVM', sign, message, signal, ...others } = options
  const { chainId, domain, uri, statement, chainName, issuedAt, resources, ...rest } = others
  const isEthereum = chain === 'EVM' || chain === 'ETH'
  if (!isEthereum && !message && !chainName)
    throw new SyntaxError(`A wallet of ${chain} needs \`chainName\` and \`chainId\`, or a \`message\` function.`)
  const nonce = await getNonce(session, { signal })
  const messageToSign = message
    ? await abortable(signal, async () => message({ nonce }))
    : createSignInMessage({ address, nonce, chainId, domain, uri, statement, chainName, issuedAt, resources })
  const signedMessage = await abortable(signal, async () => sign(messageToSign))
  return {
    chain,
    walletName: 'unknown',
    walletProvider: 'browserExtension',
    ...rest,
    messageToSign,
    signedMessage,
    publicWalletAddress: isEthereum ? checksumAddress(address) : address,
  }
}
