import { defined } from '@latchkey/base/defined'
import { readEthereumAddress, toChecksumAddress } from './ethereumAddress.ts'
import { isPathSegment, isUri, isUriAuthority, isUriScheme } from './rfc3986.ts'

/** The fields of a sign-in message (EIP-4361; CAIP-122 for other chains), spelled as in the message. */
export interface SignInMessage {
  /** URI scheme of the origin that requests the sign-in. */
  readonly scheme?: string
  /** Authority that requests the sign-in: a host, with its port unless that is the default of the scheme. */
  readonly domain: string
  readonly address: string
  /** The statement that the user agrees to, ASCII. */
  readonly statement?: string
  /** URI of the resource that the user signs in to. */
  readonly uri: string
  readonly version: '1'
  /** Decimal digits for Ethereum, a CAIP-2 reference for other chains. */
  readonly chainId: string
  /** At least 8 letters and digits. */
  readonly nonce: string
  /** RFC 3339, as all instants here. */
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  /** URIs. */
  readonly resources?: readonly string[]
}

/** The chain and the account of a message. */
export interface SignInMessageOptions {
  /**
   * The name of the chain in its messages, such as `Solana`. `Ethereum` has stricter rules for addresses and chain ids.
   */
  readonly accountName: string
}

/** The lines in their order; {@link rules} check the fields. */
const layout = new RegExp(
  [
    '^(?:(?<scheme>[^ \\n:/]*)://)?(?<domain>[^ \\n]*) wants you to sign in with your (?<accountName>[^\\n]*) account:',
    '(?<address>[^\\n]*)',
    '(?:\\n(?<statement>[^\\n]*))?',
    '',
    'URI: (?<uri>[^\\n]*)',
    'Version: (?<version>[^\\n]*)',
    'Chain ID: (?<chainId>[^\\n]*)',
    'Nonce: (?<nonce>[^\\n]*)',
    'Issued At: (?<issuedAt>[^\\n]*)',
  ].join('\\n') +
    '(?:\\nExpiration Time: (?<expirationTime>[^\\n]*))?' +
    '(?:\\nNot Before: (?<notBefore>[^\\n]*))?' +
    '(?:\\nRequest ID: (?<requestId>[^\\n]*))?' +
    '(?:\\nResources:(?<resources>(?:\\n- [^\\n]*)*))?$',
)

const required: ReadonlySet<keyof SignInMessage> = new Set([
  'domain',
  'address',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
])

/** The characters of a statement: those of a URI that are not written as `%` and digits, and spaces. */
export const isStatement = (text: string): boolean => /^[\w \-.~:/?#[\]@!$&'()*+,;=]*$/.test(text)

/** The values that each field allows; for `resources`, those that each of its texts allows. */
const rules: Record<keyof SignInMessage, (text: string, isEthereum: boolean) => boolean> = {
  scheme: isUriScheme,
  domain: isUriAuthority,
  address: (text, isEthereum) =>
    isEthereum ? readEthereumAddress(text) !== undefined && text === toChecksumAddress(text) : /^[!-~]+$/.test(text),
  statement: isStatement,
  uri: isUri,
  version: (text) => text === '1',
  chainId: (text, isEthereum) => (isEthereum ? /^\d+$/ : /^[-\w]{1,32}$/).test(text),
  nonce: (text) => /^[A-Za-z\d]{8,}$/.test(text),
  issuedAt: isDateTime,
  expirationTime: isDateTime,
  notBefore: isDateTime,
  requestId: isPathSegment,
  resources: isUri,
}

/**
 * Reads a sign-in message strictly by the grammar of EIP-4361: every line in its place, and no others.
 *
 * An Ethereum address must carry its checksum (EIP-55). Instants must exist, and need a capital `T` and `Z`, as RFC
 * 3339, section 5.6, lets a format require. Leap seconds are refused, since no clock here can show one.
 *
 * @param text - The message as it was received.
 * @returns The fields, without keys for absent ones; `undefined` for any other text.
 * @see EIP-4361, "ABNF Message Format"; CAIP-122 for the name of the chain
 */
export function parseSignInMessage(text: string, { accountName }: SignInMessageOptions): SignInMessage | undefined {
  const fields = readLayout(text)
  if (fields?.accountName !== accountName) return undefined
  const { accountName: _, ...claims } = fields
  return isSignInMessage(claims, accountName) ? claims : undefined
}

/** The fields of a text that has every line in its place, whatever their values are, and what it calls the chain. */
export function readLayout(text: string): ({ accountName: string } & Record<string, unknown>) | undefined {
  const groups = layout.exec(text)?.groups
  if (!groups) return undefined
  const { accountName = '', resources, ...lines } = groups
  const presentLines = Object.entries(lines).filter(([, value]) => value !== undefined)
  return {
    accountName,
    ...Object.fromEntries(presentLines),
    ...defined({ resources: resources?.split('\n- ').slice(1) }),
  }
}

/**
 * Writes a sign-in message, which {@link parseSignInMessage} reads back as the same fields.
 *
 * @throws TypeError when a field is missing, or has a value that the grammar does not allow
 */
export function formatSignInMessage(fields: SignInMessage, { accountName }: SignInMessageOptions): string {
  const wrong = wrongField(fields, accountName)
  if (wrong)
    throw new TypeError(`Failed to write a sign-in message: give it a value of "${wrong}" that EIP-4361 allows.`)
  const {
    scheme,
    domain,
    address,
    statement,
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  } = fields
  const lines = [
    `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${accountName} account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ]
  return lines.join('\n')
}

/** The first field that is missing or has a value that is not allowed. */
export function wrongField(
  fields: Partial<Record<keyof SignInMessage, unknown>>,
  accountName: string,
): keyof SignInMessage | undefined {
  const isEthereum = accountName === 'Ethereum'
  const isExpected = (field: keyof SignInMessage) => {
    const value = fields[field]
    if (value === undefined) return !required.has(field)
    if (Array.isArray(value) !== (field === 'resources')) return false
    return [value].flat().every((text) => typeof text === 'string' && rules[field](text, isEthereum))
  }
  return (Object.keys(rules) as (keyof SignInMessage)[]).find((field) => !isExpected(field))
}

function isSignInMessage(fields: object, accountName: string): fields is SignInMessage {
  return wrongField(fields, accountName) === undefined
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDateTime(text: string): boolean {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeapYear ? 29 : (monthDays[month - 1] ?? 0)
  return day >= 1 && day <= days
}
