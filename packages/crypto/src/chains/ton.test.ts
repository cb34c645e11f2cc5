import { readBase64, readHex, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Address, beginCell, Cell as TonCell, contractAddress, loadStateInit } from '@ton/core'
import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/ton_wallets.json' with { type: 'json' }
import type { ChainFacts } from '../walletSignature.ts'
import { readTonProof, ton } from './ton.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`ton ${index}`))
const proof = { domain: 'app.example.com', timestamp: 1_768_469_400, payload: 'oBbLoEldZsN0nceP' }
const message = JSON.stringify(proof)
const signer = ton.createSigner(secret(0))
const answer: Record<'signature' | 'state_init' | 'public_key', string> = JSON.parse(signer.sign(message))
const verify = (changes: Partial<{ address: string; message: string; signature: string }> = {}) =>
  ton.verify({ chain: 'TON', address: signer.address, message, signature: JSON.stringify(answer), ...changes }, facts)
const withAnswer = (changes: object) => verify({ signature: JSON.stringify({ ...answer, ...changes }) })
const bytesOf = (text: string) => readBase64(text) ?? expect.fail('no base64')
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
const bagOf = (cell: TonCell, options?: { idx?: boolean; crc32?: boolean }) =>
  toBase64(new Uint8Array(cell.toBoc(options)))

/** Hashes TON Connect's description of the signed bytes, with `@ton/core`. */
function digestByOracle(address: string, { domain, timestamp, payload }: typeof proof): Uint8Array {
  const { workChain, hash } = Address.parse(address)
  const inner = beginCell().storeStringTail('ton-proof-item-v2/').storeInt(workChain, 32).storeBuffer(hash).endCell()
  const bits = inner.bits.subbuffer(0, inner.bits.length) ?? expect.fail('no bytes')
  const rest = Buffer.alloc(12)
  rest.writeUInt32LE(Buffer.byteLength(domain), 0)
  rest.writeBigUInt64LE(BigInt(timestamp), 4)
  const text = Buffer.concat([bits, rest.subarray(0, 4), Buffer.from(domain), rest.subarray(4), Buffer.from(payload)])
  return sha256(Buffer.concat([Buffer.from('ffff', 'hex'), Buffer.from('ton-connect'), sha256(text)]))
}

/** The state a wallet begins with, made by `@ton/core`. */
function walletOf(version: keyof typeof vectors, publicKey: Uint8Array) {
  const code = TonCell.fromBoc(Buffer.from(vectors[version].code, 'hex'))[0] ?? expect.fail('no code')
  const data = beginCell()
  if (version === 'v5R1') data.storeBit(1)
  data
    .storeUint(0, 32)
    .storeUint(version === 'v5R1' ? 0x7fffff11 : 698_983_191, 32)
    .storeBuffer(Buffer.from(publicKey))
  if (version !== 'v3R1') data.storeBit(0)
  const cell = data.endCell()
  const stateInit = beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(cell).endCell()
  return { stateInit, address: contractAddress(0, { code, data: cell }) }
}

describe('ton', () => {
  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = ton.createSigner(secret(index))
      expect(ton.verify({ chain: 'TON', address, message, signature: sign(message) }, facts)).toBe('valid')
    }
  })

  it('computes the same address and signed bytes as @ton/core', () => {
    for (let index = 0; index < 10; index++) {
      const { address, publicKey, sign } = ton.createSigner(secret(index))
      const { signature, state_init } = JSON.parse(sign(message))
      const state = loadStateInit(TonCell.fromBase64(state_init).beginParse())
      expect(contractAddress(0, state).toString({ bounceable: false })).toBe(address)
      // No payment yet, the id of the default wallet, and the key.
      const data = beginCell().storeUint(0, 32).storeUint(698_983_191, 32).storeBuffer(Buffer.from(publicKey, 'hex'))
      expect(state.data?.equals(data.endCell())).toBe(true)
      expect(
        ed25519.verify(bytesOf(signature), digestByOracle(address, proof), readHex(publicKey) ?? new Uint8Array(), {
          zip215: false,
        }),
      ).toBe(true)
    }
  })

  it.each(['v3R1', 'v4R2', 'v5R1'] as const)(
    'accepts wallets of version %s, as @ton/core writes them, with index and checksum or without',
    (version) => {
      const key = ed25519.getPublicKey(secret(7))
      const { stateInit, address } = walletOf(version, key)
      const signature = toBase64(ed25519.sign(digestByOracle(address.toString(), proof), secret(7)))
      for (const options of [
        {},
        { idx: true },
        { crc32: true },
        { idx: true, crc32: true },
        { idx: false, crc32: false },
      ]) {
        const answerText = JSON.stringify({ signature, state_init: bagOf(stateInit, options), public_key: toHex(key) })
        expect(verify({ address: address.toString(), signature: answerText })).toBe('valid')
        expect(verify({ signature: answerText })).toBe('invalid')
      }
    },
  )

  it('accepts every spelling of the address, and no address of another account or with a wrong checksum', () => {
    const { workChain, hash } = Address.parse(signer.address)
    const parsed = new Address(workChain, hash)
    const spellings = [
      parsed.toRawString(),
      parsed.toString(),
      parsed.toString({ bounceable: false }),
      parsed.toString({ testOnly: true }),
      parsed.toString({ urlSafe: false }),
    ]
    for (const address of spellings) expect(verify({ address }), address).toBe('valid')
    const last = signer.address.endsWith('A') ? 'B' : 'A'
    const bad = [
      signer.address.slice(0, -1) + last,
      signer.address.slice(1),
      '',
      `1:${toHex(hash)}`,
      `0x${toHex(hash)}`,
      `${parsed.toRawString()}0`,
      new Address(-1, hash).toString(),
      ton.createSigner(secret(1)).address,
    ]
    for (const address of bad) expect(verify({ address }), address).toBe('invalid')
  })

  it('refuses the same account in another workchain', () => {
    const { hash } = Address.parse(signer.address)
    const masterchain = new Address(-1, hash).toString()
    const signature = toBase64(ed25519.sign(digestByOracle(masterchain, proof), secret(0)))
    expect(verify({ address: masterchain, signature: JSON.stringify({ ...answer, signature }) })).toBe('valid')
    expect(withAnswer({ signature })).toBe('invalid')
  })

  it('refuses a message with any field changed', () => {
    for (const changes of [
      { domain: 'app.example.org' },
      { timestamp: proof.timestamp + 1 },
      { payload: 'oBbLoEldZsN0nceQ' },
    ]) {
      expect(verify({ message: JSON.stringify({ ...proof, ...changes }) })).toBe('invalid')
    }
  })

  it('refuses a signature with any one bit flipped', () => {
    const bytes = bytesOf(answer.signature)
    for (let bit = 0; bit < 512; bit += 7)
      expect(withAnswer({ signature: toBase64(flipped(bytes, bit)) })).toBe('invalid')
  })

  it('refuses a contract state with one bit flipped', () => {
    const bytes = bytesOf(answer.state_init)
    for (let bit = 0; bit < bytes.length * 8; bit += 3)
      expect(withAnswer({ state_init: toBase64(flipped(bytes, bit)) }), String(bit)).toBe('invalid')
  })

  it('refuses a key that is not the one in the wallet', () => {
    const thief = ed25519.getPublicKey(secret(1))
    const signature = toBase64(ed25519.sign(digestByOracle(signer.address, proof), secret(1)))
    expect(withAnswer({ signature, public_key: toHex(thief) })).toBe('invalid')
    expect(withAnswer({ signature })).toBe('invalid')
    expect(withAnswer({ public_key: toHex(thief) })).toBe('invalid')
  })

  it('answers unsupported for a contract that is not a known wallet', () => {
    const key = ed25519.getPublicKey(secret(0))
    const code = beginCell().storeUint(1, 8).endCell()
    const data = beginCell().storeUint(0, 64).storeBuffer(Buffer.from(key)).endCell()
    const stateInit = beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(data).endCell()
    const address = contractAddress(0, { code, data }).toString()
    const signature = toBase64(ed25519.sign(digestByOracle(address, proof), secret(0)))
    expect(
      verify({
        address,
        signature: JSON.stringify({ signature, state_init: bagOf(stateInit), public_key: toHex(key) }),
      }),
    ).toBe('unsupported')
  })

  it.each([
    ['a library', { bits: 0b00111, bitLength: 5, references: ['code', 'data', 'library'] }],
    ['a split depth', { bits: 0b10110, bitLength: 5, references: ['code', 'data'] }],
    ['more bits', { bits: 0b0011_0100, bitLength: 8, references: ['code', 'data'] }],
    ['a reference more than its bits say', { bits: 0b00110, bitLength: 5, references: ['code', 'data', 'library'] }],
    ['a reference less than its bits say', { bits: 0b00110, bitLength: 5, references: ['code'] }],
    ['neither code nor data', { bits: 0b00110, bitLength: 5, references: [] }],
  ] as const)('answers unsupported for the state of a known wallet with %s', (_, { bits, bitLength, references }) => {
    const key = ed25519.getPublicKey(secret(0))
    const [code, data] = walletOf('v3R1', key).stateInit.refs
    const cells = { code, data, library: beginCell().storeUint(1, 8).endCell() }
    const state = beginCell().storeUint(bits, bitLength)
    for (const name of references) state.storeRef(cells[name] ?? expect.fail('no cell'))
    const stateInit = state.endCell()
    const address = new Address(0, stateInit.hash()).toString()
    const signature = toBase64(ed25519.sign(digestByOracle(address, proof), secret(0)))
    const answerText = JSON.stringify({ signature, state_init: bagOf(stateInit), public_key: toHex(key) })
    expect(verify({ address, signature: answerText })).toBe('unsupported')
  })

  it.each([
    ['with 0x', (key: string) => `0x${key}`],
    ['that is too long', (key: string) => `${key}00`],
  ])('refuses a key %s, even where the contract is unknown', (_, spelled) => {
    const stateInit = beginCell().storeUint(1, 8).endCell()
    const address = new Address(0, stateInit.hash()).toString()
    const answerWith = (key: string) => JSON.stringify({ ...answer, state_init: bagOf(stateInit), public_key: key })
    expect(verify({ address, signature: answerWith(answer.public_key) })).toBe('unsupported')
    expect(verify({ address, signature: answerWith(spelled(answer.public_key)) })).toBe('invalid')
    expect(withAnswer({ public_key: spelled(answer.public_key) })).toBe('invalid')
  })

  it('answers unsupported for a known wallet whose data has another length', () => {
    const key = ed25519.getPublicKey(secret(0))
    const code = TonCell.fromBoc(Buffer.from(vectors.v4R2.code, 'hex'))[0] ?? expect.fail('no code')
    const data = beginCell().storeUint(0, 64).storeBuffer(Buffer.from(key)).endCell()
    const stateInit = beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(data).endCell()
    const answerText = JSON.stringify({ ...answer, state_init: bagOf(stateInit) })
    expect(verify({ address: contractAddress(0, { code, data }).toString(), signature: answerText })).toBe(
      'unsupported',
    )
  })

  it.each([
    ['no JSON', 'not json'],
    ['another kind of JSON', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['a member too few', JSON.stringify({ ...answer, state_init: undefined })],
    ['a member too many', JSON.stringify({ ...answer, more: 1 })],
    ['a number for a text', JSON.stringify({ ...answer, signature: 1 })],
    ['a list for a text', JSON.stringify({ ...answer, public_key: [answer.public_key] })],
    ['base64 without its padding', JSON.stringify({ ...answer, signature: answer.signature.replace(/=+$/, '') })],
    ['a signature that is too short', JSON.stringify({ ...answer, signature: toBase64(new Uint8Array(63)) })],
    ['a key in capitals', JSON.stringify({ ...answer, public_key: answer.public_key.toUpperCase() })],
    ['no cells', JSON.stringify({ ...answer, state_init: '' })],
  ])('refuses %s as a signature', (_, signature) => {
    expect(verify({ signature })).toBe('invalid')
  })

  it.each([
    'not json',
    '{}',
    JSON.stringify({ ...proof, more: 1 }),
    JSON.stringify({ ...proof, timestamp: '1' }),
    JSON.stringify({ ...proof, timestamp: -1 }),
    JSON.stringify({ ...proof, timestamp: 1.5 }),
    JSON.stringify({ ...proof, domain: 1 }),
    JSON.stringify({ ...proof, payload: 1 }),
  ])('refuses %s as a message', (text) => {
    expect(verify({ message: text })).toBe('invalid')
    expect(readTonProof(text)).toBeUndefined()
    expect(() => signer.sign(text)).toThrow(
      new TypeError('A wallet of TON signs a JSON text with domain, timestamp and payload.'),
    )
  })

  it('reads a message from the first second of Unix time', () => {
    expect(readTonProof(JSON.stringify({ ...proof, timestamp: 0 }))).toEqual({ ...proof, timestamp: 0 })
  })

  it('refuses to create an unknown kind of wallet', () => {
    expect(() => ton.createSigner(secret(0), 'v9')).toThrow(RangeError)
  })

  it('refuses lone surrogates, since another text encodes to the same bytes', () => {
    const replaced = signer.sign(JSON.stringify({ ...proof, payload: '\ufffd' }))
    expect(verify({ message: JSON.stringify({ ...proof, payload: '\ufffd' }), signature: replaced })).toBe('valid')
    for (const changes of [{ payload: '\ud800' }, { payload: '\udfff' }])
      expect(verify({ message: JSON.stringify({ ...proof, ...changes }), signature: replaced })).toBe('invalid')
    expect(readTonProof(JSON.stringify({ ...proof, domain: '\ud800' }))).toBeUndefined()
  })
})
