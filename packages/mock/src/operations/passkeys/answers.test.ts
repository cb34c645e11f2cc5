import { encodeBase64url } from '@latchkey/base/base64url'
import { p256 } from '@noble/curves/nist.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  attest,
  bytesOf,
  type Cose,
  edwardsKey,
  forgeRegistration,
  forgeSignIn,
} from '../../../test/people/forgedPasskeys.ts'
import {
  answerSignIn,
  appOrigin,
  createPasskeyUser,
  from,
  registerPasskey,
} from '../../../test/people/passkeyCeremonies.ts'
import { enableMfa } from '../../../test/people/secondFactor.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
const page = from(appOrigin)
const notProved = { status: 422, code: 'other_verify_failure' }
const unauthorized = { status: 401, code: 'unauthorized' }
let device: Authenticator
let userId = ''
let token = ''

beforeEach(async () => {
  ;({ device, userId, token } = await createPasskeyUser(host))
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
      expect(
        await host.refuse('passkeys.register', await forgeRegistration(host, token, { cose, clientData })),
      ).toMatchObject(notProved)
    expect((await host.call('passkeys.list', { token })).body.count).toBe(0)
  })

  it('does not sign in, and proves no second factor', async () => {
    const { cose, sign } = edwardsKey()
    await host.call('passkeys.register', await forgeRegistration(host, token, { cose }))
    for (const clientData of frames)
      expect(await host.refuse('passkeys.signIn', await forgeSignIn(host, userId, { sign, clientData }))).toMatchObject(
        unauthorized,
      )
    await host.mock.settings.patch({ security: { mfa: { enabled: true } } })
    for (const clientData of frames) {
      const {
        body: { challenge },
      } = await host.call('passkeys.getAuthenticationOptions', { token, ...page })
      const { body } = await forgeSignIn(host, userId, { sign, clientData: { ...clientData, challenge } })
      expect(await host.refuse('mfa.authenticatePasskey', { token, body, ...page })).toMatchObject(notProved)
    }
    expect((await host.call('passkeys.signIn', await forgeSignIn(host, userId, { sign }))).status).toBe(200)
  })

  it('is a bad request if crossOrigin is not a boolean', async () => {
    expect(
      await host.refuse(
        'passkeys.register',
        await forgeRegistration(host, token, { clientData: { crossOrigin: 'no' } }),
      ),
    ).toMatchObject({ status: 400, code: 'bad_request' })
  })
})

describe('the transports of a new passkey', () => {
  it('may be unknown ones, which no options name', async () => {
    const { cose } = edwardsKey()
    await host.call(
      'passkeys.register',
      await forgeRegistration(host, token, { cose, transports: ['smart-card', 'usb', 'quantum'] }),
    )
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

  it('are a bad request if they are not texts', async () => {
    const { body, ...rest } = await forgeRegistration(host, token, { cose: edwardsKey().cose })
    const numbered = { ...body, response: { ...body.response, transports: [1] } }
    expect(await host.refuse('passkeys.register', { ...rest, body: numbered })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('a page with a malformed origin', () => {
  it('has no passkeys, even if the environment lists no origins', async () => {
    const { body } = await registerPasskey(host, { device, token })
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
    await registerPasskey(host, { device, token }, { backupEligible })
    const changed = await answerSignIn(host, device, { backupEligible: !backupEligible })
    expect(await host.refuse('passkeys.signIn', { body: changed, ...page })).toMatchObject(unauthorized)
    const same = await answerSignIn(host, device)
    expect((await host.call('passkeys.signIn', { body: same, ...page })).body.user.id).toBe(userId)
  })

  it('may say that an eligible one is backed up, and later that it is not', async () => {
    await registerPasskey(host, { device, token }, { backupEligible: true, backedUp: true })
    for (const backedUp of [true, false, true]) {
      const body = await answerSignIn(host, device, { backedUp })
      expect((await host.call('passkeys.signIn', { body, ...page })).status).toBe(200)
    }
  })

  it('are refused if it is backed up without being eligible, at registration and at sign-in', async () => {
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const credential = await device.create(options, { origin: appOrigin, backedUp: true })
    expect(await host.refuse('passkeys.register', { token, body: credential, ...page })).toMatchObject(notProved)
    const other = host.mock.authenticator()
    await registerPasskey(host, { device: other, token })
    const body = await answerSignIn(host, other, { backedUp: true })
    expect(await host.refuse('passkeys.signIn', { body, ...page })).toMatchObject(unauthorized)
  })

  it('apply to a second factor as well', async () => {
    await enableMfa(host)
    await registerPasskey(host, { device, token }, { backupEligible: true })
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
    await registerPasskey(host, { device, token })
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
    await host.call('passkeys.register', await forgeRegistration(host, token, { cose }))
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
    expect(await host.refuse('passkeys.signIn', await forgeSignIn(host, userId, { sign: padded }))).toMatchObject(
      unauthorized,
    )
    expect(
      (await host.call('passkeys.signIn', await forgeSignIn(host, userId, { sign: (message) => der(message) }))).status,
    ).toBe(200)
  })
})
