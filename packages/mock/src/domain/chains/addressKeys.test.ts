import { readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { readTonAddress, toTonAddress } from '@latchkey/crypto/chains/tonAddress'
import { type AnyChainSignatures, loadChain } from '@latchkey/crypto/chainSignatures'
import type { ChainFacts, Signer } from '@latchkey/crypto/walletSignature'
import type { components } from '@latchkey/types'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m } from '@scure/base'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'

type Chain = components['schemas']['ChainEnum']

const hexForms = (address: string) => {
  const digits = address.slice(2)
  const short = digits.replace(/^0+/, '')
  return [
    address,
    `0x${digits.toUpperCase()}`,
    `0X${digits}`,
    `0x${short}`,
    `0x${short.padStart(63, '0')}`,
    `0x0${digits}`,
    digits,
    `0x${short.toUpperCase()}`,
  ]
}
const recoded = (prefixes: readonly string[], address: string, coder = bech32m) =>
  prefixes.map((prefix) => coder.encode(prefix, coder.decode(address as `${string}1${string}`, false).words, false))
const bothCases = (texts: readonly string[]) => texts.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()])

/** All that somebody might write for one account: what the chain's verifier takes of it is one account. */
const spellings: Readonly<Record<Chain, (signer: Signer) => readonly string[]>> = {
  EVM: ({ address }) => [
    ...bothCases([address]),
    `0x${address.slice(2).toUpperCase()}`,
    `0x${'0'.repeat(24)}${address.slice(2)}`,
    address.slice(2),
  ],
  ETH: ({ address }) => [...bothCases([address]), `0x${address.slice(2).toUpperCase()}`],
  SOL: ({ address }) => [...bothCases([address]), `1${address}`, toHex(base58.decode(address))],
  ECLIPSE: ({ address }) => [...bothCases([address]), `1${address}`],
  BTC: ({ address }) => bothCases([address]),
  COSMOS: ({ address }) => bothCases([address]),
  FLOW: ({ address }) => [...hexForms(address), ...bothCases([address])],
  ALGO: ({ address }) => [...bothCases([address]), `${address}=`],
  STARK: ({ address }) => hexForms(address),
  SUI: ({ address }) => hexForms(address),
  APTOS: ({ address }) => hexForms(address),
  TRON: ({ address }) => {
    const hex = toHex(base58.decode(address).subarray(0, 21))
    return [...bothCases([address]), hex, hex.toUpperCase(), `0x${hex}`, `0x${hex.slice(2)}`]
  },
  TON: ({ address }) => {
    const bytes = base64Bytes(address)
    const raw = `0:${toHex(bytes.subarray(2, 34))}`
    const account = readTonAddress(address) ?? expect.fail('no address')
    const friendly = [0x11, 0x51, 0x91, 0xd1].flatMap((tag) => [
      withTag(bytes, tag),
      withTag(bytes, tag).replaceAll('-', '+').replaceAll('_', '/'),
    ])
    return [...friendly, toTonAddress(account), ...bothCases([raw])]
  },
  SPARK: ({ address, publicKey }) =>
    bothCases([...recoded(['spark', 'sp', 'sparkrt', 'sprt', 'spt', 'bc'], address), publicKey, `0x${publicKey}`]),
}

/**
 * How many of the spellings each verifier takes, at least; a list of which none but the first was taken would prove
 * nothing.
 */
const taken: Readonly<Record<Chain, number>> = {
  EVM: 3,
  ETH: 3,
  SOL: 1,
  ECLIPSE: 1,
  BTC: 2,
  COSMOS: 2,
  FLOW: 4,
  ALGO: 1,
  STARK: 4,
  SUI: 2,
  APTOS: 2,
  TRON: 1,
  TON: 6,
  SPARK: 10,
}

const base64Bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** The same account with another tag, and the checksum that goes with it. */
function withTag(bytes: Uint8Array, tag: number): string {
  const body = bytes.subarray(0, 34).with(0, tag)
  let sum = 0
  for (const byte of body) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return btoa(String.fromCharCode(...body, sum >> 8, sum & 0xff))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

describe.each(Object.keys(spellings) as Chain[])('the spellings of an account of %s', (chain) => {
  let signatures: AnyChainSignatures
  beforeAll(async () => {
    signatures = await loadChain(chain)
  })

  it('have one key if a signature is valid for them', async () => {
    const mock = createMock({ seed: 'spellings', now: '2026-01-15T09:30:00Z' })
    for (const index of [0, 1, 2, 3, 4]) {
      const secret = sha256(utf8(`${chain} ${index}`))
      const signer = signatures.createSigner(secret)
      const wallet = await mock.wallets[chain.toLowerCase() as Lowercase<Chain>]({ secret: toHex(secret) })
      const message = wallet.message({
        nonce: 'k3Vq8ZrT2mXw9LbN',
        ...(chain === 'EVM' || chain === 'ETH' ? { chainId: '1' } : {}),
      })
      const signature = signer.sign(message)
      const keys = signer.registered && 'keys' in signer.registered ? signer.registered.keys : []
      const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => keys }
      const signed: string[] = []
      for (const address of spellings[chain](signer))
        if ((await signatures.verify({ chain, address, message, signature }, facts)) === 'valid') signed.push(address)
      expect(new Set(signed).size, signed.join()).toBeGreaterThanOrEqual(taken[chain])
      expect([...new Set(signed.map((address) => addressKey(chain, address)))]).toEqual([
        addressKey(chain, signer.address),
      ])
      expect(signed.filter((address) => !isAddressOf(chain, address))).toEqual([])
    }
  })

  it('differ from those of another account', () => {
    const [first, other] = ['one', 'other'].map((name) => signatures.createSigner(sha256(utf8(name)))) as [
      Signer,
      Signer,
    ]
    const keysOf = (signer: Signer) => new Set(spellings[chain](signer).map((address) => addressKey(chain, address)))
    const theirs = keysOf(other)
    expect([...keysOf(first)].filter((key) => theirs.has(key))).toEqual([])
  })
})

describe('addressKey', () => {
  it('is the same for every form of a Spark account, including regtest and the bare key', async () => {
    const { address, publicKey } = (await loadChain('SPARK')).createSigner(sha256(utf8('spark')))
    const forms = [
      ...recoded(['spark', 'sp', 'sparkrt', 'sprt'], address),
      address.toUpperCase(),
      publicKey,
      publicKey.toUpperCase(),
    ]
    expect(new Set(forms).size).toBe(7)
    expect([...new Set(forms.map((form) => addressKey('SPARK', form)))]).toEqual([`spark:${publicKey}`])
  })

  it('distinguishes the addresses of one key on two chains or networks', async () => {
    const { address } = (await loadChain('COSMOS')).createSigner(sha256(utf8('cosmos')))
    expect(addressKey('COSMOS', recoded(['osmo'], address, bech32)[0] ?? '')).not.toBe(addressKey('COSMOS', address))
    const bitcoin = (await loadChain('BTC')).createSigner(sha256(utf8('btc'))).address
    expect(addressKey('BTC', recoded(['tb'], bitcoin, bech32)[0] ?? '')).not.toBe(addressKey('BTC', bitcoin))
  })

  it('does not map letters of other alphabets to letters of an address', () => {
    expect(addressKey('BTC', '\u212aabc')).toBe('bip122:\u212aabc')
    expect(addressKey('COSMOS', 'COSMOS1\u212a')).toBe('cosmos:cosmos1\u212a')
    expect(readHex('\u212a')).toBeUndefined()
  })
})
