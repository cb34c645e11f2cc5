import {
  Account,
  AnySignature,
  AptosConfig,
  Ed25519PrivateKey,
  Ed25519Signature,
  MultiEd25519PublicKey,
  MultiKey,
  Secp256k1PrivateKey,
  Secp256k1Signature,
} from '@aptos-labs/ts-sdk'
import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { aptos } from './aptos.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`aptos ${index}`))
const bytesOf = (text: string) => readHex(text) ?? expect.fail('not hex')
const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`
const kinds = ['ed25519', 'singleKeyEd25519', 'singleKeySecp256k1'] as const

const signers = kinds.map((kind) => ({ kind, signer: aptos.createSigner(secret(0), kind) }))
const [{ signer }] = signers as [(typeof signers)[0]]
const fullMessage = `APTOS\naddress: ${signer.address}\napplication: https://app.example.com\nchainId: 1\nmessage: Sign in ŝ 🔑\nnonce: n1`
const signIn = `app.example.com wants you to sign in with your Aptos account:\n${signer.address}\n\nURI: https://app.example.com\nVersion: 1`

const verify = (address: string, message: string, signature: string): Verdict =>
  aptos.verify({ chain: 'APTOS', address, message, signature }, facts)

interface Answer {
  publicKey: string
  signature: string
}

const answerOf = ({ sign }: { sign(message: string): string }, message: string): Answer => JSON.parse(sign(message))
const flipped = (text: string, bit: number) =>
  hex(bytesOf(text).map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)))

/** The same account in the chain's SDK, and the bytes that its wallets sign for a message. */
function accountOf(kind: (typeof kinds)[number], index: number) {
  if (kind === 'ed25519')
    return Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(secret(index), false), legacy: true })
  if (kind === 'singleKeyEd25519')
    return Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(secret(index), false), legacy: false })
  return Account.fromPrivateKey({ privateKey: new Secp256k1PrivateKey(secret(index), false) })
}

const signedBytes = (message: string) =>
  message === fullMessage ? utf8(message) : concat(sha3_256(utf8('SIGN_IN_WITH_APTOS::')), utf8(message))

/** A signature of the SDK, read from bytes: bare, or after variant and length. */
function readSignature(kind: (typeof kinds)[number], text: string) {
  const bytes = bytesOf(text)
  if (kind === 'ed25519') return new Ed25519Signature(bytes)
  const bare = bytes.subarray(2)
  const signature = new AnySignature(
    kind === 'singleKeyEd25519' ? new Ed25519Signature(bare) : new Secp256k1Signature(bare),
  )
  expect(hex(signature.bcsToBytes())).toBe(text)
  return signature
}

describe.each(signers)('aptos, $kind', ({ kind, signer: own }) => {
  const answer = answerOf(own, fullMessage)

  it('accepts signatures of 12 accounts, of AIP-62 and of AIP-116', () => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = aptos.createSigner(secret(index), kind)
      const message = index % 2 === 0 ? fullMessage : signIn
      expect(verify(address, message, sign(message))).toBe('valid')
    }
  })

  it('agrees with @aptos-labs/ts-sdk in both directions', async () => {
    for (let index = 0; index < 10; index++) {
      const ours = aptos.createSigner(secret(index), kind)
      const account = accountOf(kind, index)
      expect(ours).toMatchObject({
        address: account.accountAddress.toStringLong(),
        publicKey: account.publicKey.toString(),
      })
      for (const message of [fullMessage, signIn]) {
        const theirs = account.sign(signedBytes(message))
        const signature = hex(kind === 'ed25519' ? theirs.toUint8Array() : theirs.bcsToBytes())
        expect(
          verify(ours.address, message, JSON.stringify({ publicKey: account.publicKey.toString(), signature })),
        ).toBe('valid')
        const read = readSignature(kind, answerOf(ours, message).signature)
        const check = { aptosConfig: new AptosConfig(), signature: read }
        expect(await account.publicKey.verifySignatureAsync({ ...check, message: signedBytes(message) })).toBe(true)
        expect(await account.publicKey.verifySignatureAsync({ ...check, message: signedBytes(`${message}.`) })).toBe(
          false,
        )
      }
    }
  })

  it('refuses another message, and a signature of the other scheme', () => {
    for (const other of [`${fullMessage} `, fullMessage.replace('n1', 'n2'), signIn, ''])
      expect(verify(own.address, other, JSON.stringify(answer))).toBe('invalid')
    const bare = accountOf(kind, 0).sign(utf8(signIn))
    const signature = hex(kind === 'ed25519' ? bare.toUint8Array() : bare.bcsToBytes())
    expect(verify(own.address, signIn, JSON.stringify({ publicKey: own.publicKey, signature }))).toBe('invalid')
  })

  it('refuses a signature and a key with any bit changed', () => {
    for (let bit = 0; bit < bytesOf(answer.signature).length * 8; bit += 5) {
      expect(
        verify(own.address, fullMessage, JSON.stringify({ ...answer, signature: flipped(answer.signature, bit) })),
        `${bit}`,
      ).toBe('invalid')
    }
    for (let bit = 16; bit < bytesOf(answer.publicKey).length * 8; bit += 5) {
      expect(
        verify(own.address, fullMessage, JSON.stringify({ ...answer, publicKey: flipped(answer.publicKey, bit) })),
        `${bit}`,
      ).toBe('invalid')
    }
  })

  it('refuses the address of another key, and of the same secret in another kind', () => {
    expect(verify(aptos.createSigner(secret(1), kind).address, fullMessage, JSON.stringify(answer))).toBe('invalid')
    for (const other of signers)
      if (other.kind !== kind) expect(verify(other.signer.address, fullMessage, JSON.stringify(answer))).toBe('invalid')
  })

  it('refuses wrong lengths', () => {
    for (const member of ['publicKey', 'signature'] as const) {
      for (const text of ['0x', `${answer[member]}00`, answer[member].slice(0, -2), answer[member].slice(0, -1), '']) {
        expect(verify(own.address, fullMessage, JSON.stringify({ ...answer, [member]: text })), text).toBe('invalid')
      }
    }
  })

  it('refuses hex in upper case, without 0x, and with white space', () => {
    for (const member of ['publicKey', 'signature'] as const) {
      const text = answer[member]
      for (const other of [
        text.toUpperCase(),
        `0x${text.slice(2).toUpperCase()}`,
        text.slice(2),
        ` ${text}`,
        `${text}\n`,
      ]) {
        expect(verify(own.address, fullMessage, JSON.stringify({ ...answer, [member]: other })), other).toBe('invalid')
      }
    }
  })
})

describe('aptos', () => {
  const answer = answerOf(signer, fullMessage)

  it('makes ed25519 accounts by default, deterministically, and refuses unknown kinds', () => {
    expect(aptos.createSigner(secret(0)).sign(fullMessage)).toBe(signer.sign(fullMessage))
    for (const kind of ['keyless', 'constructor', ''])
      expect(() => aptos.createSigner(secret(0), kind), kind).toThrow(RangeError)
  })

  it('derives the addresses of published keys', () => {
    // Of the tests of https://github.com/aptos-labs/aptos-go-sdk.
    const published = {
      ed25519: [
        'c5338cd251c22daa8c9c9cc94f498cc8a5c7e1d2e75287a5dda91096fe64efa5',
        '978c213990c4833df71548df7ce49d54c759d6b6d932de22b24d56060b7af2aa',
      ],
      singleKeyEd25519: [
        'f508cbef4e0fe463204aab724a90791c9a9dbe60a53b4978bbddbc712b55f2fd',
        '5bdf77d5bf826c8c04273d4e7323f7bc4a85ee7ee34b37bd7458b7aed3639dd3',
      ],
      singleKeySecp256k1: [
        'd107155adf816a0a94c6db3c9489c13ad8a1eda7ada2e558ba3bfa47c020347e',
        '5792c985bc96f436270bd2a3c692210b09c7febb8889345ceefdbae4bacfe498',
      ],
    } as const
    for (const kind of kinds)
      expect(aptos.createSigner(bytesOf(published[kind][0]), kind).address).toBe(`0x${published[kind][1]}`)
  })

  it('also accepts the bare signature of a single key', () => {
    for (const { kind, signer: account } of signers.slice(1)) {
      const { publicKey, signature } = answerOf(account, signIn)
      expect(
        verify(account.address, signIn, JSON.stringify({ publicKey, signature: `0x${signature.slice(6)}` })),
        kind,
      ).toBe('valid')
      expect(
        verify(
          account.address,
          signIn,
          JSON.stringify({
            publicKey,
            signature: signature.replace(/^0x0[01]/, kind === 'singleKeyEd25519' ? '0x01' : '0x00'),
          }),
        ),
        kind,
      ).toBe('invalid')
    }
    expect(
      verify(
        signer.address,
        fullMessage,
        JSON.stringify({ ...answer, signature: `0x0040${answer.signature.slice(2)}` }),
      ),
    ).toBe('invalid')
  })

  it('accepts fullMessage and address if they equal the message and the address', () => {
    const verifyWith = (more: object) => verify(signer.address, fullMessage, JSON.stringify({ ...answer, ...more }))
    expect(
      verifyWith({ fullMessage, address: signer.address, message: 'Sign in ŝ 🔑', prefix: 'APTOS', nonce: 'n1' }),
    ).toBe('valid')
    for (const other of [`${fullMessage} `, '', null, 1])
      expect(verifyWith({ fullMessage: other }), `${other}`).toBe('invalid')
    for (const other of [signers[1]?.signer.address, '', null, signer.address.slice(2), [signer.address]])
      expect(verifyWith({ address: other }), `${other}`).toBe('invalid')
  })

  it('accepts an address in either case, in full length and with 0x', () => {
    const digits = signer.address.slice(2)
    const signature = JSON.stringify(answer)
    expect(verify(`0x${digits.toUpperCase()}`, fullMessage, signature)).toBe('valid')
    for (const address of [
      '',
      digits,
      `0X${digits}`,
      `0x0${digits}`,
      `0x${digits.slice(1)}`,
      `${signer.address}\n`,
      '0x1',
    ]) {
      expect(verify(address, fullMessage, signature), address).toBe('invalid')
    }
  })

  it('refuses anything but an object with both members', () => {
    const { publicKey, signature } = answer
    const wrong = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '""',
      '{}',
      signature,
      { publicKey },
      { signature },
      { publicKey, signature: 1 },
      { publicKey: null, signature },
      [answer],
    ]
    for (const other of wrong)
      expect(verify(signer.address, fullMessage, typeof other === 'string' ? other : JSON.stringify(other))).toBe(
        'invalid',
      )
  })

  it('refuses an ECDSA signature with high s, and a compressed key', () => {
    const account = aptos.createSigner(secret(0), 'singleKeySecp256k1')
    const { publicKey, signature } = answerOf(account, signIn)
    const bytes = bytesOf(signature)
    const s = bytesToNumberBE(bytes.subarray(34))
    const high = concat(bytes.subarray(0, 34), numberToBytesBE(secp256k1.Point.Fn.ORDER - s, 32))
    expect(verify(account.address, signIn, JSON.stringify({ publicKey, signature: hex(high) }))).toBe('invalid')
    const compressed = hex(concat(Uint8Array.of(1, 33), secp256k1.getPublicKey(secret(0), true)))
    expect(verify(account.address, signIn, JSON.stringify({ publicKey: compressed, signature }))).toBe('invalid')
  })

  it('reduces a secret that is not a secp256k1 key', () => {
    for (const fill of [0, 255]) {
      const account = aptos.createSigner(new Uint8Array(32).fill(fill), 'singleKeySecp256k1')
      expect(verify(account.address, signIn, account.sign(signIn))).toBe('valid')
    }
  })

  it('does not support multi-key accounts', () => {
    const keys = [0, 1, 2].map((index) => new Ed25519PrivateKey(secret(index), false).publicKey())
    const multiEd25519 = new MultiEd25519PublicKey({ publicKeys: keys, threshold: 2 })
    const multiKey = new MultiKey({
      publicKeys: [...keys, new Secp256k1PrivateKey(secret(3), false).publicKey()],
      signaturesRequired: 2,
    })
    for (const key of [multiEd25519, multiKey]) {
      const address = key.authKey().derivedAddress().toStringLong()
      expect(verify(address, fullMessage, JSON.stringify({ ...answer, publicKey: key.toString() }))).toBe('unsupported')
    }
  })
})
