import { describe, expect, it } from 'vitest'
import {
  accountOf,
  assetOf,
  chainsWithNetworks,
  isAddress,
  isAsset,
  nativeAsset,
  type WaasChain,
} from './policyChains.ts'

const zero = `0x${'0'.repeat(40)}`
const systemProgram = '1'.repeat(32)
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const addresses: readonly (readonly [WaasChain, string, string])[] = [
  ['EVM', usdc, `eip155:${usdc.toLowerCase()}`],
  ['SVM', mint, `solana:${mint}`],
  ['SUI', `0x${'ab'.repeat(32)}`, `sui:0x${'ab'.repeat(32)}`],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bip122:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['TON', `0:${'ab'.repeat(32)}`, `ton:0:${'ab'.repeat(32)}`],
]

it('requests of the EVM and of Solana can be bound to a network, and no others', () => {
  expect([...chainsWithNetworks]).toEqual(['EVM', 'SVM'])
})

describe.each(addresses)('an address of %s', (chain, address, account) => {
  it('is one of its own chain, and names an account and an asset there', () => {
    expect(isAddress(chain, address)).toBe(true)
    expect(isAsset(chain, address)).toBe(true)
    expect(accountOf(chain, address)).toBe(account)
    expect(assetOf(chain, address)).toBe(account)
  })

  it.each(addresses.map(([other]) => other).filter((other) => other !== chain))('is not one of %s', (other) => {
    expect(isAddress(other, address)).toBe(false)
    expect(isAsset(other, address)).toBe(false)
  })
})

it.each([undefined, zero, systemProgram])("the chain's own currency can be named by %s", (text) => {
  expect(assetOf('EVM', text)).toBe(nativeAsset)
  if (text !== undefined) expect(isAsset('SUI', text)).toBe(true)
})

it('an empty text names no asset', () => {
  expect(isAsset('EVM', '')).toBe(false)
})
