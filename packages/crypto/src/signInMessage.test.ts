import { describe, expect, it } from 'vitest'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from './signInMessage.ts'

const ethereum = { accountName: 'Ethereum' }
const solana = { accountName: 'Solana' }

const text = [
  'https://app.example.com:8443 wants you to sign in with your Ethereum account:',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '',
  'I accept the Terms: https://example.com/tos',
  '',
  'URI: https://app.example.com/login',
  'Version: 1',
  'Chain ID: 137',
  'Nonce: 32891756',
  'Issued At: 2026-01-15T09:30:00.000Z',
  'Expiration Time: 2026-01-15T09:40:00Z',
  'Not Before: 2026-01-15T10:30:00+01:00',
  'Request ID: a%20request',
  'Resources:',
  '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
  '- https://example.com/claim.json',
].join('\n')
const message: SignInMessage = {
  scheme: 'https',
  domain: 'app.example.com:8443',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: 'I accept the Terms: https://example.com/tos',
  uri: 'https://app.example.com/login',
  version: '1',
  chainId: '137',
  nonce: '32891756',
  issuedAt: '2026-01-15T09:30:00.000Z',
  expirationTime: '2026-01-15T09:40:00Z',
  notBefore: '2026-01-15T10:30:00+01:00',
  requestId: 'a%20request',
  resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', 'https://example.com/claim.json'],
}
const { domain, address, uri, version, chainId, nonce, issuedAt } = message
const smallest: SignInMessage = { domain, address, uri, version, chainId, nonce, issuedAt }

const optional = ['scheme', 'statement', 'expirationTime', 'notBefore', 'requestId', 'resources'] as const
/** The message with any selection of the optional fields. */
const selections = Array.from({ length: 2 ** optional.length }, (_, bits): SignInMessage =>
  Object.assign(
    {},
    smallest,
    ...optional.filter((_, index) => bits & (1 << index)).map((field) => ({ [field]: message[field] })),
  ),
)

const dates = {
  real: [
    '2026-01-15T09:30:00Z',
    '2024-02-29T23:59:59.123456789-23:59',
    '2000-02-29T00:00:00-00:00',
    '0001-12-31T00:00:00+14:00',
    '2024-03-31T00:00:00Z',
    '2026-03-01T00:00:00Z',
  ],
  wrong: [
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2022-02-31T17:09:38.578Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-15T24:00:00Z',
    '2026-01-15T00:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-15',
    '2026-01-15T09:30Z',
    '2026-01-15T09:30:00',
    '2026-01-15 09:30:00Z',
    '2026-01-15t09:30:00z',
    '2026-01-15T09:30:00.Z',
    '2026-01-15T09:30:00,5Z',
    '2026-01-15T09:30:00+0100',
    '2026-01-15T09:30:00Z+01:00',
    '2026-01-15T09:30:00+24:00',
    '2026-01-15T09:30:00+01:60',
    '26-01-15T09:30:00Z',
    '+002026-01-15T09:30:00Z',
    'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)',
    '1768469400',
    '',
  ],
}

/** Valid and invalid values of each field. */
const values: Record<
  keyof Omit<SignInMessage, 'version' | 'resources'>,
  { right: readonly string[]; wrong: readonly string[] }
> = {
  scheme: { right: ['http', 'x-app+1.0'], wrong: ['', '1x', 'ht tp', 'http:', 'ä'] },
  domain: {
    right: ['[::cafe]:80', 'test@127.0.0.1:8080', 'xn--exmple-cua.com'],
    wrong: ['', '#a', 'a/b', 'a b', 'exämple.com', ':80', 'https://a', 'a\nb'],
  },
  address: {
    right: ['0x52908400098527886E0F7030069857D2E4169EE7'],
    wrong: [
      '',
      'ada.eth',
      address.toLowerCase(),
      `0x${address.slice(2).toUpperCase()}`,
      address.replace('Cc2', 'CC2'),
      address.slice(0, -1),
      `${address}0`,
      address.slice(2),
      '0x1234',
    ],
  },
  statement: {
    right: ['', ' ', "aZ09 -._~:/?#[]@!$&'()*+,;="],
    wrong: ['a\nb', 'a\r', 'ä', '100 %', '"a"', '<a>', '`', '{', '|', '}', '^', '\\', '\t', '\u00a0'],
  },
  uri: {
    right: ['urn:isbn:0451450523', 'https://127.0.0.1/?query=one#begin'],
    wrong: ['', 'example.com', ':a', 'https://a b', 'https://[::1'],
  },
  chainId: { right: ['1', '11155111'], wrong: ['', '?', '-1', '1.0', '0x1', 'eip155:1', ' 1', '١'] },
  nonce: { right: ['abcdEFGH0123456789'], wrong: ['', '1234567', '1234-5678', '1234567 ', '12345678 ', '1234567é'] },
  issuedAt: { right: dates.real, wrong: dates.wrong },
  expirationTime: { right: dates.real, wrong: dates.wrong },
  notBefore: { right: dates.real, wrong: dates.wrong },
  requestId: { right: ['', "a:@!$&'()*+,;=-._~%20"], wrong: ['a/b', 'a b', '%2', '[', 'a?', '#', 'ä'] },
}
/** The text before and after each field. */
const surroundings: Readonly<Record<string, readonly [string, string]>> = {
  scheme: ['', '://'],
  domain: ['https://', ' wants'],
  address: ['account:\n', '\n'],
  statement: [`${address}\n\n`, '\n\nURI'],
  uri: ['URI: ', '\n'],
  chainId: ['Chain ID: ', '\n'],
  nonce: ['Nonce: ', '\n'],
  issuedAt: ['Issued At: ', '\n'],
  expirationTime: ['Expiration Time: ', '\n'],
  notBefore: ['Not Before: ', '\n'],
  requestId: ['Request ID: ', '\n'],
}
const cases = (of: 'right' | 'wrong') =>
  Object.entries(values).flatMap(([field, { [of]: texts }]) => texts.map((value) => ({ field, value })))

describe('parseSignInMessage', () => {
  it('reads every field', () => {
    expect(parseSignInMessage(text, ethereum)).toStrictEqual(message)
  })

  it('reads the smallest message, without keys for missing fields', () => {
    const lines = text.split('\n')
    const short = [lines[0]?.replace('https://', ''), lines[1], '', '', ...lines.slice(5, 10)].join('\n')
    expect(parseSignInMessage(short, ethereum)).toStrictEqual(smallest)
  })

  it('reads an empty list of resources', () => {
    expect(parseSignInMessage(text.slice(0, text.indexOf('\n- ')), ethereum)).toStrictEqual({
      ...message,
      resources: [],
    })
  })

  it('refuses a line that is missing, doubled, swapped with the next, or indented', () => {
    const lines = text.split('\n')
    // The statement, lines from the expiration on, and resources are optional; resources may be many, in any order.
    const [statement, expiration, resources] = [3, 10, 13]
    for (const [index, line] of lines.entries()) {
      const read = (...changed: (string | undefined)[]) =>
        parseSignInMessage([...lines.slice(0, index), ...changed].join('\n'), ethereum)
      const rest = lines.slice(index + 1)
      if (index !== statement && (index < expiration || index === resources))
        expect(read(...rest), `without ${line}`).toBeUndefined()
      if (index <= resources) expect(read(line, line, ...rest), `twice ${line}`).toBeUndefined()
      if (index <= resources) expect(read(rest[0], line, ...rest.slice(1)), `late ${line}`).toBeUndefined()
      if (index !== statement) expect(read(` ${line}`, ...rest), `indented ${line}`).toBeUndefined()
    }
  })

  it.each([
    ['a line break at the end', `${text}\n`],
    ['a line break at the start', `\n${text}`],
    ['a space at the end', `${text} `],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['more text', `${text}\n- https://a\nSigned: yes`],
    ['a byte order mark', `\ufeff${text}`],
    ['other capitals', text.replace('Chain ID', 'Chain Id')],
    ['no space after a colon', text.replace('Nonce: ', 'Nonce:')],
    ['two spaces after a colon', text.replace('Nonce: ', 'Nonce:  ')],
    ['a resource without its dash', text.replace('- https', 'https')],
    ['two resources on one line', text.replace('claim.json', 'claim.json - https://a')],
    ['version 2', text.replace('Version: 1', 'Version: 2')],
    ['nothing', ''],
    ['a wrong resource first', text.replace('- ipfs:', '- :ipfs')],
    ['a wrong resource last', text.replace('claim.json', '<claim>')],
    ['an empty resource', `${text}\n- `],
    ['a sentence of its own', text.replace('wants you to sign in', 'wants you to log in')],
  ])('refuses a message with %s', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(parseSignInMessage(changed, ethereum)).toBeUndefined()
  })

  it('refuses the message of another chain', () => {
    expect(parseSignInMessage(text, solana)).toBeUndefined()
    expect(parseSignInMessage(text.replace('Ethereum', 'Solana'), ethereum)).toBeUndefined()
    expect(parseSignInMessage(text.replace('Ethereum', 'Ethereum account:\n0x or Ethereum'), ethereum)).toBeUndefined()
  })

  it("reads another chain's address and CAIP-2 reference", () => {
    const [key, reference] = ['GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
    const solanaText = text.replace('Ethereum', 'Solana').replace(address, key).replace('137', reference)
    expect(parseSignInMessage(solanaText, solana)).toStrictEqual({ ...message, address: key, chainId: reference })
    const references = ['solana:mainnet', 'main net', '', 'x'.repeat(33), 'é']
    for (const wrong of references)
      expect(parseSignInMessage(solanaText.replace(reference, wrong), solana), wrong).toBeUndefined()
    for (const wrong of ['', 'Gw AF', 'é', '\u007f', '\t'])
      expect(parseSignInMessage(solanaText.replace(key, wrong), solana), wrong).toBeUndefined()
  })

  it.each(cases('right'))('reads $value as $field', ({ field, value }) => {
    const changed = { ...message, [field]: value }
    expect(parseSignInMessage(formatSignInMessage(changed, ethereum), ethereum)).toStrictEqual(changed)
  })

  it.each(cases('wrong'))('refuses to parse $value as $field', ({ field, value }) => {
    const [before, after] = surroundings[field] ?? expect.fail(field)
    const right = before + String(message[field as keyof SignInMessage]) + after
    expect(text).toContain(right)
    expect(
      parseSignInMessage(
        text.replace(right, () => before + value + after),
        ethereum,
      ),
    ).toBeUndefined()
  })

  it('takes time in proportion to the length of a message', () => {
    const long = 'a'.repeat(200_000)
    const wrong = [
      long,
      `https://${long}`,
      text.replace('claim.json', `${'a/'.repeat(100_000)} `),
      text.replace('I accept', `${'I '.repeat(100_000)}%`),
      text.replace('8443', `8443${'@'.repeat(100_000)}`),
      `${text}${'\n- a:'.repeat(50_000)}\n`,
    ]
    for (const changed of wrong) expect(parseSignInMessage(changed, ethereum)).toBeUndefined()
  })
})

describe('formatSignInMessage', () => {
  it('refuses a list in place of a text, and a text in place of the list', () => {
    const lists = { uri: ['https://app.example.com'], resources: 'https://app.example.com' }
    for (const [field, value] of Object.entries(lists))
      expect(() => formatSignInMessage({ ...message, [field]: value }, ethereum)).toThrow(`"${field}"`)
  })

  it('refuses a number in place of a text', () => {
    expect(() => formatSignInMessage({ ...message, nonce: 32_891_756 as never }, ethereum)).toThrow('"nonce"')
  })

  it('writes every field in its place', () => {
    expect(formatSignInMessage(message, ethereum)).toBe(text)
  })

  it('writes messages that can be read back, with any fields left out', () => {
    for (const selection of selections)
      expect(parseSignInMessage(formatSignInMessage(selection, ethereum), ethereum)).toStrictEqual(selection)
    expect(selections).toHaveLength(64)
  })

  it.each(cases('wrong'))('refuses to write $value as $field', ({ field, value }) => {
    expect(() => formatSignInMessage({ ...message, [field]: value }, ethereum)).toThrow(TypeError)
  })

  it.each(Object.keys(smallest))('refuses a message without %s', (field) => {
    expect(() => formatSignInMessage({ ...smallest, [field]: undefined }, ethereum)).toThrow(`"${field}"`)
  })

  it('refuses a resource with a line break', () => {
    expect(() =>
      formatSignInMessage({ ...message, resources: ['https://a', 'https://b\n- https://c'] }, ethereum),
    ).toThrow('"resources"')
  })
})
