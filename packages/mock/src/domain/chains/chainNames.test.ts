import { normalizeEnsName } from '@latchkey/crypto/ensNames'
import { describe, expect, it } from 'vitest'
import { isLabel, nameServiceChain, readAsciiName } from './chainNames.ts'

const label = 'a'.repeat(63)

describe('readAsciiName', () => {
  it.each([
    ['EVM', 'Example.ETH', 'example.eth'],
    ['ETH', 'a.b.example.eth', 'a.b.example.eth'],
    ['EVM', 'example.com', 'example.com'],
    ['EVM', 'a-1.co', 'a-1.co'],
    ['EVM', `${label}.eth`, `${label}.eth`],
    ['SOL', 'Example.sol', 'example.sol'],
    ['SUI', 'example.sui', 'example.sui'],
    ['ALGO', 'example.algo', 'example.algo'],
  ] as const)('normalises a name of %s, %s, to %s', (chain, text, name) => {
    expect(readAsciiName(chain, text)).toEqual({ name })
    if (chain === 'EVM') expect(normalizeEnsName(text)).toEqual({ name })
  })

  it.each([
    ['EVM', '', 'A part between its dots is empty.'],
    ['EVM', 'eth', 'A name of EVM ends in .eth, or a domain of the DNS.'],
    ['EVM', '.eth', 'A part between its dots is empty.'],
    ['EVM', 'a.eth.', 'A part between its dots is empty.'],
    ['EVM', 'a..eth', 'A part between its dots is empty.'],
    ['EVM', '-a.eth', '"-a" has a hyphen at its end.'],
    ['EVM', 'a-.eth', '"a-" has a hyphen at its end.'],
    ['EVM', 'a_b.eth', '"_" (U+005F) is not a letter from a to z, a digit or a hyphen.'],
    ['EVM', 'ä.eth', '"ä" (U+00E4) is not a letter from a to z, a digit or a hyphen.'],
    ['EVM', '🚀.eth', '"🚀" (U+1F680) is not a letter from a to z, a digit or a hyphen.'],
    ['EVM', '\u212a.eth', '"\u212a" (U+212A) is not a letter from a to z, a digit or a hyphen.'],
    ['EVM', 'xn--mgba.eth', '"xn--mgba" has hyphens in its third and fourth place, which are reserved.'],
    ['EVM', '10.0.0.1', 'A name of EVM ends in .eth, or a domain of the DNS.'],
    ['EVM', `${label}a.eth`, `"${label}a" is longer than 63 characters.`],
    ['EVM', `${`${label}.`.repeat(4)}eth`, 'It is longer than 253 bytes.'],
    ['SOL', 'example.eth', 'A name of SOL ends in .sol.'],
    ['SUI', 'example.sol', 'A name of SUI ends in .sui.'],
    ['BTC', 'example.btc', 'BTC has no name service here.'],
    ['TON', 'example.ton', 'TON has no name service here.'],
  ] as const)('refuses a name of %s, %j', (chain, text, problem) => {
    expect(readAsciiName(chain, text)).toEqual({ problem })
  })

  it('leaves exactly enough room for names below', () => {
    const name = `${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(2)}.eth`
    expect(name).toHaveLength(189)
    expect(readAsciiName('EVM', name, 64)).toEqual({ name })
    expect(readAsciiName('EVM', name, 65)).toEqual({ problem: 'It is longer than 188 bytes.' })
  })
})

describe('nameServiceChain', () => {
  it('treats both names of the EVM family as one, and lists chains without a name service', () => {
    expect((['EVM', 'ETH', 'SOL', 'SUI', 'ALGO', 'APTOS', 'BTC', 'TON'] as const).map(nameServiceChain)).toEqual([
      'EVM',
      'EVM',
      'SOL',
      'SUI',
      'ALGO',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('isLabel', () => {
  it('accepts up to 63 lower-case letters, digits and inner hyphens', () => {
    for (const text of ['a', '0', 'a-b', label]) expect(isLabel(text), text).toBe(true)
    for (const text of ['', 'A', '-a', 'a-', 'a.b', 'a_b', 'xn--a', `${label}a`, 'a\n'])
      expect(isLabel(text), text).toBe(false)
  })
})
