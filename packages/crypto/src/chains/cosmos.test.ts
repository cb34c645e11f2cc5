import { decodeSignature, makeSignDoc, pubkeyToAddress, Secp256k1Wallet, serializeSignDoc } from '@cosmjs/amino'
import { readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { cosmos } from './cosmos.ts'

interface WalletJson {
  readonly pub_key: { readonly type: string; readonly value: string }
  readonly signature: string
}

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`cosmos ${index}`))
const message = 'app.example.com wants you to sign in with your Cosmos account: <&> "\\" ⚛ 🔑'
const signer = cosmos.createSigner(secret(0))
const json = signer.sign(message)
const parsed: WalletJson = JSON.parse(json)
const bytesOf = (text: string) => readBase64(text) ?? expect.fail('not base64')
const bytes = bytesOf(parsed.signature)
const flipped = (from: Uint8Array, bit: number) =>
  from.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const verify = (changed: { address?: string; message?: string; signature?: string }): Verdict =>
  cosmos.verify({ chain: 'COSMOS', address: signer.address, message, signature: json, ...changed }, facts)
const withJson = (changes: Partial<Record<keyof WalletJson, unknown>>) =>
  verify({ signature: JSON.stringify({ ...parsed, ...changes }) })

/** The ADR-36 document, by an independent library. */
const peerDocument = (address: string, text: string) =>
  makeSignDoc(
    [{ type: 'sign/MsgSignData', value: { signer: address, data: toBase64(utf8(text)) } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  )

describe('cosmos', () => {
  it('accepts signatures of 12 accounts, with and without their keys', () => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = cosmos.createSigner(secret(index))
      const signature = sign(`message ${index}`)
      const bare = (JSON.parse(signature) as WalletJson).signature
      expect(verify({ address, message: `message ${index}`, signature })).toBe('valid')
      expect(verify({ address, message: `message ${index}`, signature: bare })).toBe('valid')
    }
  })

  it('signs deterministically, even the empty message', () => {
    expect(cosmos.createSigner(secret(0), 'secp256k1').sign(message)).toBe(json)
    expect(signer.publicKey).toBe(toHex(secp256k1.getPublicKey(secret(0))))
    expect(verify({ message: '', signature: signer.sign('') })).toBe('valid')
  })

  it('creates an account from a secret that is not a key, and none of another kind', () => {
    for (const each of [new Uint8Array(32), new Uint8Array(32).fill(0xff)]) {
      const { address, sign } = cosmos.createSigner(each)
      expect(verify({ address, signature: sign(message) })).toBe('valid')
    }
    expect(() => cosmos.createSigner(secret(0), 'ed25519')).toThrow(RangeError)
  })

  it('agrees with @cosmjs/amino in both directions', async () => {
    for (let index = 0; index < 10; index++) {
      const { address, sign } = cosmos.createSigner(secret(index))
      const wallet = await Secp256k1Wallet.fromKey(secret(index))
      const { signature: theirs } = await wallet.signAmino(address, peerDocument(address, message))
      expect(verify({ address, signature: JSON.stringify(theirs) })).toBe('valid')

      const ours: WalletJson = JSON.parse(sign(message))
      const { pubkey, signature } = decodeSignature({ ...ours, pub_key: { ...ours.pub_key } })
      expect(pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value: toBase64(pubkey) }, 'cosmos')).toBe(address)
      const digest = sha256(serializeSignDoc(peerDocument(address, message)))
      expect(secp256k1.verify(signature, digest, pubkey, { prehash: false })).toBe(true)
      expect(ours).toEqual(theirs)
    }
  })

  it.each(['osmo', 'neutron', 'a', '8ball', 'x'.repeat(83)])(
    'accepts an address that begins with %s',
    async (prefix) => {
      const wallet = await Secp256k1Wallet.fromKey(secret(0), 'cosmos')
      const address = bech32.encode(prefix, bech32.decode(signer.address).words, false)
      const document = serializeSignDoc(peerDocument(address, message))
      const signature = toBase64(secp256k1.sign(document, secret(0)))
      expect((await wallet.getAccounts())[0]?.address).toBe(signer.address)
      expect(verify({ address, signature })).toBe('valid')
      expect(verify({ address, signature: json })).toBe('invalid')
    },
  )

  it('refuses another message', () => {
    const text = utf8('message')
    const signature = signer.sign('message')
    for (let bit = 0; bit < text.length * 8; bit += 5)
      expect(verify({ message: new TextDecoder().decode(flipped(text, bit)), signature })).toBe('invalid')
    for (const other of ['', `${message} `, message.toLowerCase()]) expect(verify({ message: other })).toBe('invalid')
  })

  it('refuses a signature with one bit flipped, in any of its bytes', () => {
    for (let index = 0; index < 64; index++) {
      const changed = toBase64(flipped(bytes, index * 8 + (index % 8)))
      expect(withJson({ signature: changed })).toBe('invalid')
      expect(verify({ signature: changed })).toBe('invalid')
    }
  })

  it('refuses another account, and a signature with another key', () => {
    const other = cosmos.createSigner(secret(1))
    expect(verify({ address: other.address })).toBe('invalid')
    expect(verify({ address: other.address, signature: parsed.signature })).toBe('invalid')
    const { pub_key }: WalletJson = JSON.parse(other.sign(message))
    expect(withJson({ pub_key })).toBe('invalid')
    expect(verify({ signature: other.sign(message) })).toBe('invalid')
    const key = bytesOf(parsed.pub_key.value)
    for (const value of [
      key.with(0, (key[0] as number) ^ 1),
      key.subarray(1),
      secp256k1.getPublicKey(secret(0), false),
      new Uint8Array(33),
    ]) {
      expect(withJson({ pub_key: { ...parsed.pub_key, value: toBase64(value) } })).toBe('invalid')
    }
  })

  it('refuses a signature that another account made for this one', () => {
    const document = peerDocument(signer.address, message)
    const forge = (key: Uint8Array) => ({
      pub_key: { ...parsed.pub_key, value: toBase64(secp256k1.getPublicKey(key)) },
      signature: toBase64(secp256k1.sign(serializeSignDoc(document), key)),
    })
    expect(withJson(forge(secret(0)))).toBe('valid')
    expect(withJson(forge(secret(1)))).toBe('invalid')
    expect(verify({ signature: forge(secret(1)).signature })).toBe('invalid')
  })

  it('refuses the signature of an uncompressed key, even at the address of its hash', () => {
    const key = secp256k1.getPublicKey(secret(0), false)
    const address = bech32.encode('cosmos', bech32.toWords(ripemd160(sha256(key))))
    const signature = toBase64(secp256k1.sign(serializeSignDoc(peerDocument(address, message)), secret(0)))
    const pub_key = { ...parsed.pub_key, value: toBase64(key) }
    expect(verify({ address, signature: JSON.stringify({ pub_key, signature }) })).toBe('invalid')
  })

  it('refuses high s, and r and s that are out of range', () => {
    const { r, s } = secp256k1.Signature.fromBytes(bytes)
    const high = toBase64(new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes())
    const zeros = new Uint8Array(32)
    const ones = new Uint8Array(32).fill(0xff)
    const [rBytes, sBytes] = [bytes.subarray(0, 32), bytes.subarray(32)]
    const joined = [
      [zeros, sBytes],
      [rBytes, zeros],
      [ones, sBytes],
      [rBytes, ones],
    ].map((parts) => toBase64(concatBytes(...parts)))
    for (const signature of [high, ...joined]) {
      expect(withJson({ signature })).toBe('invalid')
      expect(verify({ signature })).toBe('invalid')
    }
  })

  it('refuses another spelling of a signature', () => {
    const bare = parsed.signature
    const spelled = [
      '',
      ` ${bare}`,
      `${bare}\n`,
      bare.slice(0, -2),
      bare.slice(0, -1),
      `${bare}==`,
      toHex(bytes),
      bare.replace(/.==$/, 'B=='),
      toBase64(Uint8Array.of(...bytes, 0)),
      toBase64(bytes.subarray(1)),
      toBase64(secp256k1.Signature.fromBytes(bytes).toBytes('der')),
      `${bare.slice(0, 40)}-${bare.slice(41)}`,
      ` ${json}`,
      `[${json}]`,
      `${json}{}`,
      '{',
      '{}',
      'null',
      JSON.stringify(bare),
    ]
    expect(spelled.map((signature) => verify({ signature }))).toEqual(spelled.map(() => 'invalid'))
    expect(spelled.slice(0, 11).map((signature) => withJson({ signature }))).toEqual(
      spelled.slice(0, 11).map(() => 'invalid'),
    )
  })

  it('refuses JSON with members that are missing, of other types, or unknown', () => {
    const { type, value } = parsed.pub_key
    const keys = [
      undefined,
      null,
      value,
      [],
      { value },
      { type },
      { type, value, more: 1 },
      { type, value: 7 },
      { type: 'tendermint/PubKeySecp256k', value },
    ]
    for (const pub_key of keys) expect(withJson({ pub_key })).toBe('invalid')
    for (const signature of [undefined, null, 7, [parsed.signature]]) expect(withJson({ signature })).toBe('invalid')
    expect(verify({ signature: JSON.stringify({ ...parsed, more: 1 }) })).toBe('invalid')
  })

  it.each([
    'ethermint/PubKeyEthSecp256k1',
    'injective/PubKeyEthSecp256k1',
    'os/PubKeyEthSecp256k1',
    'tendermint/PubKeyEd25519',
    'tendermint/PubKeyMultisigThreshold',
    'tendermint/PubKeySecp256r1',
  ])('does not support keys of type %s', (type) => {
    expect(withJson({ pub_key: { ...parsed.pub_key, type } })).toBe('unsupported')
  })

  it('does not support the bare signature of a key with an address as on Ethereum', () => {
    const key = secp256k1.getPublicKey(secret(0), false)
    const address = bech32.encode('evmos', bech32.toWords(keccak_256(key.subarray(1)).slice(-20)))
    const signature = toBase64(secp256k1.sign(serializeSignDoc(peerDocument(address, message)), secret(0)))
    expect(verify({ address, signature })).toBe('invalid')
  })

  it('accepts an address in upper case, and refuses all other spellings', () => {
    const { address } = signer
    const { words } = bech32.decode(address as `${string}1${string}`)
    expect(verify({ address: address.toUpperCase() })).toBe('valid')
    const others = [
      '',
      ` ${address}`,
      `${address} `,
      address.slice(0, -1),
      `${address}q`,
      `${address.slice(0, 9)}${address.slice(9).toUpperCase()}`,
      `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`,
      bech32.encode('cosmos', bech32.toWords(new Uint8Array(32))),
      bech32.encode('cosmos', words.slice(0, -1)),
      bech32.encode('x'.repeat(84), words, false),
      bech32.encode('cos"mos', words),
    ]
    expect(others.map((other) => verify({ address: other }))).toEqual(others.map(() => 'invalid'))
  })
})
