import { concat, readHex, toHex } from '@latchkey/base/bytes'
import { concat as concatHex, type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  hashMessage as hashNestedMessage,
  hashTypedData as hashNestedTypedData,
  wrapTypedDataSignature,
} from 'viem/experimental/erc7739'
import { describe, expect, it } from 'vitest'
import type { ChainFacts } from '../walletSignature.ts'
import { readErc7739, type VerifierDomain } from './erc7739.ts'
import { evm } from './evm.ts'

// viem is the other hand: it nests messages and typed data for contract wallets.
const owner = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const address = '0x00000000219ab540356cbb839cbe05303d7705fa' as const
const domain: VerifierDomain = { name: 'Smart Account', version: '1', chainId: 8453, address }
const verifierDomain = { name: 'Smart Account', version: '1', chainId: 8453, verifyingContract: address }
const message = 'app.example.com wants you to sign in'

const typedData = {
  domain: { name: 'Shop', version: '2', chainId: 8453, verifyingContract: `0x${'22'.repeat(20)}` },
  types: {
    Order: [
      { name: 'buyer', type: 'Person' },
      { name: 'amount', type: 'uint256' },
    ],
    Person: [{ name: 'name', type: 'string' }],
  },
  primaryType: 'Order',
  message: { buyer: { name: 'Ada' }, amount: 5n },
} as const satisfies TypedDataDefinition
const digest = readHex(hashTypedData(typedData)) ?? expect.fail()

const extraDomain = { ...verifierDomain, salt: `0x${'00'.repeat(32)}` } as const
const nestedDigest = hashNestedTypedData({ ...typedData, verifierDomain: extraDomain })
const bytesOf = (hex: Hex) => readHex(hex) ?? expect.fail()
const signNested = async () =>
  bytesOf(wrapTypedDataSignature({ ...typedData, signature: await owner.sign({ hash: nestedDigest }) }))

describe('typed data that is nested in the domain of a wallet', () => {
  it('signs what others nest', async () => {
    const wrapped = await signNested()
    const [nested, ...others] = readErc7739(digest, wrapped, domain)
    expect(others).toEqual([])
    expect(`0x${toHex(nested?.digest ?? new Uint8Array())}`).toBe(nestedDigest)
    expect(nested?.signature).toEqual(wrapped.subarray(0, 65))
  })

  it.each(Object.entries({ name: 'Other', version: '2', chainId: 1, address: `0x${'33'.repeat(20)}` }))(
    'signs something else for a wallet of another %s',
    async (field, value) => {
      const [nested] = readErc7739(digest, await signNested(), { ...domain, [field]: value })
      expect(`0x${toHex(nested?.digest ?? new Uint8Array())}`).not.toBe(nestedDigest)
    },
  )

  it('is no signature over another digest', async () => {
    expect(
      readErc7739(
        digest.map((byte) => byte ^ 1),
        await signNested(),
        domain,
      ),
    ).toEqual([])
  })

  it.each([
    ['without the length of its type', (bytes: Uint8Array) => bytes.subarray(0, -2)],
    ['with a length of zero', (bytes: Uint8Array) => concat(bytes.subarray(0, 65 + 64), new Uint8Array(2))],
    ['with one byte more', (bytes: Uint8Array) => concat(Uint8Array.of(0), bytes)],
    ['of nothing', () => new Uint8Array()],
    [
      'whose type has no name',
      (bytes: Uint8Array) => concat(bytes.subarray(0, 65 + 64), Uint8Array.of(0x28, 0x29), Uint8Array.of(0, 2)),
    ],
  ])('is no signature %s', async (_, change) => {
    expect(readErc7739(digest, change(await signNested()), domain)).toEqual([])
  })

  it('has a type that may be longer than one byte can say', async () => {
    const types = { ...typedData.types, Person: [{ name: 'n'.repeat(300), type: 'string' }] }
    const long = { ...typedData, types, message: { buyer: { ['n'.repeat(300)]: 'Ada' }, amount: 5n } }
    const hash = hashNestedTypedData({ ...long, verifierDomain: extraDomain } as never)
    const wrapped = bytesOf(wrapTypedDataSignature({ ...long, signature: await owner.sign({ hash }) } as never))
    const [nested] = readErc7739(bytesOf(hashTypedData(long as never)), wrapped, domain)
    expect(`0x${toHex(nested?.digest ?? new Uint8Array())}`).toBe(hash)
  })
})

describe('a message that is nested in the domain of a wallet', () => {
  const sign = () => owner.sign({ hash: hashNestedMessage({ message, verifierDomain }) })
  const factsOf = (isDomainKnown: boolean): ChainFacts => ({
    contractWallet: () => ({
      owners: [owner.address.toLowerCase()],
      isDeployed: true,
      ...(isDomainKnown && { domain: { name: 'Smart Account', version: '1' } }),
    }),
    accountKeys: () => [],
  })
  const verify = (signature: string, { network = '8453', isDomainKnown = true, text = message } = {}) =>
    evm.verify({ chain: 'EVM', address, message: text, signature, network }, factsOf(isDomainKnown))

  it('is accepted from the owner of the wallet', async () => {
    expect(verify(await sign())).toBe('valid')
  })

  it('is refused of a wallet without a domain, also where it is nested in an empty one', async () => {
    const empty = { name: '', version: '', chainId: 8453, verifyingContract: address }
    const signature = await owner.sign({ hash: hashNestedMessage({ message, verifierDomain: empty }) })
    expect(verify(signature, { isDomainKnown: false })).toBe('invalid')
  })

  it('is refused over another message, on another network, and of a wallet without a domain', async () => {
    const signature = await sign()
    expect(verify(signature, { text: `${message}.` })).toBe('invalid')
    expect(verify(signature, { network: '1' })).toBe('invalid')
    expect(verify(signature, { isDomainKnown: false })).toBe('invalid')
    expect(verify(concatHex([signature, '0x00']))).toBe('invalid')
  })
})

it('a contract that a real node knows is asked, before any signature is read', async () => {
  const asked: object[] = []
  const facts = (isValid: boolean): ChainFacts => ({
    contractWallet: () => undefined,
    accountKeys: () => [],
    isSignatureValid: (question) => (asked.push(question), isValid),
  })
  const signed = { chain: 'EVM', address, message, signature: '0x1234', network: '1' } as const
  expect([true, false].map((isValid) => evm.verify(signed, facts(isValid)))).toEqual(['valid', 'invalid'])
  expect(asked[0]).toMatchObject({ address, signature: '0x1234', network: '1' })
})
