import { toHex, utf8 } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import { MAX_VALUE, Point } from '@scure/starknet'
import fc from 'fast-check'
import { ec, hash, Signer as ReferenceSigner, typedData } from 'starknet'
import { describe, expect, it } from 'vitest'
import { isAddressOf } from '../chainAddresses.ts'
import type { AccountKey, ChainFacts, Signer, Verdict } from '../walletSignature.ts'
import { readStarknetTypedData, starknet } from './starknet.ts'

const secret = (index: number) => sha256(utf8(`starknet ${index}`))
const keysOf = ({ registered }: Signer): readonly AccountKey[] =>
  registered && 'keys' in registered ? registered.keys : expect.fail('no keys')
const factsOf = (keys: readonly AccountKey[], ...accounts: string[]): ChainFacts => ({
  contractWallet: () => undefined,
  accountKeys: (chain, address) => (chain === 'STARK' && accounts.includes(address) ? keys : []),
})
const types = {
  StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' })),
  SignIn: [
    { name: 'domain', type: 'string' },
    { name: 'nonce', type: 'string' },
    { name: 'issuedAt', type: 'timestamp' },
  ],
}
const dataOf = (nonce: string) => ({
  types,
  primaryType: 'SignIn',
  domain: { name: 'Sign in', version: '1', chainId: 'SN_MAIN', revision: '1' },
  message: { domain: 'app.example.com', nonce, issuedAt: 1700000000 },
})
const textOf = (nonce: string) => JSON.stringify(dataOf(nonce))

const signer = starknet.createSigner(secret(0))
const message = textOf('nonce0000')
const signature = signer.sign(message)
const [r, s]: [string, string] = JSON.parse(signature)
const facts = factsOf(keysOf(signer), signer.address)
const { ORDER } = Point.Fn

const verify = (changed: { address?: string; message?: string; signature?: string }, accountFacts = facts): Verdict =>
  starknet.verify({ chain: 'STARK', address: signer.address, message, signature, ...changed }, accountFacts)

const flipped = (felt: string, bit: number) => `0x${(BigInt(felt) ^ (1n << BigInt(bit))).toString(16)}`

describe('starknet', () => {
  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const account = starknet.createSigner(secret(index), 'stark')
      const text = textOf(`nonce ${index}`)
      expect(
        starknet.verify(
          { chain: 'STARK', address: account.address, message: text, signature: account.sign(text) },
          factsOf(keysOf(account), account.address),
        ),
      ).toBe('valid')
    }
  })

  it('creates accounts with a valid address', () => {
    for (const bytes of [secret(0), new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      const { address, publicKey, registered } = starknet.createSigner(bytes)
      expect(address).toMatch(/^0x0[0-7][\da-f]{62}$/)
      expect(isAddressOf('STARK', address)).toBe(true)
      expect(registered).toEqual({ keys: [{ index: 0, publicKey: publicKey.slice(2) }] })
    }
  })

  it('signs deterministically', () => {
    expect(starknet.createSigner(secret(0)).sign(message)).toBe(signature)
  })

  it('accepts the numbers of a signature in decimal and in hex, and high and low s', () => {
    expect(verify({ signature: JSON.stringify([BigInt(r).toString(), s]) })).toBe('valid')
    expect(verify({ signature: JSON.stringify([r, BigInt(s).toString()]) })).toBe('valid')
    expect(verify({ signature: JSON.stringify([r, (ORDER - BigInt(s)).toString()]) })).toBe('valid')
  })

  it('refuses lone surrogates, plain or escaped, since another text encodes to the same bytes', () => {
    const replaced = signer.sign(textOf('nonce \ufffd'))
    expect(verify({ message: textOf('nonce \ufffd'), signature: replaced })).toBe('valid')
    for (const half of ['\ud800', '\\ud800', '\udfff', '\\uDFFF']) {
      expect(
        verify({ message: textOf('nonce \ufffd').replace('\ufffd', half), signature: replaced }),
        JSON.stringify(half),
      ).toBe('invalid')
    }
    const keyed = textOf('nonce0000').replace('"nonce":', '"nonce\\ud800":')
    expect(readStarknetTypedData(keyed)).toBeUndefined()
    expect(readStarknetTypedData(textOf('\\ud800 \u{1f511}'))).toBeDefined()
  })

  it('accepts an address with and without leading zeros', () => {
    const short = `0x${BigInt(signer.address).toString(16)}`
    expect(short).not.toBe(signer.address)
    expect(verify({ address: short }, factsOf(keysOf(signer), short))).toBe('valid')
  })

  it('accepts another spelling of the same typed data, since only its hash is signed', () => {
    expect(verify({ message: JSON.stringify(dataOf('nonce0000'), undefined, 2) })).toBe('valid')
  })

  it('refuses another message', () => {
    const data = dataOf('nonce0000')
    const wrong = [
      textOf('nonce0001'),
      { ...data, message: { ...data.message, issuedAt: 1700000001 } },
      { ...data, domain: { ...data.domain, chainId: 'SN_SEPOLIA' } },
      { ...data, domain: { ...data.domain, version: '2' } },
      { ...data, primaryType: 'StarknetDomain' },
      { ...data, message: { ...data.message, nonce: undefined } },
      { ...data, message: { ...data.message, uri: 'https://app.example.com' } },
      { ...data, types: { ...types, SignIn: [...types.SignIn].reverse() } },
      {
        ...data,
        types: {
          ...types,
          SignIn: types.SignIn.map(({ name, type }) => ({ name, type: type === 'timestamp' ? 'u128' : type })),
        },
      },
      'text',
      '',
      '{}',
    ]
    for (const other of wrong)
      expect(
        verify({ message: typeof other === 'string' ? other : JSON.stringify(other) }),
        JSON.stringify(other),
      ).toBe('invalid')
  })

  it('refuses a message with a bit changed in its domain, its primary type or its values', () => {
    for (let at = message.indexOf('"primaryType"'); at < message.length; at += 7) {
      const other = message.slice(0, at) + String.fromCharCode(message.charCodeAt(at) ^ 1) + message.slice(at + 1)
      expect(verify({ message: other }), other.slice(at - 20, at + 20)).toBe('invalid')
    }
  })

  it('refuses a signature with any bit changed', () => {
    for (let bit = 0; bit < 252; bit += 17) {
      expect(verify({ signature: JSON.stringify([flipped(r, bit), s]) }), `r ${bit}`).toBe('invalid')
      expect(verify({ signature: JSON.stringify([r, flipped(s, bit)]) }), `s ${bit}`).toBe('invalid')
    }
  })

  it('refuses the key and the address of another account', () => {
    const other = starknet.createSigner(secret(1))
    expect(verify({}, factsOf(keysOf(other), signer.address))).toBe('invalid')
    expect(verify({ address: other.address }, factsOf(keysOf(signer), other.address))).toBe('invalid')
    expect(verify({ signature: other.sign(message) })).toBe('invalid')
  })

  it('accepts any key that is registered and not revoked', () => {
    const [key = expect.fail('no key')] = keysOf(signer)
    const [other = expect.fail('no key')] = keysOf(starknet.createSigner(secret(1)))
    expect(
      verify(
        {},
        factsOf(
          [
            { ...other, index: 0 },
            { ...key, index: 1 },
          ],
          signer.address,
        ),
      ),
    ).toBe('valid')
    expect(verify({}, factsOf([{ index: 0, publicKey: 'no key' }, key], signer.address))).toBe('valid')
    expect(
      verify({}, factsOf([{ index: 0, publicKey: `0x${BigInt(`0x${key.publicKey}`).toString(16)}` }], signer.address)),
    ).toBe('valid')
    expect(verify({}, factsOf([{ ...key, isRevoked: true }], signer.address))).toBe('invalid')
    expect(verify({}, factsOf([], signer.address))).toBe('invalid')
  })

  it('refuses keys that are not an x coordinate of the curve', () => {
    for (const publicKey of [
      '',
      '0',
      'f'.repeat(64),
      '5'.padStart(64, '0'),
      `${keysOf(signer)[0]?.publicKey}00`,
      'zz',
    ]) {
      expect(verify({}, factsOf([{ index: 0, publicKey }], signer.address)), publicKey).toBe('invalid')
    }
  })

  it('refuses numbers out of their range', () => {
    const outside = [
      '0',
      '0x0',
      ORDER.toString(),
      `0x${ORDER.toString(16)}`,
      MAX_VALUE.toString(),
      `0x${'f'.repeat(63)}`,
      `0x${'f'.repeat(64)}`,
    ]
    for (const other of outside) {
      expect(verify({ signature: JSON.stringify([other, s]) }), other).toBe('invalid')
      expect(verify({ signature: JSON.stringify([r, other]) }), other).toBe('invalid')
    }
    expect(verify({ signature: JSON.stringify([r, `0x${(ORDER + BigInt(s)).toString(16)}`]) })).toBe('invalid')
  })

  it('refuses other spellings of a signature', () => {
    const digits = r.slice(2)
    const wrong = [
      '',
      '[]',
      '{}',
      'null',
      r,
      JSON.stringify({ r, s }),
      JSON.stringify([r]),
      JSON.stringify([r, null]),
      `${signature} x`,
      signature.slice(0, -1),
      `[${BigInt(r)},${BigInt(s)}]`,
      ...[
        digits,
        `0x0${digits}`,
        `0X${digits}`,
        `0x${digits.toUpperCase()}`,
        ` ${r}`,
        `${r} `,
        `+${BigInt(r)}`,
        `-${BigInt(r)}`,
        '',
        '0x',
        `0x${'1'.repeat(100_000)}`,
      ].map((other) => JSON.stringify([other, s])),
      '['.repeat(200_000),
    ]
    expect(/[a-f]/.test(digits)).toBe(true)
    for (const other of wrong) expect(verify({ signature: other }), other.slice(0, 200)).toBe('invalid')
  })

  it('refuses texts that are not an address', () => {
    const limit = 2n ** 251n - 256n
    for (const address of [
      '',
      '0x',
      '0x0',
      signer.address.slice(2),
      ` ${signer.address}`,
      `${signer.address}0`,
      `0x${limit.toString(16)}`,
      signer.address.replace('0x', '0X'),
    ]) {
      expect(verify({ address }, factsOf(keysOf(signer), address)), address).toBe('invalid')
    }
  })

  it('refuses numbers outside of the address range, even with a signature of the key', () => {
    const limit = 2n ** 251n - 256n
    const judge = (account: bigint) => {
      const address = `0x${account.toString(16)}`
      const signed = ec.starkCurve.sign(typedData.getMessageHash(dataOf('nonce0000'), address), secret(0).with(0, 1))
      const accountFacts = factsOf(keysOf(starknet.createSigner(secret(0).with(0, 1))), address)
      return verify({ address, signature: JSON.stringify([String(signed.r), String(signed.s)]) }, accountFacts)
    }
    for (const account of [1n, limit - 1n]) expect(judge(account), String(account)).toBe('valid')
    for (const account of [0n, limit, limit + 1n]) expect(judge(account), String(account)).toBe('invalid')
  })

  it('refuses a decimal number with a leading zero', () => {
    const texts = Array.from({ length: 40 }, (_, index) => textOf(`nonce ${index}`))
    const felts = (text: string) => (JSON.parse(signer.sign(text)) as string[]).map((felt) => BigInt(felt).toString())
    const short = texts.find((text) => (felts(text)[0]?.length ?? 0) < 76) ?? expect.fail('none is short')
    const [left, right] = felts(short)
    expect(verify({ message: short, signature: JSON.stringify([left, right]) })).toBe('valid')
    expect(verify({ message: short, signature: JSON.stringify([`0${left}`, right]) })).toBe('invalid')
  })

  it('does not support revision 0, and signatures of several signers', () => {
    const legacy = { ...dataOf('nonce0000'), types: { ...types, StarkNetDomain: [] }, domain: { name: 'Sign in' } }
    expect(verify({ message: JSON.stringify(legacy) })).toBe('unsupported')
    expect(
      verify({ signature: JSON.stringify(['1', '0', keysOf(signer)[0]?.publicKey.replace(/^0*/, '0x'), r, s]) }),
    ).toBe('unsupported')
    for (const other of ['x', 1, null, ['1']])
      expect(verify({ signature: JSON.stringify([r, s, r, other]) }), JSON.stringify(other)).toBe('invalid')
  })

  it('signs typed data of revision 1 and nothing else', () => {
    for (const text of ['text', '{}', JSON.stringify({ ...dataOf('n'), message: {} })])
      expect(() => signer.sign(text)).toThrow(TypeError)
    for (const text of ['text', '{}'])
      expect(() => signer.sign(text)).toThrow('the JSON text of typed data, revision 1')
    expect(() => starknet.createSigner(secret(0), 'ed25519')).toThrow(RangeError)
  })

  it('never throws, and never says valid, for texts of the right form', () => {
    const felt = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String),
      fc.constantFrom(r, s, '0x', '', '0'),
      fc.jsonValue(),
    )
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('1', 'SN_MAIN', 5))
    const fields = fc.record({
      types: fc.oneof(fc.constant(types), fc.jsonValue()),
      primaryType: fc.constantFrom('SignIn', 'Person', 'u256'),
      domain: fc.constant(dataOf('').domain),
      message: fc.record({ domain: value, nonce: value, issuedAt: value }),
    })
    const texts = fc.oneof(
      fields.map((data) => JSON.stringify(data)),
      fc.json(),
      fc.string(),
    )
    fc.assert(
      fc.property(
        texts,
        fc.array(felt, { maxLength: 4 }).map((felts) => JSON.stringify(felts)),
        fc.string(),
        (text, signatures, address) => {
          expect(['invalid', 'unsupported']).toContain(verify({ message: text, signature: signatures }))
          expect(['invalid', 'unsupported']).toContain(verify({ message: text }))
          expect(['invalid', 'unsupported']).toContain(verify({ signature: signatures }))
          expect(verify({ address })).toBe('invalid')
        },
      ),
      { seed: 50, numRuns: 60 },
    )
  })

  it('refuses very deeply nested texts', () => {
    const deep = JSON.stringify({
      ...dataOf('n'),
      types: { ...types, Deep: [{ name: 'value', type: `felt${'*'.repeat(1800)}` }] },
      primaryType: 'Deep',
      message: { value: 0 },
    })
    const nested = deep.replace('"value":0', `"value":${'['.repeat(1799)}${']'.repeat(1799)}`)
    expect(readStarknetTypedData(nested)).toBeDefined()
    expect(verify({ message: nested })).toBe('invalid')
  })
})

describe('starknet, against starknet.js', () => {
  it('derives the same keys and addresses of OpenZeppelin accounts', () => {
    const accountClass = '0x05b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564'
    for (let index = 0; index < 10; index++) {
      const account = starknet.createSigner(secret(index).with(0, 1))
      const publicKey = ec.starkCurve.getStarkKey(toHex(secret(index).with(0, 1)))
      expect(BigInt(account.publicKey)).toBe(BigInt(publicKey))
      expect(BigInt(account.address)).toBe(
        BigInt(hash.calculateContractAddressFromHash(publicKey, accountClass, [publicKey], 0)),
      )
    }
  })

  it('signs what starknet.js verifies', () => {
    for (let index = 0; index < 10; index++) {
      const secretKey = secret(index).with(0, 1)
      const account = starknet.createSigner(secretKey)
      const data = dataOf(`nonce ${index}`)
      const numbers: string[] = JSON.parse(account.sign(JSON.stringify(data)))
      const fullKey = `0x${toHex(ec.starkCurve.getPublicKey(secretKey))}`
      expect(typedData.verifyMessage(data, numbers, fullKey, account.address)).toBe(true)
      expect(typedData.verifyMessage(dataOf('another'), numbers, fullKey, account.address)).toBe(false)
    }
  })

  it('verifies what starknet.js signs', async () => {
    for (let index = 0; index < 10; index++) {
      const secretKey = secret(index).with(0, 1)
      const account = starknet.createSigner(secretKey)
      const data = dataOf(`nonce ${index}`)
      const theirs = await new ReferenceSigner(secretKey).signMessage(data, account.address)
      const { r: left, s: right } = Array.isArray(theirs) ? expect.fail('not one signature') : theirs
      const text = JSON.stringify([left, right].map(String))
      const accountFacts = factsOf(keysOf(account), account.address)
      expect(
        starknet.verify(
          { chain: 'STARK', address: account.address, message: JSON.stringify(data), signature: text },
          accountFacts,
        ),
      ).toBe('valid')
      expect(
        starknet.verify(
          { chain: 'STARK', address: account.address, message: textOf('another'), signature: text },
          accountFacts,
        ),
      ).toBe('invalid')
    }
  })
})

describe('readStarknetTypedData', () => {
  it('returns the domain and the message', () => {
    expect(readStarknetTypedData(message)).toMatchObject({
      domain: dataOf('').domain,
      message: dataOf('nonce0000').message,
    })
  })

  it('returns undefined for other texts', () => {
    for (const text of [
      '',
      'app.example.com wants you to sign in',
      '{}',
      JSON.stringify({ ...dataOf('n'), types: {} }),
    ])
      expect(readStarknetTypedData(text)).toBeUndefined()
  })
})
