import { describe, expect, it } from 'vitest'
import { canonicalName, isLabel, nameServiceChain } from './chainNames.ts'

const label = 'a'.repeat(63)

describe('canonicalName', () => {
  it.each([
    ['EVM', 'Example.ETH', 'example.eth'],
    ['ETH', 'a.b.example.eth', 'a.b.example.eth'],
    ['EVM', 'example.com', 'example.com'],
    ['EVM', 'xn--mgba3a4f16a.xn--p1ai', 'xn--mgba3a4f16a.xn--p1ai'],
    ['EVM', `${label}.eth`, `${label}.eth`],
    ['SOL', 'Example.sol', 'example.sol'],
    ['SUI', 'example.sui', 'example.sui'],
    ['ALGO', 'example.algo', 'example.algo'],
  ] as const)('normalises a name of %s, %s, to %s', (chain, text, name) => {
    expect(canonicalName(chain, text)).toBe(name)
  })

  it.each([
    ['EVM', ''],
    ['EVM', 'eth'],
    ['EVM', '.eth'],
    ['EVM', 'a.eth.'],
    ['EVM', 'a..eth'],
    ['EVM', '-a.eth'],
    ['EVM', 'a-.eth'],
    ['EVM', 'a_b.eth'],
    ['EVM', 'ä.eth'],
    ['EVM', '\u212a.eth'],
    ['EVM', '10.0.0.1'],
    ['EVM', `${label}a.eth`],
    ['EVM', `${`${label}.`.repeat(4)}eth`],
    ['SOL', 'example.eth'],
    ['SUI', 'example.sol'],
    ['BTC', 'example.btc'],
    ['TON', 'example.ton'],
  ] as const)('refuses a name of %s, %j', (chain, text) => {
    expect(canonicalName(chain, text)).toBeUndefined()
  })

  it('leaves exactly enough room for names below', () => {
    const name = `${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(2)}.eth`
    expect(name).toHaveLength(189)
    expect(canonicalName('EVM', name, 64)).toBe(name)
    expect(canonicalName('EVM', name, 65)).toBeUndefined()
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
    for (const text of ['', 'A', '-a', 'a-', 'a.b', 'a_b', `${label}a`, 'a\n']) expect(isLabel(text), text).toBe(false)
  })
})
