import { describe, expect, it } from 'vitest'
import { addressKey, type Chain, isAddressOf } from './chainAddresses.ts'

const checksummed = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Addresses from the chains' documents, with texts that are not addresses. */
const samples: [Chain, string[], string[]][] = [
  [
    'EVM',
    [checksummed, checksummed.toLowerCase(), '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', '0x5290', '52908400098527886E0F7030069857D2E4169EE7'],
  ],
  ['ETH', [checksummed], ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed']],
  [
    'SOL',
    ['4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'],
    ['0OIl3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA', checksummed],
  ],
  ['ECLIPSE', ['4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'], ['4fYNw3dojWmQ4dXtSGE9']],
  [
    'BTC',
    [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ],
    ['bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', checksummed],
  ],
  [
    'COSMOS',
    ['cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'],
    ['cosmos2fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', 'cosmos1fl48'],
  ],
  ['FLOW', ['0x1654653399040a61'], ['0x1654653399040a6', '0x1654653399040a6g']],
  [
    'ALGO',
    ['7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q'],
    ['7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF61'],
  ],
  ['STARK', ['0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'], ['0x', `0x${'1'.repeat(65)}`]],
  ['SUI', [`0x${'a1'.repeat(32)}`], [`0x${'a1'.repeat(31)}`]],
  ['APTOS', [`0x${'a1'.repeat(32)}`, '0xeeff357ea5c1a4e7bc11b2b17ff2dc2d'], [`0x${'a1'.repeat(33)}`]],
  [
    'TRON',
    ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
    ['AJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', 'TJCnKsPa7y5okkXvQAidZBzqx3Qy'],
  ],
  [
    'TON',
    ['EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF', 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'],
    ['EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff', 'AADKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'],
  ],
  ['SPARK', [`02${'ab'.repeat(32)}`], ['02ab', `05${'ab'.repeat(32)}`]],
]

describe('isAddressOf', () => {
  it.each(samples)('%s knows its addresses from other texts', (chain, good, bad) => {
    expect(good.filter((text) => !isAddressOf(chain, text))).toEqual([])
    expect(bad.filter((text) => isAddressOf(chain, text))).toEqual([])
  })

  it('has a sample of every chain', () => {
    expect(new Set(samples.map(([chain]) => chain)).size).toBe(14)
  })
})

describe('addressKey', () => {
  it.each<[string, Chain, string, Chain, string]>([
    ['EVM addresses without regard to case', 'EVM', checksummed, 'EVM', checksummed.toLowerCase()],
    ['EVM and ETH as one family', 'EVM', checksummed, 'ETH', checksummed],
    [
      'Bech32 addresses without regard to case',
      'BTC',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BTC',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    ],
    ['hexadecimal addresses without regard to leading zeros', 'STARK', '0x049D36', 'STARK', '0x49d36'],
    [
      'both forms of a TON address',
      'TON',
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      'TON',
      'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    ],
  ])('compares %s', (...[, chain, address, otherChain, other]) => {
    expect(addressKey(chain, address)).toBe(addressKey(otherChain, other))
  })

  it.each<[string, Chain, string, Chain, string]>([
    [
      'base58 letters of another case',
      'SOL',
      '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
      'SOL',
      '4fyNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
    ],
    [
      'the same text on another family',
      'SOL',
      '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
      'ECLIPSE',
      '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
    ],
  ])('distinguishes %s', (...[, chain, address, otherChain, other]) => {
    expect(addressKey(chain, address)).not.toBe(addressKey(otherChain, other))
  })
})
