import { concat, utf8 } from '@latchkey/base/bytes'
import type { components } from '@latchkey/types'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { addressKey, isAddressOf } from './chainAddresses.ts'
import { loadChain } from './chainSignatures.ts'

type Chain = components['schemas']['ChainEnum']

const kinds: readonly (readonly [Chain, string])[] = [
  ['EVM', 'account'],
  ['EVM', 'contract'],
  ['ETH', 'account'],
  ['SOL', 'ed25519'],
  ['ECLIPSE', 'ed25519'],
  ['BTC', 'p2wpkh'],
  ['BTC', 'p2tr'],
  ['BTC', 'p2sh-p2wpkh'],
  ['BTC', 'p2pkh'],
  ['COSMOS', 'secp256k1'],
  ['FLOW', 'p256Sha3'],
  ['ALGO', 'ed25519'],
  ['STARK', 'stark'],
  ['SUI', 'ed25519'],
  ['APTOS', 'singleKeySecp256k1'],
  ['TRON', 'account'],
  ['TON', 'v3R2'],
  ['SPARK', 'secp256k1'],
]

/** Another character of the same kind for each place, whose text looks like an address as before. */
const others: readonly (readonly [RegExp, string])[] = [
  [/\d/, '23456789'],
  [/[a-z]/, 'acdefghjkmnpqrstuvwxyz'],
  [/[A-Z]/, 'ABCDEFGHJKLMNPQRSTUVWXYZ'],
]
function changedAt(text: string, place: number): string {
  const character = text[place] ?? ''
  const letters = others.find(([kind]) => kind.test(character))?.[1] ?? character
  return (
    text.slice(0, place) +
    (letters[(letters.indexOf(character) + 1) % letters.length] ?? character) +
    text.slice(place + 1)
  )
}

describe.each(kinds)('addresses of %s, kind %s', (chain, kind) => {
  const addresses = loadChain(chain).then(({ createSigner }) =>
    Array.from({ length: 50 }, (_, index) => createSigner(sha256(utf8(`${chain} ${index}`)), kind).address),
  )

  it('of 50 accounts are valid, and their address keys differ', async () => {
    const allAddresses = await addresses
    expect(allAddresses.filter((address) => !isAddressOf(chain, address))).toEqual([])
    expect(new Set(allAddresses.map((address) => addressKey(chain, address))).size).toBe(50)
  })

  it('are not valid with white space, without their last character, or with further characters', async () => {
    for (const address of (await addresses).slice(0, 5)) {
      const wrong = [
        ` ${address}`,
        `${address} `,
        `${address}\n`,
        `${address}\u0000`,
        '',
        `${address}${address}`,
        `${address}\ud800`,
      ]
      // Hex may leave zeros out, so that a part of it is another address.
      if (!['STARK', 'APTOS'].includes(chain)) wrong.push(address.slice(0, 6))
      expect(wrong.filter((text) => isAddressOf(chain, text))).toEqual([])
    }
  })
})

/** Chains whose addresses carry a checksum in all of their spellings that are tried here. */
const checked: readonly (readonly [Chain, string])[] = [
  ['BTC', 'p2wpkh'],
  ['BTC', 'p2tr'],
  ['BTC', 'p2sh-p2wpkh'],
  ['BTC', 'p2pkh'],
  ['COSMOS', 'secp256k1'],
  ['ALGO', 'ed25519'],
  ['TRON', 'account'],
  ['TON', 'v3R2'],
  ['SPARK', 'secp256k1'],
]

describe.each(checked)('the checksum of %s, kind %s', (chain, kind) => {
  it('detects one changed character in each address', async () => {
    const { createSigner } = await loadChain(chain)
    for (const index of [1, 2, 3]) {
      const { address } = createSigner(sha256(utf8(`${chain} ${index}`)), kind)
      const changed = Array.from(address, (_, place) => changedAt(address, place)).filter((text) => text !== address)
      expect(changed.length).toBeGreaterThan(address.length - 4)
      expect(changed.filter((text) => isAddressOf(chain, text))).toEqual([])
    }
  })
})

const words = (...parts: readonly Uint8Array[]) => bech32.toWords(concat(...parts))
const base58check = createBase58check(sha256)

describe('isAddressOf', () => {
  it.each<[Chain, string, string[]]>([
    [
      'BTC',
      'of BIP-173 and BIP-350, and the ones that the first block and an exchange made known',
      [
        'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
        'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
        'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
        'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
        'BC1SW50QGDZ25J',
        '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
        'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
        '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
      ],
    ],
    [
      'SOL',
      'of programs, which are no keys',
      [
        '11111111111111111111111111111111',
        'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        'So11111111111111111111111111111111111111112',
      ],
    ],
    ['TRON', 'of tokens', ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW']],
    [
      'ALGO',
      'that are well known',
      [
        'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ',
        '7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q',
      ],
    ],
    [
      'TON',
      'of both forms and of the master chain',
      [
        'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
        'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF',
        '-1:3333333333333333333333333333333333333333333333333333333333333333',
      ],
    ],
    ['SPARK', 'that were published', ['spark1pgss9z2gpzrnhztwy8ffs44x67angma38sqewwddhxlsk65t0c5d5576quly2j']],
    ['APTOS', 'of the framework', ['0x1', '0xA', `0x${'0'.repeat(63)}4`]],
    [
      'STARK',
      'of a token',
      [
        '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
        '0x49D36570D4E46F48E99674BD3FCC84644DDD6B96F7C741B1562B82F9E004DC7',
      ],
    ],
  ])('accepts addresses of %s %s', (chain, _, addresses) => {
    expect(addresses.filter((text) => !isAddressOf(chain, text))).toEqual([])
  })

  it('accepts accounts and contracts of any Cosmos chain, and no other lengths', () => {
    for (const prefix of ['cosmos', 'osmo', 'juno', 'neutron', 'a1b2']) {
      for (const length of [20, 32])
        expect(isAddressOf('COSMOS', bech32.encode(prefix, words(new Uint8Array(length).fill(3)), false)), prefix).toBe(
          true,
        )
      for (const length of [0, 19, 21, 33])
        expect(
          isAddressOf('COSMOS', bech32.encode(prefix, words(new Uint8Array(length).fill(3)), false)),
          `${prefix} ${length}`,
        ).toBe(false)
      expect(isAddressOf('COSMOS', bech32m.encode(prefix, words(new Uint8Array(20)), false))).toBe(false)
    }
  })

  it('refuses texts with the form of an address and other content', () => {
    const wrong: readonly (readonly [Chain, string])[] = [
      ['SOL', base58.encode(new Uint8Array(31).fill(7))],
      ['SOL', base58.encode(new Uint8Array(33).fill(7))],
      ['SOL', 'z'.repeat(44)],
      ['TRON', base58check.encode(new Uint8Array(21).fill(7).with(0, 0xa0))],
      // It begins with T, too.
      ['TRON', base58check.encode(new Uint8Array(21).fill(7).with(0, 0x42))],
      ['TRON', base58check.encode(new Uint8Array(20).fill(7).with(0, 0x41))],
      ['TRON', `41${'ab'.repeat(20)}`],
      ['TRON', `0x${'ab'.repeat(20)}`],
      ['BTC', bech32m.encode('constructor', [1, ...words(new Uint8Array(32))])],
      ['BTC', bech32.encode('ltc', [0, ...words(new Uint8Array(20))])],
      ['STARK', '0x0'],
      ['STARK', `0x${((1n << 251n) - 256n).toString(16)}`],
      ['STARK', `0x${'f'.repeat(64)}`],
      ['COSMOS', bech32.encode('a-', words(new Uint8Array(20)), false)],
      ['COSMOS', bech32.encode('-a', words(new Uint8Array(20)), false)],
      ['SPARK', `05${'ab'.repeat(32)}`],
      ['SPARK', `02${'ab'.repeat(33)}`],
      ['SPARK', bech32m.encode('spark', words(Uint8Array.of(0x0a, 0x21, 2), new Uint8Array(33)))],
      ['SPARK', bech32m.encode('spark', words(Uint8Array.of(0x0a, 0x21, 5), new Uint8Array(32)))],
      ['SPARK', bech32.encode('spark', words(Uint8Array.of(0x0a, 0x21, 2), new Uint8Array(32)))],
    ]
    expect(wrong.filter(([chain, text]) => isAddressOf(chain, text))).toEqual([])
  })
})
