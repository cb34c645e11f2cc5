import { create as createNonce } from '../generated/operations/nonces.ts'
import type { PrefetchRequest, VerifyRequest } from '../generated/operations/schemas.ts'
import { link, prefetch, transfer, verify } from '../generated/operations/walletSignIn.ts'
import { assertObject } from '../shared/assertArgument.ts'
import { type ApiError, isApiError } from '../shared/errors.ts'
import { SignInError } from '../shared/signInError.ts'
import { checksumAddress } from './checksumAddress.ts'
import { assertFields } from './messageFields.ts'
import type { Abortable, Session, SignInOutcome } from './session.ts'
import { assertSession } from './view.ts'

/** The fields of a sign-in message (EIP-4361). */
export interface SignInMessageInput {
  /** As the wallet answers. An Ethereum address in letters of one case is written with its checksum (EIP-55). */
  address: string
  nonce: string
  /** Id of the network: `1`, or `'0x1'` as wallets of Ethereum answer. Other chains need one. @default 1 */
  chainId?: number | string | undefined
  /** Host that requests the signature. @default location.host */
  domain?: string | undefined
  /** @default location.origin, or else `https://` and the domain */
  uri?: string | undefined
  /** One line for the person to read: ASCII letters, digits, spaces and the signs of a URI, so no quotes and no `%`. */
  statement?: string | undefined
  /** Name of the chain in the first line (CAIP-122). @default 'Ethereum' */
  chainName?: string | undefined
  /** @default now */
  issuedAt?: string | undefined
  resources?: readonly string[] | undefined
}

/**
 * Writes a sign-in message: the text of EIP-4361, or of CAIP-122 with another `chainName`.
 *
 * @throws {@link SyntaxError} for a field that makes a message which no service reads, with what it has to be: a
 * statement that is not one line of ASCII letters, digits, spaces and the signs of a URI, or an address with a wrong
 * checksum. Outside of a page it needs the domain.
 */
export function createSignInMessage(input: SignInMessageInput): string {
  assertObject(input, 'input', '{ address, nonce }')
  const {
    address,
    nonce,
    chainId = 1,
    domain = globalThis.location?.host,
    statement,
    chainName = 'Ethereum',
    issuedAt = new Date().toISOString(),
    resources,
  } = input
  const { uri = input.domain ? `https://${domain}` : globalThis.location?.origin } = input
  if (!domain) throw new SyntaxError('Failed to write the message: `domain` is required outside of a page.')
  const isEthereum = chainName === 'Ethereum'
  if (!isEthereum && input.chainId === undefined)
    throw new SyntaxError(`Failed to write the message: \`chainId\` is required for ${chainName}, such as mainnet.`)
  const account = isEthereum ? checksumAddress(address) : address
  const network = String(isEthereum ? decimal(chainId) : chainId)
  const fields = { domain, address: account, statement: statement ?? '', uri: String(uri), chainId: network }
  assertFields({ ...fields, nonce, issuedAt, resources: resources ?? [] }, isEthereum)
  return [
    `${domain} wants you to sign in with your ${chainName} account:`,
    account,
    '',
    ...(statement ? [statement, ''] : ['']),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${network}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

/** The digits of a network's id, which wallets of Ethereum answer in hex (`eth_chainId`). */
function decimal(chainId: number | string): number | string {
  return typeof chainId === 'string' && /^0x[\da-f]+$/i.test(chainId) ? BigInt(chainId).toString() : chainId
}

/** A wallet and its signing function. */
export interface WalletOptions
  extends
    Abortable,
    Omit<SignInMessageInput, 'nonce'>,
    Partial<Omit<VerifyRequest, 'signedMessage' | 'messageToSign' | 'publicWalletAddress'>> {
  /** Makes the wallet sign the message. Returns the signature in the usual form of the chain: hex for EVM. */
  sign(message: string): string | Promise<string>
  /** Writes the message, for chains with another kind of message. @default createSignInMessage */
  message?(input: { nonce: string }): string | Promise<string>
}

/**
 * Signs in by a signature of a wallet: nonce, message, signature.
 *
 * @throws {@link ApiError} as `walletSignIn.verify`; what `sign` throws is thrown on.
 * @example
 * await signInWithWallet(session, {
 *   address, chainId: 1, walletName: 'metamask',
 *   sign: (message) => ethereum.request({ method: 'personal_sign', params: [message, address] }),
 * })
 */
export async function signInWithWallet(session: Session, options: WalletOptions): Promise<SignInOutcome> {
  assertObject(options, 'options', proofExample)
  const body = await proveWallet(session, options)
  return session.signIn((choice) => verify(session.api, { body }, choice), options)
}

const proofExample = '{ address, sign }'

/** Options of {@link linkWallet}. */
export interface LinkWalletOptions extends WalletOptions {
  /**
   * Asks the person whether the wallet, which another user has, moves to this one. If it answers true, the signature
   * that the service has just seen moves the wallet, so the person signs once.
   * @default the refusal `reassign_wallet_confirm` is thrown
   */
  confirmTransfer?: ((refusal: ApiError) => boolean | Promise<boolean>) | undefined
}

/**
 * Adds the wallet to the user who is signed in.
 *
 * @throws {@link ApiError} as `walletSignIn.link`, and as `walletSignIn.transfer` with `confirmTransfer`; what `sign` and
 *   `confirmTransfer` throw is thrown on.
 * @example
 * await linkWallet(session, {
 *   address, sign,
 *   confirmTransfer: () => confirm('Another account has this wallet. Move it to this one?'),
 * })
 */
export async function linkWallet(session: Session, options: LinkWalletOptions): Promise<SignInOutcome> {
  assertObject(options, 'options', proofExample)
  const { confirmTransfer, ...proof } = options
  const body = await proveWallet(session, proof)
  try {
    return await session.proceed((choice) => link(session.api, { body }, choice), options)
  } catch (error) {
    const isOfOther = isApiError(error) && error.code === 'reassign_wallet_confirm'
    if (!isOfOther || !(await confirmTransfer?.(error))) throw error
  }
  return session.proceed((choice) => transfer(session.api, { body }, choice), options)
}

/** Tells the service which wallet will probably sign in, so that it can look up the address in advance. */
export function prefetchWallet(session: Session, body: PrefetchRequest, { signal }: Abortable = {}): Promise<unknown> {
  assertSession(session, 'announce a wallet')
  assertObject(body, 'body', '{ chain, publicWalletAddress }')
  return prefetch(session.api, { body }, { auth: null, signal })
}

/** Gets a nonce for one sign-in message. */
export async function getNonce(session: Session, { signal }: Abortable = {}): Promise<string> {
  assertSession(session, 'get a nonce')
  const { nonce } = await createNonce(session.api, {}, { auth: null, signal })
  if (!nonce) throw new SignInError('no_nonce', 'The service returned no nonce. Try again.')
  return nonce
}

async function proveWallet(session: Session, options: WalletOptions): Promise<VerifyRequest> {
  const { address, chain = 'EVM', sign, message, signal, ...others } = options
  const { chainId, domain, uri, statement, chainName, issuedAt, resources, ...rest } = others
  const isEthereum = chain === 'EVM' || chain === 'ETH'
  if (!isEthereum && !message && !chainName)
    throw new SyntaxError(`A wallet of ${chain} needs \`chainName\` and \`chainId\`, or a \`message\` of its own.`)
  const nonce = await getNonce(session, { signal })
  const messageToSign = message
    ? await message({ nonce })
    : createSignInMessage({ address, nonce, chainId, domain, uri, statement, chainName, issuedAt, resources })
  const signedMessage = await sign(messageToSign)
  signal?.throwIfAborted()
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
