import { checksumAddress } from './checksumAddress.ts'

/** The fields of a message as they are written, as texts. */
export interface MessageFields {
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly resources: readonly string[]
}

type Rule = readonly [name: keyof MessageFields, fits: (text: string, isEthereum: boolean) => boolean, mustBe: string]

const statementCharacters = /^[\w \-.~:/?#[\]@!$&'()*+,;=]*$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const isUri = (text: string) => /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i.test(text)
const uri = 'an absolute URI in ASCII, such as https://app.example.com'

/** The rules of EIP-4361 (CAIP-122 for other chains) for each field. A service reads no other message. */
const rules: readonly Rule[] = [
  [
    'domain',
    (text) => /^([a-z][a-z\d+.-]*:\/\/)?[\w\-.~:[\]!$&'()*+,;=%]+$/i.test(text),
    'a host in ASCII without a path, such as app.example.com',
  ],
  [
    'address',
    (text, isEthereum) =>
      isEthereum
        ? /^0x[\da-f]{40}$/i.test(text) && text === checksumAddress(text.toLowerCase())
        : /^[!-~]+$/.test(text),
    'the address as the wallet returns it. On Ethereum, that is "0x" and 40 hex digits. Mixed capitals and small letters are a checksum (EIP-55); if it is wrong, a character of the address is mistyped',
  ],
  [
    'statement',
    (text) => statementCharacters.test(text),
    "one line of ASCII letters, digits, spaces and -._~:/?#[]@!$&'()*+,;=",
  ],
  ['uri', isUri, uri],
  [
    'chainId',
    (text, isEthereum) => (isEthereum ? /^\d+$/ : /^([-a-z\d]{3,8}:)?[-\w]{1,32}$/).test(text),
    'the id of a network: a number on Ethereum, such as 1, and up to 32 letters, digits, "-" and "_" on other chains',
  ],
  ['nonce', (text) => /^[a-z\d]{8,}$/i.test(text), 'at least eight letters and digits, such as those of getNonce()'],
  [
    'issuedAt',
    (text) => instant.test(text) && !Number.isNaN(Date.parse(text)),
    'an instant with "T" and "Z", as `new Date().toISOString()` writes it',
  ],
]

/** The first character of a statement that no message can have, as a person can see it. */
function wrongCharacter(statement: string): string {
  const character = [...statement].find((each) => !statementCharacters.test(each)) ?? ''
  return `It has ${JSON.stringify(character)}, which is not one of them.`
}

/** @throws {@link SyntaxError} for the first field that would make a message that no service reads */
export function assertFields(fields: MessageFields, isEthereum: boolean): void {
  for (const [name, fits, mustBe] of rules) {
    const text = String(fields[name])
    if (fits(text, isEthereum)) continue
    const found = name === 'statement' ? ` ${wrongCharacter(text)}` : ''
    throw new SyntaxError(`Failed to write the message: \`${name}\` has to be ${mustBe}.${found}`)
  }
  if (!fields.resources.every(isUri))
    throw new SyntaxError(`Failed to write the message: each of \`resources\` has to be ${uri}.`)
}
