import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as Address from 'ox/Address'
import * as Authorization from 'ox/Authorization'
import * as UserOperation from 'ox/erc4337/UserOperation'
import * as Hash from 'ox/Hash'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import * as TxEnvelopeEip2930 from 'ox/TxEnvelopeEip2930'
import * as TxEnvelopeEip7702 from 'ox/TxEnvelopeEip7702'
import * as TxEnvelopeLegacy from 'ox/TxEnvelopeLegacy'
import * as TypedData from 'ox/TypedData'
import { describe, expect, it, vi } from 'vitest'
import { createSigning } from './signing.ts'
import type { Hex, SignRequest } from './types.ts'

const privateKey: Hex = `0x${'07'.repeat(32)}`
const signer = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }))
const contract: Hex = `0x${'c0'.repeat(20)}`

const hexOf = (text: string): Hex => `0x${bytesToHex(new TextEncoder().encode(text))}`
const digestOf = ({ message, isFormatted }: SignRequest): Hex =>
  isFormatted ? `0x${message}` : Hash.keccak256(message as Hex)

/** A service that signs with one key, and its requests. */
function setUp() {
  const requests: SignRequest[] = []
  const signing = createSigning({
    async sign(request) {
      requests.push(request)
      const bytes = secp256k1.sign(hexToBytes(digestOf(request).slice(2)), hexToBytes(privateKey.slice(2)), {
        prehash: false,
        format: 'recovered',
      })
      return { signature: bytesToHex(bytes.subarray(1)), recovery: bytes[0] }
    },
    unsupported: (message) => new RangeError(message),
  })
  return { ...signing, requests }
}

const recover = (payload: Hex, signature: { readonly r: Hex; readonly s: Hex; readonly yParity: number }) =>
  Secp256k1.recoverAddress({ payload, signature })

/** The address of the key that has signed a digest, by a signature of 65 bytes that ends with 27 or 28. */
function signerOf(payload: Hex, signature: Hex) {
  const v = Number.parseInt(signature.slice(130), 16)
  return recover(payload, { r: `0x${signature.slice(2, 66)}`, s: `0x${signature.slice(66, 130)}`, yParity: v - 27 })
}

describe('a message', () => {
  it.each([
    ['a text', 'Grüße', hexOf('Grüße'), 'Grüße'],
    ['bytes in hex', { raw: '0x00ff' }, '0x00ff', { raw: '0x00ff' }],
    ['bytes', { raw: Uint8Array.of(0, 255) }, '0x00ff', { raw: '0x00ff' }],
  ] as const)('of %s is signed as EIP-191 has it, and the service sees it', async (...[, message, raw, evmMessage]) => {
    const { signMessage, requests } = setUp()
    const signature = await signMessage({ message })
    expect(signerOf(PersonalMessage.getSignPayload(raw), signature)).toBe(signer)
    expect(requests).toEqual([{ message: PersonalMessage.encode(raw), context: { evmMessage } }])
  })

  it('is sent as its digest once its bytes are too long for the service', async () => {
    const { signMessage, requests } = setUp()
    // 2 characters of `0x` and 30 bytes of prefix.
    const longest = 'a'.repeat(16_384 / 2 - 1 - 30)
    await signMessage({ message: longest })
    expect(requests[0]).toEqual({ message: PersonalMessage.encode(hexOf(longest)), context: { evmMessage: longest } })
    expect(requests[0]?.message).toHaveLength(16_384)
    const longer = `${longest}a`
    expect(signerOf(PersonalMessage.getSignPayload(hexOf(longer)), await signMessage({ message: longer }))).toBe(signer)
    expect(requests[1]).toEqual({
      message: PersonalMessage.getSignPayload(hexOf(longer)).slice(2),
      isFormatted: true,
      context: { evmMessage: longer },
    })
  })

  it.each([
    ['a text', (length: number) => 'a'.repeat(length)],
    ['bytes', (length: number) => ({ raw: `0x${'0'.repeat(length - 2)}` as const })],
  ])('of %s is not explained to the service once it is too long itself', async (_, messageOf) => {
    const { signMessage, requests } = setUp()
    await signMessage({ message: messageOf(16_384) })
    await signMessage({ message: messageOf(16_386) })
    expect(requests.map((request) => 'context' in request)).toEqual([true, false])
    expect(requests.map(({ isFormatted }) => isFormatted)).toEqual([true, true])
  })
})

describe('a signature', () => {
  it('of a digest is made without the meaning of it', async () => {
    const { sign, requests } = setUp()
    const hash = Hash.keccak256('0x01')
    expect(signerOf(hash, await sign({ hash }))).toBe(signer)
    expect(requests).toEqual([{ message: hash.slice(2), isFormatted: true }])
  })

  it('ends with 27 where the service does not say which key signed', async () => {
    const signing = createSigning({ sign: async () => ({ signature: 'ab'.repeat(64) }), unsupported: RangeError })
    expect(await signing.sign({ hash: '0x01' })).toBe(`0x${'ab'.repeat(64)}1b`)
    const parts = await signing.signAuthorization({ address: contract, chainId: 1, nonce: 0 })
    expect(parts).toMatchObject({ yParity: 0, v: 27n })
  })
})

describe('typed data', () => {
  const types = { Mail: [{ name: 'amount', type: 'uint256' }] }
  const typed = { types, primaryType: 'Mail', message: { amount: 2n ** 70n } }

  it.each([
    ['of a domain', { name: 'App', version: '1', chainId: 1, verifyingContract: contract }],
    ['of a domain with a large integer', { chainId: 8453n }],
    ['without a domain', undefined],
  ])('%s is signed as EIP-712 has it, and the service sees it', async (_, domain) => {
    const { signTypedData, requests } = setUp()
    const payload = TypedData.getSignPayload({ domain: domain ?? {}, ...typed } as never)
    expect(signerOf(payload, await signTypedData({ ...typed, ...(domain && { domain }) }))).toBe(signer)
    const evmTypedData = {
      domain: { ...domain, ...(domain && { chainId: Number(domain.chainId) }) },
      types,
      primaryType: 'Mail',
      message: { amount: '1180591620717411303424' },
    }
    expect(requests).toEqual([
      { message: TypedData.encode({ domain: domain ?? {}, ...typed } as never), context: { evmTypedData } },
    ])
  })

  it('with a salt in its domain is not explained, since the operation has no such field', async () => {
    const { signTypedData, requests } = setUp()
    const domain = { name: 'App', salt: `0x${'01'.repeat(32)}` }
    const payload = TypedData.getSignPayload({ domain, ...typed } as never)
    expect(signerOf(payload, await signTypedData({ ...typed, domain }))).toBe(signer)
    expect(requests).toEqual([{ message: TypedData.encode({ domain, ...typed } as never) }])
  })
})

describe('an authorization', () => {
  it.each(['address', 'contractAddress'])('names its contract by "%s"', async (name) => {
    const { signAuthorization, requests } = setUp()
    const authorization = await signAuthorization({ [name]: contract, chainId: 1, nonce: 3 })
    const { address, chainId, nonce, r, s, yParity, v } = authorization
    expect([address, chainId, nonce, v]).toEqual([contract, 1, 3, BigInt(27 + yParity)])
    const payload = Authorization.getSignPayload({ address, chainId, nonce: BigInt(nonce) })
    expect(recover(payload, { r, s, yParity })).toBe(signer)
    expect(requests).toEqual([
      {
        message: expect.stringMatching(/^0x05/),
        context: { eip7702Auth: { address: contract, chainId: 1, nonce: 3 } },
      },
    ])
  })

  it('needs a contract', async () => {
    const { signAuthorization, requests } = setUp()
    await expect(signAuthorization({ chainId: 1, nonce: 3 })).rejects.toMatchObject({
      name: 'TypeError',
      message: expect.stringContaining('"contractAddress"'),
    })
    expect(requests).toEqual([])
  })
})

describe('a transaction', () => {
  const call = { to: contract, value: 2n, gas: 21_000n, chainId: 1, nonce: 3 }
  const list = [{ address: contract, storageKeys: [] }]
  const delegation = {
    address: contract,
    chainId: 1,
    nonce: 4,
    r: `0x${'0a'.repeat(32)}`,
    s: `0x${'0b'.repeat(32)}`,
  } as const
  const read = {
    legacy: TxEnvelopeLegacy,
    eip2930: TxEnvelopeEip2930,
    eip1559: TxEnvelopeEip1559,
    eip7702: TxEnvelopeEip7702,
  } as object as Record<
    string,
    {
      deserialize(
        text: Hex,
      ): { r?: Hex; s?: Hex; yParity?: number; nonce?: bigint; chainId?: number } & Record<string, unknown>
      getSignPayload(envelope: object): Hex
    }
  >

  /** The fields of a signed transaction, once its signature is that of the wallet. */
  function readSigned(type: string, text: Hex) {
    const envelope = read[type]?.deserialize(text) ?? {}
    const { r = '0x', s = '0x', yParity = 0, v: _, ...fields } = envelope
    const payload = read[type]?.getSignPayload(fields) ?? '0x'
    expect(recover(payload, { r, s, yParity })).toBe(signer)
    return fields
  }

  it.each([
    ['no fees', 'eip1559', {}],
    ['fees by the base fee', 'eip1559', { maxFeePerGas: 5n, maxPriorityFeePerGas: 1n }],
    ['an access list', 'eip1559', { accessList: list, maxFeePerGas: 5n }],
    ['one price and an access list', 'eip2930', { gasPrice: 5n, accessList: list }],
    ['one price', 'legacy', { gasPrice: 5n }],
    ['delegations', 'eip7702', { authorizationList: [{ ...delegation, yParity: 1 }], maxFeePerGas: 5n }],
  ])('with %s is of the type %s', async (_, type, fields) => {
    const { signTransaction, requests } = setUp()
    const signed = readSigned(type, await signTransaction({ ...call, ...fields }))
    expect(signed).toMatchObject({ type, to: contract, value: 2n, gas: 21_000n, chainId: 1, nonce: 3n })
    expect(requests).toEqual([{ message: expect.stringMatching(/^0x/) }])
  })

  it('is of the type that the app names', async () => {
    const { signTransaction } = setUp()
    expect(readSigned('eip2930', await signTransaction({ ...call, type: 'eip2930' }))).toMatchObject({
      type: 'eip2930',
    })
    expect(readSigned('eip1559', await signTransaction({ ...call, type: 'eip1559', accessList: list }))).toMatchObject({
      accessList: list,
    })
  })

  it('has the nonce 0 where none is named', async () => {
    const { nonce: _, ...others } = call
    expect(readSigned('legacy', await setUp().signTransaction({ ...others, gasPrice: 5n })).nonce ?? 0n).toBe(0n)
  })

  it.each([
    ['the parity', { yParity: 1 }, 1],
    ['28', { v: 28n }, 1],
    ['27', { v: 27n }, 0],
    ['the parity, which goes before the other', { yParity: 0, v: 28n }, 0],
  ])('carries delegations whose signatures end with %s', async (_, ending, yParity) => {
    const text = await setUp().signTransaction({ ...call, authorizationList: [{ ...delegation, ...ending }] })
    const { authorizationList } = readSigned('eip7702', text)
    expect(authorizationList).toMatchObject([{ address: contract, chainId: 1, nonce: 4n, yParity }])
  })

  it('of another type needs the serializer of a library', async () => {
    const { signTransaction, requests } = setUp()
    await expect(signTransaction({ ...call, type: 'eip4844' })).rejects.toThrow(RangeError)
    expect(requests).toEqual([])
  })

  it('is written by the serializer of a library, which gets no blobs for the part that is signed', async () => {
    const { signTransaction } = setUp()
    const serializer = vi.fn((_: object, signature?: unknown) => (signature ? ('0x02' as const) : ('0x01' as const)))
    const blobs = { ...call, type: 'eip4844', sidecars: [{ blob: '0x' }] }
    expect(await signTransaction(blobs, { serializer })).toBe('0x02')
    const signature = expect.objectContaining({ r: expect.stringMatching(/^0x.{64}$/), v: expect.any(BigInt) })
    expect(serializer.mock.calls).toEqual([[{ ...blobs, sidecars: false }], [blobs, signature]])
    const others = { ...call, type: 'other', sidecars: [] }
    await signTransaction(others, { serializer })
    expect(serializer.mock.calls[2]).toEqual([others])
  })
})

describe('a user operation', () => {
  const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
  const operation = {
    sender: contract,
    nonce: 5n,
    callData: '0x0102',
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 4n,
    maxPriorityFeePerGas: 2n ** 70n,
    paymaster: undefined,
  } as const
  const payloadOf = (fields: typeof operation | { callData: Hex }) =>
    PersonalMessage.getSignPayload(
      UserOperation.hash({ ...operation, ...fields, signature: '0x' } as never, {
        chainId: 1,
        entryPointAddress: entryPoint,
        entryPointVersion: '0.7',
      }),
    )

  it.each([
    ['0.8', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'],
    ['0.9', '0x433709009B8330FDa32311DF1C2AFA402eD8D009'],
  ] as const)(
    'of entry point %s is signed by its hash itself, which is that of typed data',
    async (version, address) => {
      const { signUserOperation, requests } = setUp()
      const hash = UserOperation.hash({ ...operation, signature: '0x' } as never, {
        chainId: 1,
        entryPointAddress: address,
        entryPointVersion: version,
      })
      expect(signerOf(hash, await signUserOperation({ operation, entryPoint: address, chainId: 1 }))).toBe(signer)
      expect(requests).toMatchObject([
        { message: hash.slice(2), isFormatted: true, context: { evmUserOperation: { entryPoint: address } } },
      ])
    },
  )

  it('is signed by its hash as a message, and the service sees the operation', async () => {
    const { signUserOperation, requests } = setUp()
    const payload = payloadOf(operation)
    expect(signerOf(payload, await signUserOperation({ operation, entryPoint, chainId: 1 }))).toBe(signer)
    const fields = {
      sender: contract,
      nonce: '5',
      callData: '0x0102',
      callGasLimit: '1',
      verificationGasLimit: '2',
      preVerificationGas: '3',
      maxFeePerGas: '4',
      maxPriorityFeePerGas: '1180591620717411303424',
    }
    expect(requests).toEqual([
      {
        message: payload.slice(2),
        isFormatted: true,
        context: { evmUserOperation: { chainId: 1, entryPoint, operation: fields } },
      },
    ])
  })

  it('has the same hash with the delegation that comes with it, which the service sees', async () => {
    const { signUserOperation, requests } = setUp()
    const authorization = { address: contract, chainId: 1, nonce: 0, r: '0x0a', s: '0x0b', yParity: 1, v: 28n } as const
    await signUserOperation({ operation: { ...operation, authorization }, entryPoint, chainId: 1 })
    expect(requests[0]?.message).toBe(payloadOf(operation).slice(2))
    expect(requests[0]?.context).toMatchObject({
      evmUserOperation: { operation: { authorization: { ...authorization, v: '28' } } },
    })
  })

  it('is not explained to the service once its call is too long', async () => {
    const { signUserOperation, requests } = setUp()
    for (const length of [16_384, 16_386]) {
      const callData: Hex = `0x${'0'.repeat(length - 2)}`
      const fields = { ...operation, callData }
      expect(signerOf(payloadOf(fields), await signUserOperation({ operation: fields, entryPoint, chainId: 1 }))).toBe(
        signer,
      )
    }
    expect(requests.map((request) => 'context' in request)).toEqual([true, false])
  })
})
