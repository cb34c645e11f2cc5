import { assertObject } from '../shared/assertArgument.ts'
import { checksumAddress } from './checksumAddress.ts'
import { assertFields } from './messageFields.ts'

/** The fields of a sign-in message (EIP-4361). */
export interface SignInMessageInput {
  /**
   * Address of the account, as the wallet returns it. An Ethereum address whose letters are all small or all capital is
   * written with its checksum (EIP-55).
   */
  address: string
  /** At least eight letters and digits, such as those of {@link getNonce}. */
  nonce: string
  /** Id of the network: `1`, or `'0x1'` as Ethereum wallets return it. Required with another `chainName`. @default 1 */
  chainId?: number | string | undefined
  /** Host that requests the signature. @default location.host */
  domain?: string | undefined
  /** URI of the site. @default location.origin, or `https://` and the domain if you pass one */
  uri?: string | undefined
  /** One line for the person to read: ASCII letters, digits, spaces and -._~:/?#[]@!$&'()*+,;= only. */
  statement?: string | undefined
  /** Name of the chain in the first line (CAIP-122). @default 'Ethereum' */
  chainName?: string | undefined
  /** When the message was written, as RFC 3339 with `T` and `Z`. @default now */
  issuedAt?: string | undefined
  /** URIs that the message lists for the person. */
  resources?: readonly string[] | undefined
}

/**
 * Writes a sign-in message: the text of EIP-4361, or of CAIP-122 with another `chainName`.
 *
 * @throws {@link SyntaxError} when no service would accept the message: for a statement with a line end, an address
 *   with a wrong checksum, or a missing `domain` outside of a page. The error names the field and says what it has to
 *   be.
 * @example
 * const nonce = await getNonce(session)
 * const message = createSignInMessage({ address, nonce, chainId: 1, statement: 'Sign in to Example.' })
 */
export function createSignInMessage(input: SignInMessageInput): string {
  assertObject(input, 'input', '{ address, nonce }')
  const {
    address,
    nonce,
    chainId = 1,
    statement,
    chainName = 'Ethereum',
    issuedAt = new Date().toISOString(),
    resources,
  } = input
  const { domain, uri } = siteOf(input)
  const isEthereum = chainName === 'Ethereum'
  if (!isEthereum && input.chainId === undefined)
    throw new SyntaxError(`Failed to write the message: \`chainId\` is required for ${chainName}, such as mainnet.`)
  const account = isEthereum ? checksumAddress(address) : address
  const network = String(isEthereum ? decimal(chainId) : chainId)
  const fields = { domain, address: account, statement: statement ?? '', uri, chainId: network }
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

/**
 * The site that a message is for: the page, unless the caller names another one.
 *
 * @throws {@link SyntaxError} outside of a page, without a domain.
 */
export function siteOf(input: Pick<SignInMessageInput, 'domain' | 'uri'>): { domain: string; uri: string } {
  const { domain = globalThis.location?.host } = input
  if (!domain) throw new SyntaxError('Failed to write the message: `domain` is required outside of a page.')
  const { uri = input.domain ? `https://${domain}` : globalThis.location.origin } = input
  return { domain, uri }
}

/** The digits of a network's id, which wallets of Ethereum answer in hex (`eth_chainId`). */
function decimal(chainId: number | string): number | string {
  return typeof chainId === 'string' && /^0x[\da-f]+$/i.test(chainId) ? BigInt(chainId).toString() : chainId
}
