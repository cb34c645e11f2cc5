import { afterEach, expect, it, vi } from 'vitest'
import { askForPasskey, makePasskey } from '../../src/session/passkeyCeremony.ts'

afterEach(() => vi.unstubAllGlobals())

// https://github.com/Jacobtims/filament-breezy/issues/510
it('a page at an IP address is told that only domains and localhost have passkeys', async () => {
  const fail = () => Promise.reject(new DOMException('This is an invalid domain.', 'SecurityError'))
  vi.stubGlobal('navigator', { credentials: { get: fail, create: fail } })
  const [challenge, user] = ['AAAA', { id: 'AAAA', name: 'ada', displayName: 'Ada' }]
  const rp = { id: '127.0.0.1', name: 'Example' }
  const ceremonies = [
    () => askForPasskey({ challenge, rpId: rp.id }),
    () => makePasskey({ challenge, rp, user, pubKeyCredParams: [{ alg: -7, type: 'public-key' }] }),
  ]
  for (const ceremony of ceremonies)
    await expect(ceremony()).rejects.toMatchObject({
      reason: 'invalid_domain',
      message: expect.stringMatching(/IP address.*localhost/),
    })
})

// https://github.com/MasterKale/SimpleWebAuthn/issues/438
it('a password manager whose objects refuse their methods makes a passkey, and signs in with it', async () => {
  const bytes = Uint8Array.of(1, 2, 3).buffer
  const refuse = () => {
    throw new TypeError('Illegal invocation')
  }
  const credential = (response: object) => async () => ({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: refuse,
    toJSON: refuse,
    response: { clientDataJSON: bytes, getTransports: refuse, getPublicKey: refuse, ...response },
  })
  const create = credential({ attestationObject: bytes })
  const get = credential({ authenticatorData: bytes, signature: bytes, userHandle: null })
  vi.stubGlobal('navigator', { credentials: { create, get } })
  const [rp, user] = [
    { id: 'example.com', name: 'Example' },
    { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  ]
  const created = await makePasskey({
    challenge: 'AAAA',
    rp,
    user,
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  })
  expect(created).toMatchObject({ id: 'AQID', clientExtensionResults: {}, response: { attestationObject: 'AQID' } })
  expect(await askForPasskey({ challenge: 'AAAA', rpId: rp.id })).toEqual({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID' },
  })
})

// https://github.com/Yubico/java-webauthn-server/issues/327
it('a browser that returns an empty user handle signs in as one that returns none', async () => {
  const bytes = Uint8Array.of(1, 2, 3).buffer
  const handleOf = async (userHandle: ArrayBuffer | null) => {
    const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle }
    const get = async () => ({
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      getClientExtensionResults: Object,
      response,
    })
    vi.stubGlobal('navigator', { credentials: { get } })
    return (await askForPasskey({ challenge: 'AAAA', rpId: 'example.com' })).response.userHandle
  }
  expect(await handleOf(null)).toBeUndefined()
  expect(await handleOf(new ArrayBuffer(0))).toBeUndefined()
  expect(await handleOf(bytes)).toBe('AQID')
})

// https://github.com/bitwarden/clients/issues/6769
it('a browser without an attachment or transports of a passkey makes one that the service takes', async () => {
  const bytes = Uint8Array.of(1, 2, 3).buffer
  const create = async () => ({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: null,
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes, attestationObject: bytes },
  })
  vi.stubGlobal('navigator', { credentials: { create } })
  const user = { id: 'AAAA', name: 'ada', displayName: 'Ada' }
  const rp = { id: 'example.com', name: 'Example' }
  const created = await makePasskey({
    challenge: 'AAAA',
    rp,
    user,
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  })
  expect(JSON.parse(JSON.stringify(created))).toEqual({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    clientExtensionResults: {},
    response: { attestationObject: 'AQID', clientDataJson: 'AQID', clientDataJSON: 'AQID' },
  })
})
