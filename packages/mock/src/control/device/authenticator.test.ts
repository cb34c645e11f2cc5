import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { concat, equalBytes, utf8 } from '@latchkey/base/bytes'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'
import type { Authenticator } from './authenticator.ts'

const origin = 'https://app.example.com'
const newMock = () => createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })

const creation = {
  challenge: 'AAECAwQFBgcICQoLDA0ODw',
  rp: { id: 'app.example.com', name: 'App' },
  user: { id: encodeBase64url(utf8('ada')), name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
}
const request = { challenge: 'EBESExQVFhcYGRobHB0eHw', rpId: 'app.example.com' }

const bytesOf = (text: string) => decodeBase64url(text) ?? new Uint8Array()
const clientDataOf = (text: string) => JSON.parse(new TextDecoder().decode(bytesOf(text)))

/** The uncompressed point in the COSE key at the end of an attestation object. */
function pointOf(attestationObject: string): Uint8Array {
  const bytes = bytesOf(attestationObject)
  return concat(Uint8Array.of(4), bytes.subarray(-67, -35), bytes.subarray(-32))
}

let device: Authenticator

beforeEach(() => {
  device = newMock().authenticator()
})

describe('mock.authenticator', () => {
  it('signs authenticator data and client data with its new key', async () => {
    const registration = await device.create(creation, { origin })
    const { response, id } = await device.get(request, { origin })
    const signed = concat(bytesOf(response.authenticatorData), sha256(bytesOf(response.clientDataJSON)))
    expect(id).toBe(registration.id)
    expect(
      p256.verify(bytesOf(response.signature), signed, pointOf(registration.response.attestationObject), {
        format: 'der',
        lowS: false,
      }),
    ).toBe(true)
    expect(response.userHandle).toBe(creation.user.id)
  })

  it('repeats the challenge and the origin in the client data', async () => {
    const registration = await device.create(creation, { origin })
    const signed = await device.get(request, { origin: 'https://other.example.com' })
    expect(clientDataOf(registration.response.clientDataJSON)).toEqual({
      type: 'webauthn.create',
      challenge: creation.challenge,
      origin,
      crossOrigin: false,
    })
    expect(registration.response.clientDataJson).toBe(registration.response.clientDataJSON)
    expect(clientDataOf(signed.response.clientDataJSON)).toEqual({
      type: 'webauthn.get',
      challenge: request.challenge,
      origin: 'https://other.example.com',
      crossOrigin: false,
    })
  })

  it('reports the site, user verification and a counter that goes up by one', async () => {
    await device.create(creation, { origin })
    const data = async (input = {}) =>
      bytesOf((await device.get(request, { origin, ...input })).response.authenticatorData)
    const first = await data()
    expect(equalBytes(first.subarray(0, 32), sha256(utf8('app.example.com')))).toBe(true)
    expect([...first.subarray(32)]).toEqual([0x05, 0, 0, 0, 2])
    expect([...(await data({ userVerified: false })).subarray(32)]).toEqual([0x01, 0, 0, 0, 3])
    expect([...(await data({ counter: 258 })).subarray(32)]).toEqual([0x05, 0, 0, 1, 2])
    expect([...(await data()).subarray(32)]).toEqual([0x05, 0, 0, 1, 3])
  })

  it('takes the latest passkey of the site, or one of the allowed ids', async () => {
    const [first, second] = [await device.create(creation, { origin }), await device.create(creation, { origin })]
    expect((await device.get(request, { origin })).id).toBe(second.id)
    expect((await device.get({ ...request, allowCredentials: [{ id: first.id }] }, { origin })).id).toBe(first.id)
    for (const options of [
      { ...request, rpId: 'example.com' },
      { ...request, allowCredentials: [{ id: 'AAAA' }] },
    ]) {
      await expect(device.get(options, { origin })).rejects.toMatchObject({ name: 'NotAllowedError' })
    }
  })

  it('takes the host of the page as the site when the options name no site', async () => {
    const { id } = await device.create({ ...creation, rp: { name: 'App' } }, { origin })
    expect((await device.get({ challenge: request.challenge }, { origin })).id).toBe(id)
  })

  it('refuses an excluded passkey and algorithms other than ES256', async () => {
    const { id } = await device.create(creation, { origin })
    await expect(
      device.create({ ...creation, excludeCredentials: [{ id, type: 'public-key' }] }, { origin }),
    ).rejects.toMatchObject({ name: 'InvalidStateError' })
    await expect(
      device.create({ ...creation, pubKeyCredParams: [{ alg: -8, type: 'public-key' }] }, { origin }),
    ).rejects.toMatchObject({ name: 'NotSupportedError' })
  })

  it('makes the same keys from the same seed, and other keys for each authenticator', async () => {
    const mock = newMock()
    const [first, second] = [mock.authenticator(), mock.authenticator()]
    const registration = await first.create(creation, { origin })
    expect(await device.create(creation, { origin })).toEqual(registration)
    expect((await second.create(creation, { origin })).id).not.toBe(registration.id)
  })
})
