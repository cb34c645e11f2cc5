import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { answerSignIn, appOrigin, from, registerPasskey } from '../../test/passkeyCeremonies.ts'
import { enableMfa } from '../../test/secondFactor.ts'
import type { Authenticator } from '../control/authenticator.ts'
import { decodeBase64url, encodeBase64url } from '../crypto/base64url.ts'
import { type CborValue, encodeCbor } from '../crypto/cbor.ts'

const host = createHost()
const page = from(appOrigin)
const notProved = { status: 422, code: 'other_verify_failure' }
const unauthorized = { status: 401, code: 'unauthorized' }

let device: Authenticator
let userId = ''
let token = ''

beforeEach(async () => {
  device = host.mock.authenticator()
  await host.mock.create.provider({ provider: 'passkey' })
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
})

type Cose = [number, CborValue][]

interface Made {
  readonly cose?: Cose
  readonly id?: Uint8Array
  readonly clientData?: object
  readonly transports?: string[]
}

const bytesOf = (text: string) => decodeBase64url(text) ?? new Uint8Array()
const clientDataOf = (type: string, challenge: string, more: object) =>
  utf8ToBytes(JSON.stringify({ type, challenge, origin: appOrigin, crossOrigin: false, ...more }))

/** The fixed part of authenticator data, with present and verified user. */
function authenticatorData(flags: number): Uint8Array {
  return concatBytes(sha256(utf8ToBytes('app.example.com')), Uint8Array.of(flags, 0, 0, 0, 0))
}

/** A registration as an authenticator might answer that is not as it should be: with any key, id and client data. */
function attest(
  challenge: string,
  { cose = [], id = new Uint8Array(32).fill(7), clientData = {}, transports = ['internal'] }: Made,
) {
  const credentialId = encodeBase64url(id)
  const authData = concatBytes(
    authenticatorData(0x45),
    new Uint8Array(16),
    Uint8Array.of(id.length >> 8, id.length & 255),
    id,
    encodeCbor(new Map(cose)),
  )
  const attestationObject = encodeBase64url(
    encodeCbor(
      new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    ),
  )
  const client = encodeBase64url(clientDataOf('webauthn.create', challenge, clientData))
  const response = { attestationObject, clientDataJson: client, clientDataJSON: client, transports }
  return { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response } as const
}

const challengeToRegister = async () =>
  (await host.call('passkeys.getRegistrationOptions', { token, ...page })).body.challenge

/** What `passkeys.register` takes. */
const registration = async (made: Made) => ({ token, body: attest(await challengeToRegister(), made), ...page })

/** Signs in with a key that is not the authenticator's. */
async function signIn(
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array,
  clientData: object = {},
  id = new Uint8Array(32).fill(7),
) {
  const {
    body: { challenge },
  } = await host.call('passkeys.getSignInOptions', page)
  const client = clientDataOf('webauthn.get', challenge, clientData)
  const authData = authenticatorData(5)
  const response = {
    clientDataJSON: encodeBase64url(client),
    authenticatorData: encodeBase64url(authData),
    signature: encodeBase64url(await sign(concatBytes(authData, sha256(client)))),
    userHandle: encodeBase64url(utf8ToBytes(userId)),
  }
  const credentialId = encodeBase64url(id)
  return {
    body: { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {}, response } as const,
    ...page,
  }
}

interface KeyPair {
  readonly cose: Cose
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | Uint8Array
}

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

function edwardsKey(): KeyPair {
  const secret = new Uint8Array(32).fill(9)
  return {
    cose: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, ed25519.getPublicKey(secret)],
    ],
    sign: (message) => ed25519.sign(message, secret),
  }
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
    expect(await host.refuse('passkeys.register', await registration({ cose }))).toMatchObject(notProved)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(0)
  })

  it('is refused of another curve than P-256', async () => {
    const { x, y } = await pointOfAnotherCurve()
    for (const curve of [1, 2]) {
      expect(
        await host.refuse(
          'passkeys.register',
          await registration({
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

  it('is taken and signs in, if it is one: ES256, EdDSA and RS256', async () => {
    const elliptic: KeyPair = {
      cose: [[1, 2], [3, -7], [-1, 1], ...coordinates],
      sign: (message) => p256.sign(message, small(32), { format: 'der' }),
    }
    for (const key of [elliptic, edwardsKey(), await rsaKey()]) {
      expect((await host.call('passkeys.register', await registration({ cose: key.cose }))).status).toBe(200)
      expect((await host.call('passkeys.signIn', await signIn(key.sign))).body.user?.id).toBe(userId)
      const [passkey] = (await host.call('passkeys.list', { token })).body.passkeys
      await host.call('passkeys.delete', { token, body: { passkeyId: passkey?.id } })
    }
  })
})

describe('the id of a new passkey', () => {
  it('has 1023 bytes at most', async () => {
    const { cose } = edwardsKey()
    expect(await host.refuse('passkeys.register', await registration({ cose, id: small(1024) }))).toMatchObject(
      notProved,
    )
    expect((await host.call('passkeys.register', await registration({ cose, id: small(1023) }))).status).toBe(200)
  })
})

describe('an answer from a frame', () => {
  const frames = [
    { crossOrigin: true },
    { crossOrigin: true, topOrigin: 'https://evil.example.net' },
    { topOrigin: 'https://evil.example.net' },
  ]

  it('registers nothing', async () => {
    const { cose } = edwardsKey()
    for (const clientData of frames)
      expect(await host.refuse('passkeys.register', await registration({ cose, clientData }))).toMatchObject(notProved)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(0)
  })

  it('does not sign in, and proves no second factor', async () => {
    const { cose, sign } = edwardsKey()
    await host.call('passkeys.register', await registration({ cose }))
    for (const clientData of frames)
      expect(await host.refuse('passkeys.signIn', await signIn(sign, clientData))).toMatchObject(unauthorized)
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    for (const clientData of frames) {
      const {
        body: { challenge },
      } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
      const { body } = await signIn(sign, { ...clientData, challenge })
      expect(await host.refuse('mfa.authenticatePasskey', { token, body, ...page })).toMatchObject(notProved)
    }
    expect((await host.call('passkeys.signIn', await signIn(sign))).status).toBe(200)
  })

  it('is a bad request where it says neither yes nor no', async () => {
    expect(
      await host.refuse('passkeys.register', await registration({ clientData: { crossOrigin: 'no' } })),
    ).toMatchObject({ status: 400, code: 'bad_request' })
  })
})

describe('the transports of a new passkey', () => {
  it('may be ones that are not known, which no options name', async () => {
    const { cose } = edwardsKey()
    await host.call('passkeys.register', await registration({ cose, transports: ['smart-card', 'usb', 'quantum'] }))
    const { body } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
    expect(body.allowCredentials).toMatchObject([{ transports: ['usb'] }])
  })

  it('may be unknown as a second factor, too', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const {
      body: { id, registration: options },
    } = await host.call('mfaDevices.createPasskey', { token, ...page })
    const body = {
      id,
      attestation: attest(options.challenge, { cose: edwardsKey().cose, transports: ['smart-card', 'usb'] }),
    }
    const { body: reply } = await host.call('mfaDevices.verifyPasskey', { token, body, ...page })
    const { body: offered } = await host.call('passkeys.getAuthenticationOptions', { token: reply.jwt, ...page })
    expect(offered.allowCredentials).toMatchObject([{ transports: ['usb'] }])
  })

  it('are a bad request where they are no texts', async () => {
    const { body, ...rest } = await registration({ cose: edwardsKey().cose })
    const numbered = { ...body, response: { ...body.response, transports: [1] } }
    expect(await host.refuse('passkeys.register', { ...rest, body: numbered })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('a page that is no origin', () => {
  it('has no passkeys, also where the environment lists none', async () => {
    const { body } = await registerPasskey(host, device, token)
    const answer = await answerSignIn(host, device)
    for (const origin of ['https://u@app.example.com', 'https://app.example.com/', 'https://app.example.com?a']) {
      expect(await host.refuse('passkeys.getSignInOptions', from(origin)), origin).toMatchObject({
        status: 400,
        code: 'bad_request',
      })
      expect(await host.refuse('passkeys.signIn', { body: answer, ...from(origin) }), origin).toMatchObject({
        status: 400,
        code: 'bad_request',
      })
      expect(await host.refuse('passkeys.register', { token, body, ...from(origin) }), origin).toMatchObject({
        status: 400,
        code: 'bad_request',
      })
    }
    expect((await host.call('passkeys.signIn', { body: answer, ...page })).status).toBe(200)
  })
})

describe('the backup flags of a passkey', () => {
  it.each([false, true])('stay as they were when it was made: eligible %s', async (backupEligible) => {
    await registerPasskey(host, device, token, { backupEligible })
    const changed = await answerSignIn(host, device, { backupEligible: !backupEligible })
    expect(await host.refuse('passkeys.signIn', { body: changed, ...page })).toMatchObject(unauthorized)
    const same = await answerSignIn(host, device)
    expect((await host.call('passkeys.signIn', { body: same, ...page })).body.user.id).toBe(userId)
  })

  it('may tell that an eligible one is copied, and later that it is not any more', async () => {
    await registerPasskey(host, device, token, { backupEligible: true, backedUp: true })
    for (const backedUp of [true, false, true]) {
      const body = await answerSignIn(host, device, { backedUp })
      expect((await host.call('passkeys.signIn', { body, ...page })).status).toBe(200)
    }
  })

  it('refuse one that is copied without being eligible, when it is made and when it signs in', async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const made = await device.create(options, { origin: appOrigin, backedUp: true })
    expect(await host.refuse('passkeys.register', { token, body: made, ...page })).toMatchObject(notProved)
    const other = host.mock.authenticator()
    await registerPasskey(host, other, token)
    const body = await answerSignIn(host, other, { backedUp: true })
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(unauthorized)
  })

  it('count for a second factor as well', async () => {
    await enableMfa(host)
    await registerPasskey(host, device, token, { backupEligible: true })
    const { body: options } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
    const body = await device.get(options, { origin: appOrigin, backupEligible: false })
    expect(await host.refuse('mfa.authenticatePasskey', { token, body, ...page })).toMatchObject(notProved)
  })
})

describe('the signature of a passkey', () => {
  /** Other spellings of a DER sequence of two integers, which lenient readers take. */
  const spellings: Record<string, (der: Uint8Array) => Uint8Array> = {
    'a length in the long form': (der) => concatBytes(Uint8Array.of(0x30, 0x81, der.length - 2), der.subarray(2)),
    'a length without an end': (der) => concatBytes(Uint8Array.of(0x30, 0x80), der.subarray(2), Uint8Array.of(0, 0)),
    'a byte after its end': (der) => concatBytes(der, Uint8Array.of(0)),
    'an integer whose length is in the long form': (der) =>
      concatBytes(Uint8Array.of(0x30, der.length - 1, 0x02, 0x81), der.subarray(3)),
  }

  it.each(Object.keys(spellings))('is refused with %s', async (name) => {
    await registerPasskey(host, device, token)
    const respell = spellings[name] ?? expect.unreachable()
    const answer = await answerSignIn(host, device)
    const signature = encodeBase64url(respell(bytesOf(answer.response.signature)))
    const body = { ...answer, response: { ...answer.response, signature } }
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(unauthorized)
    expect((await host.call('passkeys.signIn', { body: await answerSignIn(host, device), ...page })).status).toBe(200)
  })

  it('is refused with a leading zero that its integer does not need', async () => {
    const secretKey = p256.utils.randomSecretKey(new Uint8Array(48).fill(3))
    const point = p256.getPublicKey(secretKey, false)
    const cose: Cose = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point.subarray(1, 33)],
      [-3, point.subarray(33)],
    ]
    await host.call('passkeys.register', await registration({ cose }))
    const der = (message: Uint8Array, extraEntropy: Uint8Array | false = false) =>
      p256.sign(message, secretKey, { format: 'der', extraEntropy })
    /** One in 512 signatures has an `r` of 31 bytes. With a zero before it, it looks like one of 32. */
    const padded = (message: Uint8Array) => {
      for (let i = 0; ; i++) {
        const signature = der(message, Uint8Array.of(i & 255, i >> 8))
        if (signature[3] !== 31) continue
        return concatBytes(Uint8Array.of(0x30, signature.length - 1, 0x02, 32, 0), signature.subarray(4))
      }
    }
    expect(await host.refuse('passkeys.signIn', await signIn(padded))).toMatchObject(unauthorized)
    expect((await host.call('passkeys.signIn', await signIn((message) => der(message)))).status).toBe(200)
  })
})
