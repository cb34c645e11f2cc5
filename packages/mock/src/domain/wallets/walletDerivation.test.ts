import { isAddressOf } from '@latchkey/crypto/chainAddresses'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { describe, expect, it } from 'vitest'
import { deriveAddresses, type EmbeddedChain, isEmbeddedChain, pathOf } from './walletDerivation.ts'

/** Of the mnemonic of eleven times "abandon" and "about", which the BIPs take for their examples. */
const entropy = new Uint8Array(16)
const mnemonic = `${'abandon '.repeat(11)}about`

describe('derived addresses', () => {
  it('are those of the first account on EVM chains', async () => {
    expect(await deriveAddresses(entropy, 'EVM', 0)).toEqual({ address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' })
  })

  it('on Bitcoin are those of the test vectors of BIP-84 and BIP-86', async () => {
    const { address, additionalAddresses } = await deriveAddresses(entropy, 'BTC', 0)
    expect(address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(additionalAddresses).toEqual([
      {
        address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
        publicKey: expect.stringMatching(/^0[23]cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115$/),
        type: 'ordinals',
      },
      { address, publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c', type: 'payment' },
    ])
    expect((await deriveAddresses(entropy, 'BTC', 1)).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  })

  it('on Solana are those that its wallets show', async () => {
    expect((await deriveAddresses(entropy, 'SOL', 0)).address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  })

  it('on Sui are those of its library', async () => {
    for (const account of [0, 1]) {
      const expected = Ed25519Keypair.deriveKeypair(mnemonic, pathOf('SUI', account)).toSuiAddress()
      expect((await deriveAddresses(entropy, 'SUI', account)).address).toBe(expected)
    }
  })

  it.each(['EVM', 'SOL', 'SUI', 'BTC', 'TON'] as const)(
    'are addresses of %s, another one for each account and each entropy',
    async (chain: EmbeddedChain) => {
      const accounts = await Promise.all([
        deriveAddresses(entropy, chain, 0),
        deriveAddresses(entropy, chain, 1),
        deriveAddresses(new Uint8Array(16).fill(1), chain, 0),
      ])
      const addresses = accounts.map(({ address }) => address)
      expect(addresses.filter((address) => isAddressOf(chain, address))).toHaveLength(3)
      expect(new Set(addresses).size).toBe(3)
    },
  )
})

describe('the chains of embedded wallets', () => {
  it('are only some of all chains', () => {
    expect(['EVM', 'COSMOS', 'toString'].map(isEmbeddedChain)).toEqual([true, false, false])
  })
})
