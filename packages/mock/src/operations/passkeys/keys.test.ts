import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  attest,
  bytesOf,
  type Cose,
  edwardsKey,
  forgeRegistration,
  forgeSignIn,
  type KeyPair,
} from '../../../test/people/forgedPasskeys.ts'
import { appOrigin, createPasskeyUser, from } from '../../../test/people/passkeyCeremonies.ts'

const host = createHost()
const page = from(appOrigin)
const notProved = { status: 422, code: 'other_verify_failure' }

let userId = ''
let token = ''

beforeEach(async () => {
  ;({ userId, token } = await createPasskeyUser(host))
})

async function rsaKey(): Promise<KeyPair> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['sign', 'verify'],
  )
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return {
    cose: [
      [1, 3],
      [3, -257],
      [-1, bytesOf(n)],
      [-2, bytesOf(e)],
    ],
    sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, message)),
  }
}

/** Coordinates of a point on P-384. */
async function pointOfAnotherCurve() {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, [
    'sign',
    'verify',
  ])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return { x: bytesOf(x), y: bytesOf(y) }
}

const ones = (length: number) => new Uint8Array(length).fill(255)
const small = (length: number) => new Uint8Array(length).fill(1)
const exponent = Uint8Array.of(1, 0, 1)
const point = p256.getPublicKey(small(32), false)
const coordinates: Cose = [
  [-2, point.subarray(1, 33)],
  [-3, point.subarray(33)],
]

/** Keys of another make than their algorithm says, which no signature can ever fit, or any. */
const oddKeys: Record<string, Cose> = {
  'no key type': [[3, -7]],
  'ES256 without coordinates': [
    [1, 2],
    [3, -7],
    [-1, 1],
  ],
  'ES256 off the curve': [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, small(32)],
    [-3, small(32)],
  ],
  'ES256 beyond the field': [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, ones(32)],
    [-3, ones(32)],
  ],
  'ES256 of another key type': [[1, 1], [3, -7], [-1, 1], ...coordinates],
  'ES256 of another curve by its name': [[1, 2], [3, -7], [-1, 8], ...coordinates],
  'ES256 that is compressed': [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, small(32)],
    [-3, 1],
  ],
  'EdDSA without a point': [
    [1, 1],
    [3, -8],
    [-1, 6],
  ],
  'EdDSA of another key type': [
    [1, 2],
    [3, -8],
    [-1, 6],
    [-2, ed25519.getPublicKey(small(32))],
  ],
  'EdDSA of 31 bytes': [
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, small(31)],
  ],
  'EdDSA off the curve': [
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, Uint8Array.of(2, ...new Uint8Array(31))],
  ],
  'EdDSA of the point that fits any message': [
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, Uint8Array.of(1, ...new Uint8Array(31))],
  ],
  'RS256 without a modulus': [
    [1, 3],
    [3, -257],
    [-2, exponent],
  ],
  'RS256 with the exponent 1': [
    [1, 3],
    [3, -257],
    [-1, ones(256)],
    [-2, Uint8Array.of(1)],
  ],
  'RS256 with an even exponent': [
    [1, 3],
    [3, -257],
    [-1, ones(256)],
    [-2, Uint8Array.of(2)],
  ],
  'RS256 with an exponent of five bytes': [
    [1, 3],
    [3, -257],
    [-1, ones(256)],
    [-2, Uint8Array.of(1, 0, 0, 0, 1)],
  ],
  'RS256 of 512 bits': [
    [1, 3],
    [3, -257],
    [-1, ones(64)],
    [-2, exponent],
  ],
  'RS256 of 2047 bits': [
    [1, 3],
    [3, -257],
    [-1, Uint8Array.of(0x7f, ...ones(255))],
    [-2, exponent],
  ],
  'RS256 with zeros in front': [
    [1, 3],
    [3, -257],
    [-1, Uint8Array.of(0, ...ones(256))],
    [-2, exponent],
  ],
  'RS256 with an even modulus': [
    [1, 3],
    [3, -257],
    [-1, Uint8Array.of(...ones(255), 254)],
    [-2, exponent],
  ],
  'RS256 of 16384 bits': [
    [1, 3],
    [3, -257],
    [-1, ones(2048)],
    [-2, exponent],
  ],
}

describe('the key of a new passkey', () => {
  it.each(Object.entries(oddKeys))('is refused: %s', async (_, cose) => {
    expect(await host.refuse('passkeys.register', await forgeRegistration(host, token, { cose }))).toMatchObject(
      notProved,
    )
    expect((await host.call('passkeys.list', { token })).body.count).toBe(0)
  })

  it('is refused on another curve than P-256', async () => {
    const { x, y } = await pointOfAnotherCurve()
    for (const curve of [1, 2]) {
      expect(
        await host.refuse(
          'passkeys.register',
          await forgeRegistration(host, token, {
            cose: [
              [1, 2],
              [3, -7],
              [-1, curve],
              [-2, x],
              [-3, y],
            ],
          }),
        ),
      ).toMatchObject(notProved)
    }
  })

  it('is refused as a second factor, too', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const {
      body: {
        id,
        registration: { challenge },
      },
    } = await host.call('mfaDevices.createPasskey', { token, ...page })
    const body = {
      id,
      attestation: attest(challenge, {
        cose: [
          [1, 2],
          [3, -7],
        ],
      }),
    }
    expect(await host.refuse('mfaDevices.verifyPasskey', { token, body, ...page })).toMatchObject(notProved)
  })

  it('is accepted and signs in if it is valid: ES256, EdDSA and RS256', async () => {
    const elliptic: KeyPair = {
      cose: [[1, 2], [3, -7], [-1, 1], ...coordinates],
      sign: (message) => p256.sign(message, small(32), { format: 'der' }),
    }
    for (const key of [elliptic, edwardsKey(), await rsaKey()]) {
      expect(
        (await host.call('passkeys.register', await forgeRegistration(host, token, { cose: key.cose }))).status,
      ).toBe(200)
      expect((await host.call('passkeys.signIn', await forgeSignIn(host, userId, key))).body.user?.id).toBe(userId)
      const [passkey] = (await host.call('passkeys.list', { token })).body.passkeys
      await host.call('passkeys.delete', { token, body: { passkeyId: passkey?.id } })
    }
  })
})

describe('the id of a new passkey', () => {
  it('has at most 1023 bytes', async () => {
    const { cose } = edwardsKey()
    expect(
      await host.refuse('passkeys.register', await forgeRegistration(host, token, { cose, id: small(1024) })),
    ).toMatchObject(notProved)
    expect(
      (await host.call('passkeys.register', await forgeRegistration(host, token, { cose, id: small(1023) }))).status,
    ).toBe(200)
  })
})
