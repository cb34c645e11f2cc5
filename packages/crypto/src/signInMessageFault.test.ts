import { describe, expect, it } from 'vitest'
import { parseSignInMessage } from './signInMessage.ts'
import { signInMessageFault } from './signInMessageFault.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const lines = [
  'app.example.com wants you to sign in with your Ethereum account:',
  address,
  '',
  'Sign in to Example.',
  '',
  'URI: https://app.example.com',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891756',
  'Issued At: 2026-01-15T09:30:00Z',
  'Expiration Time: 2026-01-15T09:40:00Z',
  'Not Before: 2026-01-15T09:30:00Z',
  'Request ID: 1',
  'Resources:',
  '- https://example.com/claim.json',
]
const changed = (index: number, line: string) => lines.with(index, line).join('\n')
const without = (index: number) => lines.toSpliced(index, 1).join('\n')
const checksum =
  'The second line of the sign-in message, the address, has to be "0x" and 40 hex digits, in the capital and small letters of its checksum (EIP-55): an address in letters of one case has none.'
const signs = "-._~:/?#[]@!$&'()*+,;="
const noMessage = 'This is not a sign-in message (EIP-4361):'
const instant = 'has to be an instant of RFC 3339 with a capital T and Z, such as 2026-01-15T09:30:00Z.'

describe('signInMessageFault', () => {
  it.each([
    [changed(1, address.toLowerCase()), checksum],
    [changed(1, address.replace('Cc2', 'CC2')), checksum],
    [changed(1, 'ada.eth'), checksum],
    [
      changed(0, 'app/ wants you to sign in with your Ethereum account:'),
      'The domain in the first line of the sign-in message has to be a host in ASCII, with its port unless that is the usual one, and without a path.',
    ],
    [
      changed(3, 'Prix : 10 €'),
      `The statement of the sign-in message has to be one line of ASCII letters, digits, spaces and ${signs}. It has "€", which is not one of them.`,
    ],
    [
      changed(3, 'Say "yes"'),
      `The statement of the sign-in message has to be one line of ASCII letters, digits, spaces and ${signs}. It has "\\"", which is not one of them.`,
    ],
    [changed(5, 'URI: /login'), 'The line "URI:" of the sign-in message has to be an absolute URI in ASCII.'],
    [changed(6, 'Version: 2'), 'The line "Version:" of the sign-in message has to be 1.'],
    [changed(7, 'Chain ID: 0x1'), 'The line "Chain ID:" of the sign-in message has to be decimal digits, such as 1.'],
    [changed(8, 'Nonce: a'), 'The line "Nonce:" of the sign-in message has to be at least eight letters and digits.'],
    [changed(9, 'Issued At: 2026-01-15'), `The line "Issued At:" of the sign-in message ${instant}`],
    [
      changed(10, 'Expiration Time: 2026-02-30T00:00:00Z'),
      `The line "Expiration Time:" of the sign-in message ${instant}`,
    ],
    [changed(11, 'Not Before: today'), `The line "Not Before:" of the sign-in message ${instant}`],
    [changed(12, 'Request ID: /'), 'The line "Request ID:" of the sign-in message has to be a segment of a URI.'],
    [
      changed(14, '- claim.json'),
      'The line "Resources:" of the sign-in message has to be absolute URIs in ASCII, each in a line that begins with "- ".',
    ],
    [
      changed(0, 'app.example.com wants you to sign in with your Solana account:'),
      'The first line of the sign-in message has to ask for an account of Ethereum, the chain of the request.',
    ],
  ])('names the line whose value is wrong, and what it has to be (%#)', (text, sentence) => {
    expect(parseSignInMessage(text, { accountName: 'Ethereum' })).toBeUndefined()
    expect(signInMessageFault(text, 'Ethereum')).toBe(sentence)
  })

  it.each([
    ['Let me in.', 'its first line has to be "<domain> wants you to sign in with your <chain> account:".'],
    [`${lines.join('\n')}\n`, 'it ends with an empty line. It has to end with its last value.'],
    [without(2), 'its third line, after the address, has to be empty.'],
    [
      changed(4, 'Second line.'),
      'the address has to be followed by an empty line, a statement of one line or none, an empty line, and "URI: ".',
    ],
    [
      without(5),
      'the address has to be followed by an empty line, a statement of one line or none, an empty line, and "URI: ".',
    ],
    [without(6), 'a line that begins with "Version: " has to follow the line "URI:".'],
    [without(7), 'a line that begins with "Chain ID: " has to follow the line "Version:".'],
    [without(8), 'a line that begins with "Nonce: " has to follow the line "Chain ID:".'],
    [without(9), 'a line that begins with "Issued At: " has to follow the line "Nonce:".'],
    [changed(10, 'Color: red'), 'the line "Issued At:" is followed by one that a message does not have at this place.'],
    [lines.join('\r\n'), 'its lines end with "\\r\\n". They have to end with "\\n" only.'],
  ])('names the first line that is missing or out of place (%#)', (text, sentence) => {
    expect(parseSignInMessage(text, { accountName: 'Ethereum' })).toBeUndefined()
    expect(signInMessageFault(text, 'Ethereum')).toBe(`${noMessage} ${sentence}`)
  })

  it('has other rules for addresses and networks of other chains', () => {
    const text = lines.join('\n').replace('Ethereum', 'Solana')
    expect(signInMessageFault(text.replace(address, ''), 'Solana')).toBe(
      'The second line of the sign-in message, the address, has to be an address of visible ASCII characters.',
    )
    expect(signInMessageFault(text.replace('Chain ID: 1', 'Chain ID: a b'), 'Solana')).toBe(
      'The line "Chain ID:" of the sign-in message has to be at most 32 letters, digits, "-" and "_".',
    )
  })

  it('shows nothing of the text', () => {
    const secret = 'correcthorse'
    const texts = lines.map((_, index) => changed(index, secret))
    for (const text of [...texts, ...lines.map((line, index) => changed(index, `${line}${secret} ä/`))])
      expect(signInMessageFault(text, 'Ethereum')).not.toContain(secret)
  })
})
