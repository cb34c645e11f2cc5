import { isStatement, readLayout, type SignInMessage, wrongField } from './signInMessage.ts'

/** A line after the statement: its field, how it begins, and whether a message may leave it out. */
type Line = readonly [field: keyof SignInMessage, start: string, isOptional?: boolean]

const linesOfFields: readonly Line[] = [
  ['uri', 'URI: '],
  ['version', 'Version: '],
  ['chainId', 'Chain ID: '],
  ['nonce', 'Nonce: '],
  ['issuedAt', 'Issued At: '],
  ['expirationTime', 'Expiration Time: ', true],
  ['notBefore', 'Not Before: ', true],
  ['requestId', 'Request ID: ', true],
  ['resources', 'Resources:', true],
]

const instant = 'an instant of RFC 3339 with a capital T and Z, such as 2026-01-15T09:30:00Z'

/** The value that each field has to have. */
const expectations: Readonly<Record<keyof SignInMessage, string>> = {
  scheme: 'the scheme of a URI, before "://"',
  domain: 'a host in ASCII, with its port unless that is the usual one, and without a path',
  address: 'an address of visible ASCII characters',
  statement: "one line of ASCII letters, digits, spaces and -._~:/?#[]@!$&'()*+,;=",
  uri: 'an absolute URI in ASCII',
  version: '1',
  chainId: 'at most 32 letters, digits, "-" and "_"',
  nonce: 'at least eight letters and digits',
  issuedAt: instant,
  expirationTime: instant,
  notBefore: instant,
  requestId: 'a segment of a URI',
  resources: 'absolute URIs in ASCII, each in a line that begins with "- "',
}

const ethereumExpectations: Partial<Record<keyof SignInMessage, string>> = {
  address:
    '"0x" and 40 hex digits, in the capital and small letters of its checksum (EIP-55): an address in letters of one case has none',
  chainId: 'decimal digits, such as 1',
}

/**
 * Says why a text is not a sign-in message: which line is wrong, and what it has to be. No value of the text is shown,
 * except for the first character that a statement cannot have.
 *
 * @param text - One that `parseSignInMessage` does not read.
 */
export function signInMessageFault(text: string, accountName: string): string {
  const fields = readLayout(text)
  if (!fields) return `This is not a sign-in message (EIP-4361): ${layoutFault(text)}`
  if (fields.accountName !== accountName)
    return `The first line of the sign-in message has to ask for an account of ${accountName}, the chain of the request.`
  const { accountName: _, ...claims } = fields
  const field = wrongField(claims, accountName)
  if (!field) return 'This sign-in message is well-formed.'
  const sentence = `${placeOf(field)} has to be ${expectationOf(field, accountName)}.`
  return field === 'statement' ? `${sentence} ${wrongCharacter(String(claims[field]))}` : sentence
}

function wrongCharacter(statement: string): string {
  const character = [...statement].find((each) => !isStatement(each)) ?? ''
  return `It has ${JSON.stringify(character)}, which is not one of them.`
}

/** The first place where the lines are others than those of the layout. */
function layoutFault(text: string): string {
  const lines = text.split('\n')
  if (lines.some((line) => line.endsWith('\r'))) return 'its lines end with "\\r\\n". They have to end with "\\n" only.'
  if (text.endsWith('\n')) return 'it ends with an empty line. It has to end with its last value.'
  if (!/^[^ ]* wants you to sign in with your .* account:$/.test(lines[0] ?? ''))
    return 'its first line has to be "<domain> wants you to sign in with your <chain> account:".'
  if (lines[2] !== '') return 'its third line, after the address, has to be empty.'
  const start = lines[4]?.startsWith('URI: ') ? 4 : 5
  if (lines[start - 1] !== '' || !lines[start]?.startsWith('URI: '))
    return 'the address has to be followed by an empty line, a statement of one line or none, an empty line, and "URI: ".'
  return lineFault(lines, start)
}

function lineFault(lines: readonly string[], start: number): string {
  let index = start
  let last = ''
  for (const [field, beginning, isOptional] of linesOfFields) {
    const isThere = lines[index]?.startsWith(beginning)
    if (!isThere && !isOptional) return `a line that begins with "${beginning}" has to follow the line "${last}".`
    if (!isThere) continue
    last = beginning.trimEnd()
    index += 1
    if (field === 'resources') while (lines[index]?.startsWith('- ')) index += 1
  }
  return `the line "${last}" is followed by one that a message does not have at this place.`
}

function placeOf(field: keyof SignInMessage): string {
  if (field === 'scheme' || field === 'domain') return `The ${field} in the first line of the sign-in message`
  if (field === 'address') return 'The second line of the sign-in message, the address,'
  if (field === 'statement') return 'The statement of the sign-in message'
  const [, beginning = ''] = linesOfFields.find(([name]) => name === field) ?? []
  return `The line "${beginning.trimEnd()}" of the sign-in message`
}

function expectationOf(field: keyof SignInMessage, accountName: string): string {
  const ofEthereum = accountName === 'Ethereum' ? ethereumExpectations : {}
  return ofEthereum[field] ?? expectations[field]
}
