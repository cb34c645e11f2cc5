import { createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto'
import { encodeBase64url } from '@latchkey/base/base64url'
import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountKey, ChainFacts, Signer, Verdict } from '../walletSignature.ts'
import { createFlowKey, flow, userMessage } from './flow.ts'

const secret = (index: number) => sha256(utf8(`flow ${index}`))
const keysOf = ({ registered }: Signer): readonly AccountKey[] =>
  registered && 'keys' in registered ? registered.keys : expect.fail('no keys')
const factsOf = (...accounts: { address: string; keys: readonly AccountKey[] }[]): ChainFacts => ({
  contractWallet: () => undefined,
  accountKeys: (chain, address) =>
    chain === 'FLOW' ? (accounts.find((account) => account.address === address.toLowerCase())?.keys ?? []) : [],
})
const signer = flow.createSigner(secret(0))
const message = 'app.example.com wants you to sign in with your Flow account: ŝ 🔑'
const facts = factsOf({ address: signer.address, keys: keysOf(signer) })

const verify = (changed: { address?: string; message?: string; signature?: string }, accountFacts = facts): Verdict =>
  flow.verify(
    { chain: 'FLOW', address: signer.address, message, signature: signer.sign(message), ...changed },
    accountFacts,
  )

interface Composite {
  readonly f_type?: string
  readonly f_vsn?: string
  readonly addr: string
  readonly keyId: number
  readonly signature: string
}
const composite = (by: Signer, keyId = 0): Composite => {
  const [first]: Composite[] = JSON.parse(by.sign(message))
  return { addr: signer.address, keyId, signature: first?.signature ?? expect.fail('no signature') }
}
const changed = (members: object) => JSON.stringify([{ ...composite(signer), ...members }])
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
const bytesOf = (hex: string) => readHex(hex) ?? expect.fail('not hex')

describe.each(['p256Sha3', 'secp256k1Sha2'])('flow, %s', (kind) => {
  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const account = flow.createSigner(secret(index), kind)
      const text = `message ${index}`
      expect(account.address).toMatch(/^0x[\da-f]{16}$/)
      const accountFacts = factsOf({ address: account.address, keys: keysOf(account) })
      expect(
        flow.verify(
          { chain: 'FLOW', address: account.address, message: text, signature: account.sign(text) },
          accountFacts,
        ),
      ).toBe('valid')
    }
  })

  it('refuses a signature with any bit changed, another message, and the key of another account', () => {
    const flowAccount = flow.createSigner(secret(0), kind)
    const other = flow.createSigner(secret(1), kind)
    const accountFacts = factsOf({ address: flowAccount.address, keys: keysOf(flowAccount) })
    const [{ signature }]: [Composite] = JSON.parse(flowAccount.sign(message))
    const judge = (hex: string, text = message, by = accountFacts) =>
      flow.verify(
        {
          chain: 'FLOW',
          address: flowAccount.address,
          message: text,
          signature: JSON.stringify([{ addr: flowAccount.address, keyId: 0, signature: hex }]),
        },
        by,
      )
    expect(judge(signature)).toBe('valid')
    for (let bit = 0; bit < 512; bit += 5)
      expect(judge(toHex(flipped(bytesOf(signature), bit))), `${bit}`).toBe('invalid')
    for (const text of [`${message} `, message.replace('app', 'apq'), ''])
      expect(judge(signature, text)).toBe('invalid')
    expect(judge(signature, message, factsOf({ address: flowAccount.address, keys: keysOf(other) }))).toBe('invalid')
  })

  it('refuses zeros, numbers that are not below the order, and signatures of another length', () => {
    const flowAccount = flow.createSigner(secret(0), kind)
    const { Fn } = (kind === 'p256Sha3' ? p256 : secp256k1).Point
    const [{ signature }]: [Composite] = JSON.parse(flowAccount.sign(message))
    const order = Fn.ORDER.toString(16)
    const [r, s] = [signature.slice(0, 64), signature.slice(64)]
    for (const hex of [
      '0'.repeat(128),
      order + s,
      r + order,
      '0'.repeat(64) + s,
      r + '0'.repeat(64),
      signature.slice(2),
      `${signature}00`,
      'f'.repeat(128),
    ]) {
      const text = JSON.stringify([{ addr: flowAccount.address, keyId: 0, signature: hex }])
      expect(
        flow.verify(
          { chain: 'FLOW', address: flowAccount.address, message, signature: text },
          factsOf({ address: flowAccount.address, keys: keysOf(flowAccount) }),
        ),
        hex,
      ).toBe('invalid')
    }
  })
})

describe('flow', () => {
  it('signs deterministically, by default with P-256 and SHA3-256', () => {
    expect(flow.createSigner(secret(0), 'p256Sha3').sign(message)).toBe(signer.sign(message))
    expect(keysOf(signer)[0]).toMatchObject({
      index: 0,
      signatureAlgorithm: 'ECDSA_P256',
      hashAlgorithm: 'SHA3_256',
      weight: 1000,
      publicKey: signer.publicKey,
    })
    expect(verify({})).toBe('valid')
  })

  it('accepts the members that the Flow Client Library adds, and an address in upper case', () => {
    expect(verify({ signature: changed({}) })).toBe('valid')
    expect(verify({ signature: changed({ f_type: 'CompositeSignature', f_vsn: '1.0.0' }) })).toBe('valid')
    expect(verify({ address: `0x${signer.address.slice(2).toUpperCase()}` })).toBe('valid')
  })

  it('refuses texts of another form', () => {
    const { signature } = composite(signer)
    const wrong = [
      '',
      '[]',
      '{}',
      'null',
      '[null]',
      '[[]]',
      '["a"]',
      signature,
      JSON.stringify(composite(signer)),
      signer.sign(message).slice(0, -1),
      `${signer.sign(message)}]`,
      changed({ addr: signer.address.slice(2) }),
      changed({ addr: signer.address.toUpperCase() }),
      changed({ addr: undefined }),
      changed({ addr: 1 }),
      changed({ keyId: '0' }),
      changed({ keyId: -1 }),
      changed({ keyId: 0.5 }),
      changed({ keyId: null }),
      changed({ keyId: undefined }),
      changed({ signature: `0x${signature}` }),
      changed({ signature: signature.toUpperCase() }),
      changed({ signature: ` ${signature}` }),
      changed({ signature: null }),
      changed({ signature: [signature] }),
      changed({ f_type: 'Signature' }),
      changed({ f_vsn: '2.0.0' }),
      changed({ extra: '' }),
      '['.repeat(200_000),
    ]
    for (const text of wrong) expect(verify({ signature: text }), text.slice(0, 200)).toBe('invalid')
  })

  it('refuses the address of another account, in the request and in the signature', () => {
    const other = flow.createSigner(secret(1))
    const both = factsOf(
      { address: signer.address, keys: keysOf(signer) },
      { address: other.address, keys: keysOf(signer) },
    )
    expect(verify({ address: other.address }, both)).toBe('invalid')
    expect(verify({ signature: changed({ addr: other.address }) }, both)).toBe('invalid')
    const [key] = keysOf(signer)
    const shared = factsOf({ address: signer.address, keys: key ? [key, { ...key, index: 1 }] : [] })
    const twoOf = (addr: string) => JSON.stringify([composite(signer), { ...composite(signer, 1), addr }])
    expect(verify({ signature: twoOf(signer.address) }, shared)).toBe('valid')
    expect(verify({ signature: twoOf(other.address) }, shared)).toBe('invalid')
    for (const address of ['', '0x', signer.address.slice(2), `${signer.address}0`, ` ${signer.address}`]) {
      expect(verify({ address }), address).toBe('invalid')
      const ofAddress = factsOf({ address, keys: keysOf(signer) })
      expect(verify({ address, signature: changed({ addr: address }) }, ofAddress), address).toBe('invalid')
    }
  })

  it('refuses keys that are not registered, revoked, or not a point of the curve', () => {
    const [key = expect.fail('no key')] = keysOf(signer)
    const factsWith = (members: Partial<AccountKey>) =>
      factsOf({ address: signer.address, keys: [{ ...key, ...members }] })
    expect(verify({}, factsWith({}))).toBe('valid')
    expect(verify({}, factsOf())).toBe('invalid')
    expect(verify({}, factsWith({ index: 1 }))).toBe('invalid')
    expect(verify({}, factsWith({ isRevoked: true }))).toBe('invalid')
    const offCurve = key.publicKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const publicKey of [
      '',
      'zz',
      '00',
      '00'.repeat(64),
      'ff'.repeat(64),
      key.publicKey.slice(2),
      `04${key.publicKey}`,
      offCurve,
    ]) {
      expect(verify({}, factsWith({ publicKey })), publicKey).toBe('invalid')
    }
  })

  it('verifies with the curve and the hash of the registered key', () => {
    const [key = expect.fail('no key')] = keysOf(signer)
    const factsWith = (members: Partial<AccountKey>) =>
      factsOf({ address: signer.address, keys: [{ ...key, ...members }] })
    expect(verify({}, factsWith({ hashAlgorithm: 'SHA2_256' }))).toBe('invalid')
    expect(verify({}, factsWith({ signatureAlgorithm: 'ECDSA_secp256k1' }))).toBe('invalid')
    expect(verify({}, factsWith({ hashAlgorithm: undefined, signatureAlgorithm: undefined, weight: undefined }))).toBe(
      'valid',
    )
  })

  it('accepts any s on P-256, and only low s on secp256k1', () => {
    const withOtherS = (curve: typeof p256, kind: string) => {
      const flowAccount = flow.createSigner(secret(3), kind)
      const [{ signature }]: [Composite] = JSON.parse(flowAccount.sign(message))
      const s = curve.Point.Fn.ORDER - BigInt(`0x${signature.slice(64)}`)
      const text = JSON.stringify([
        { addr: flowAccount.address, keyId: 0, signature: signature.slice(0, 64) + s.toString(16).padStart(64, '0') },
      ])
      return flow.verify(
        { chain: 'FLOW', address: flowAccount.address, message, signature: text },
        factsOf({ address: flowAccount.address, keys: keysOf(flowAccount) }),
      )
    }
    expect(withOtherS(p256, 'p256Sha3')).toBe('valid')
    expect(withOtherS(secp256k1, 'secp256k1Sha2')).toBe('invalid')
  })

  it('never throws, and never says valid, for texts of the right form', () => {
    const hex = fc.uint8Array({ minLength: 62, maxLength: 66 }).map(toHex)
    const members = {
      addr: fc.constantFrom(signer.address, '0x1'),
      keyId: fc.oneof(fc.nat(2), fc.jsonValue()),
      signature: fc.oneof(hex, fc.jsonValue()),
    }
    const entry = fc.record(members, { requiredKeys: [] })
    const text = fc.oneof(
      fc.array(entry, { maxLength: 3 }).map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string(),
    )
    fc.assert(
      fc.property(text, fc.string(), (signature, address) => {
        expect(verify({ signature })).toBe('invalid')
        expect(verify({ signature, address })).toBe('invalid')
      }),
      { seed: 30, numRuns: 200 },
    )
  })

  it('refuses to create accounts of other kinds', () => {
    expect(() => flow.createSigner(secret(0), 'ed25519')).toThrow(RangeError)
    expect(() => flow.createSigner(secret(0), 'toString')).toThrow(RangeError)
  })

  it('creates accounts from secrets that are not a scalar', () => {
    for (const bytes of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      const flowAccount = flow.createSigner(bytes)
      expect(
        flow.verify(
          { chain: 'FLOW', address: flowAccount.address, message, signature: flowAccount.sign(message) },
          factsOf({ address: flowAccount.address, keys: keysOf(flowAccount) }),
        ),
      ).toBe('valid')
    }
  })
})

describe('a flow account with several keys', () => {
  const others = [1, 2].map((index) => flow.createSigner(secret(index), index === 1 ? 'secp256k1Sha2' : 'p256Sha3'))
  const signers = [signer, ...others]
  const weights = [600, 400, 399]
  const keys = signers.map((by, index): AccountKey => ({
    ...(keysOf(by)[0] ?? expect.fail('no key')),
    index,
    weight: weights[index],
  }))
  const accountFacts = factsOf({ address: signer.address, keys })
  const signed = (...indexes: number[]) =>
    JSON.stringify(indexes.map((index) => composite(signers[index] ?? expect.fail('no signer'), index)))

  it('is signed for by keys with a total weight of 1000, in any order', () => {
    for (const indexes of [
      [0, 1],
      [1, 0],
      [0, 1, 2],
    ])
      expect(verify({ signature: signed(...indexes) }, accountFacts)).toBe('valid')
  })

  it('is not signed for by keys with less weight, or by one key twice', () => {
    for (const indexes of [[0], [1], [0, 2], [1, 2], [0, 0], [1, 0, 1]])
      expect(verify({ signature: signed(...indexes) }, accountFacts), indexes.join()).toBe('invalid')
  })

  it('is not signed for with one wrong signature, even if the others have enough weight', () => {
    const [first, second] = [composite(signer, 0), composite(others[0] ?? signer, 1)]
    expect(verify({ signature: JSON.stringify([first, second, { ...second, keyId: 2 }]) }, accountFacts)).toBe(
      'invalid',
    )
    expect(verify({ signature: JSON.stringify([first, second, { ...second, keyId: 3 }]) }, accountFacts)).toBe(
      'invalid',
    )
    expect(
      verify({ signature: JSON.stringify([first, { ...second, signature: first.signature }]) }, accountFacts),
    ).toBe('invalid')
  })
})

describe('flow, against other implementations', () => {
  const tag = new Uint8Array(32)
  tag.set(utf8('FLOW-V0.0-user'))
  const signedBytes = concat(tag, utf8(message))
  const combinations = (['ECDSA_P256', 'ECDSA_secp256k1'] as const).flatMap((signatureAlgorithm) =>
    (['SHA2_256', 'SHA3_256'] as const).map((hashAlgorithm) => ({ signatureAlgorithm, hashAlgorithm })),
  )
  const jwkOf = ({ signatureAlgorithm }: (typeof combinations)[number], secretKey: Uint8Array) => {
    const point = (signatureAlgorithm === 'ECDSA_P256' ? p256 : secp256k1).getPublicKey(secretKey, false)
    const coordinates = { x: encodeBase64url(point.subarray(1, 33)), y: encodeBase64url(point.subarray(33)) }
    return {
      kty: 'EC',
      crv: signatureAlgorithm === 'ECDSA_P256' ? 'P-256' : 'secp256k1',
      ...coordinates,
      d: encodeBase64url(secretKey),
    }
  }
  const isLow = (signature: Uint8Array) => BigInt(`0x${toHex(signature.subarray(32))}`) <= secp256k1.Point.Fn.ORDER / 2n

  it.each(combinations)('accepts what OpenSSL signs with $signatureAlgorithm and $hashAlgorithm', (algorithms) => {
    for (let index = 0; index < 10; index++) {
      const key = createPrivateKey({ key: jwkOf(algorithms, secret(index)), format: 'jwk' })
      const { x, y } = createPublicKey(key).export({ format: 'jwk' })
      const publicKey = toHex(concat(Buffer.from(String(x), 'base64url'), Buffer.from(String(y), 'base64url')))
      const sign = () =>
        createSign(algorithms.hashAlgorithm === 'SHA3_256' ? 'sha3-256' : 'sha256')
          .update(signedBytes)
          .sign({ key, dsaEncoding: 'ieee-p1363' })
      const signature = sign()
      const accountFacts = factsOf({ address: '0x1654653399040a61', keys: [{ index: 4, publicKey, ...algorithms }] })
      const text = JSON.stringify([{ addr: '0x1654653399040a61', keyId: 4, signature: toHex(signature) }])
      const isCanonical = algorithms.signatureAlgorithm === 'ECDSA_P256' || isLow(signature)
      expect(verify({ address: '0x1654653399040a61', signature: text }, accountFacts)).toBe(
        isCanonical ? 'valid' : 'invalid',
      )
    }
  })

  it.each([
    ['p256Sha3', combinations[1], 'sha3-256'],
    ['secp256k1Sha2', combinations[2], 'sha256'],
  ] as const)('signs with %s what OpenSSL verifies', (kind, algorithms, digest) => {
    for (let index = 0; index < 10; index++) {
      const [{ signature }]: [Composite] = JSON.parse(flow.createSigner(secret(index), kind).sign(message))
      const key = createPublicKey({ key: jwkOf(algorithms ?? expect.fail('none'), secret(index)), format: 'jwk' })
      const isValid = (bytes: Uint8Array) =>
        createVerify(digest).update(bytes).verify({ key, dsaEncoding: 'ieee-p1363' }, bytesOf(signature))
      expect(isValid(signedBytes)).toBe(true)
      expect(isValid(utf8(message))).toBe(false)
    }
  })

  it('accepts what Web Crypto signs with P-256', async () => {
    for (let index = 0; index < 10; index++) {
      const jwk = jwkOf({ signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA2_256' }, secret(index))
      const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
      const signature = toHex(
        new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signedBytes)),
      )
      const publicKey = toHex(p256.getPublicKey(secret(index), false).subarray(1))
      const accountFacts = factsOf({
        address: signer.address,
        keys: [{ index: 0, publicKey, hashAlgorithm: 'SHA2_256' }],
      })
      expect(verify({ signature: changed({ signature }) }, accountFacts)).toBe('valid')
      expect(verify({ signature: changed({ signature }), message: `${message}.` }, accountFacts)).toBe('invalid')
    }
  })
})

describe('createFlowKey', () => {
  it.each(['p256Sha3', 'secp256k1Sha2'])('finds the key of an address of the kind %s, which signs bytes', (kind) => {
    const account = flow.createSigner(secret(0), kind)
    const key = createFlowKey(account.address, secret(0))
    expect([key.address, key.publicKey]).toEqual([account.address, account.publicKey])
    const [own] = JSON.parse(account.sign(message)) as Composite[]
    expect(key.sign(userMessage(utf8(message)))).toBe(own?.signature)
  })

  it('refuses an address of another secret', () => {
    expect(() => createFlowKey(signer.address, secret(1))).toThrow(`The secret is not that of ${signer.address}.`)
  })
})
