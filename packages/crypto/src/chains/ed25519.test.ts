import { concat, readHex, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isEd25519Signature } from './curves.ts'
import { verifyEd25519 } from './ed25519.ts'

const { Point } = ed25519
const order = Point.Fn.ORDER
const secret = sha256(utf8('ed25519'))
const publicKey = Uint8Array.from(ed25519.getPublicKey(secret))
const { scalar, point } = ed25519.utils.getExtendedPublicKey(secret)
const commitmentPoint = Point.BASE.multiply(7n)
const orderEight = Point.fromBytes(
  readHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05') ?? expect.fail('not hex'),
)
/** The eight points of small order, the neutral one last. */
const torsion = Array.from({ length: 7 }).reduce<(typeof Point.BASE)[]>(
  (points) => [...points, (points.at(-1) ?? orderEight).add(orderEight)],
  [orderEight],
)

interface Vector {
  readonly what: string
  readonly signature: Uint8Array<ArrayBuffer>
  readonly message: Uint8Array<ArrayBuffer>
  readonly key: Uint8Array<ArrayBuffer>
}

/**
 * A signature with any commitment and key. If nonce and scalar fit them, the equation holds except for parts of small
 * order.
 */
function forge(
  what: string,
  {
    commitment,
    key,
    nonce,
    keyScalar,
    message,
  }: { commitment: Uint8Array; key: Uint8Array; nonce: bigint; keyScalar: bigint; message: Uint8Array<ArrayBuffer> },
): Vector {
  const challenge = bytesToNumberLE(sha512(concat(commitment, key, message))) % order
  return {
    what,
    signature: concat(commitment, numberToBytesLE((nonce + challenge * keyScalar) % order, 32)),
    message,
    key: Uint8Array.from(key),
  }
}

/**
 * Every encoding of a point: the canonical one, that with y + p if it fits, and those with the other sign of x.
 */
function encodingsOf(point: typeof Point.BASE): Uint8Array[] {
  const bytes = point.toBytes()
  const y = BigInt.asUintN(255, bytesToNumberLE(bytes))
  const ordinates = [y, y + Point.Fp.ORDER].filter((value) => value < 2n ** 255n)
  return ordinates.flatMap((value) => [numberToBytesLE(value, 32), numberToBytesLE(value + 2n ** 255n, 32)])
}

const messages = Array.from({ length: 5 }, (_, index) => utf8(`message ${index}`))
const vectors: readonly Vector[] = messages.flatMap((message, index) => [
  { what: 'RFC 8032', signature: Uint8Array.from(ed25519.sign(message, secret)), message, key: publicKey },
  {
    what: 'another message',
    signature: Uint8Array.from(ed25519.sign(message, secret)),
    message: utf8('another'),
    key: publicKey,
  },
  // With a mixed key the equation holds without the cofactor, too, where the challenge is a multiple of the part's
  // order.
  ...torsion.flatMap((part, at) => [
    forge(`key with part ${at}`, {
      commitment: commitmentPoint.toBytes(),
      key: point.add(part).toBytes(),
      nonce: 7n,
      keyScalar: scalar,
      message,
    }),
    forge(`commitment with part ${at}`, {
      commitment: commitmentPoint.add(part).toBytes(),
      key: publicKey,
      nonce: 7n,
      keyScalar: scalar,
      message,
    }),
    forge(`both with part ${at}`, {
      commitment: commitmentPoint.add(part).toBytes(),
      key: point.add(part).toBytes(),
      nonce: 7n,
      keyScalar: scalar,
      message,
    }),
    ...encodingsOf(part).flatMap((encoding) => [
      forge(`key of small order ${at}`, {
        commitment: commitmentPoint.toBytes(),
        key: encoding,
        nonce: 7n,
        keyScalar: 0n,
        message,
      }),
      forge(`commitment of small order ${at}`, {
        commitment: encoding,
        key: publicKey,
        nonce: 0n,
        keyScalar: scalar,
        message,
      }),
      forge(`both of small order ${at}`, { commitment: encoding, key: encoding, nonce: 0n, keyScalar: 0n, message }),
    ]),
  ]),
  // y + p for the few points, of any order, whose y is below 19; and bytes that are no point.
  ...Array.from({ length: 19 }, (_, y) => numberToBytesLE(Point.Fp.ORDER + BigInt(y), 32)).flatMap((encoding) => [
    forge('key with y + p', {
      commitment: commitmentPoint.toBytes(),
      key: encoding,
      nonce: 7n,
      keyScalar: scalar,
      message,
    }),
    forge('commitment with y + p', { commitment: encoding, key: publicKey, nonce: 7n, keyScalar: scalar, message }),
  ]),
  forge('key off the curve', {
    commitment: commitmentPoint.toBytes(),
    key: numberToBytesLE(2n, 32),
    nonce: 7n,
    keyScalar: scalar,
    message,
  }),
  forge('commitment off the curve', {
    commitment: numberToBytesLE(2n, 32),
    key: publicKey,
    nonce: 7n,
    keyScalar: scalar,
    message,
  }),
  ...[order, 2n ** 252n * 15n].map((more) => {
    const signature = Uint8Array.from(ed25519.sign(message, secret))
    return {
      what: 'scalar not reduced',
      signature: concat(
        signature.subarray(0, 32),
        numberToBytesLE((bytesToNumberLE(signature.subarray(32)) + more) % 2n ** 256n, 32),
      ),
      message,
      key: publicKey,
    }
  }),
  ...Array.from({ length: 32 }, (_, bit) => {
    const signature = Uint8Array.from(ed25519.sign(message, secret))
    const place = (index + bit * 16) % 512
    return {
      what: `bit ${place} changed`,
      signature: signature.map((byte, at) => (at === place >> 3 ? byte ^ (1 << (place & 7)) : byte)),
      message,
      key: publicKey,
    }
  }),
])

describe('verifyEd25519', () => {
  afterEach(() => vi.unstubAllGlobals())

  const expectTheSame = async () => {
    for (const { what, signature, message, key } of vectors)
      expect(await verifyEd25519(signature, message, key), what).toBe(isEd25519Signature(signature, message, key))
  }

  it('agrees with the strict equation, for all encodings and orders of key and commitment', expectTheSame)

  it('gives the same result on a platform without ed25519', async () => {
    vi.stubGlobal('crypto', {
      subtle: { importKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')) },
    })
    await expectTheSame()
  })

  it('is tested with valid and invalid signatures of mixed keys and commitments', () => {
    const verdicts = (start: string) =>
      new Set(
        vectors
          .filter(({ what }) => what.startsWith(start))
          .map(({ signature, message, key }) => isEd25519Signature(signature, message, key)),
      )
    for (const start of ['key with part', 'both with part']) expect(verdicts(start)).toEqual(new Set([true, false]))
    for (const start of [
      'key of small order',
      'commitment of small order',
      'both of small order',
      'scalar not reduced',
    ])
      expect(verdicts(start)).toEqual(new Set([false]))
    expect(verdicts('RFC 8032')).toEqual(new Set([true]))
  })

  it('refuses a signature and a key of any other length', async () => {
    const message = utf8('Sign in')
    const signature = Uint8Array.from(ed25519.sign(message, secret))
    expect(await verifyEd25519(signature, message, publicKey)).toBe(true)
    for (const wrong of [signature.subarray(0, 63), concat(signature, utf8('0')), utf8('')])
      expect(await verifyEd25519(wrong, message, publicKey)).toBe(false)
    for (const wrong of [publicKey.subarray(0, 31), concat(publicKey, utf8('0')), utf8('')])
      expect(await verifyEd25519(signature, message, wrong)).toBe(false)
  })
})
