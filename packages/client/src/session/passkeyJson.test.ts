import { expect, it } from 'vitest'
import { toAnswer, toAttestation } from './passkeyJson.ts'

const assertion = { clientDataJSON: 'BA', authenticatorData: 'BQ', signature: 'Bg' }
const attestation = { clientDataJSON: 'BA', attestationObject: 'CA' }
const extra = { publicKeyAlgorithm: -7 }
const all = {
  id: 'AQID',
  rawId: 'AQIE',
  authenticatorAttachment: 'platform',
  clientExtensionResults: { credProps: { rk: true } },
}

it('a sign-in by passkey sends the fields that the service takes, and no others', () => {
  const response = { ...assertion, userHandle: 'Bw' }
  expect(toAnswer({ ...all, ...extra, type: 'other', response: { ...response, ...extra } })).toEqual({
    ...all,
    type: 'public-key',
    response,
  })
})

it('a registration of a passkey sends the fields that the service takes, in its spelling', () => {
  const response = { ...attestation, transports: ['internal'], ...extra }
  expect(toAttestation({ ...all, ...extra, response })).toEqual({
    ...all,
    type: 'public-key',
    response: { attestationObject: 'CA', clientDataJson: 'BA', transports: ['internal'] },
  })
})

it('a passkey of a library gets the fields that follow from its id, and none that the library leaves out', () => {
  const bare = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {} }
  expect(toAnswer({ id: 'AQID', response: assertion })).toStrictEqual({ ...bare, response: assertion })
  expect(toAttestation({ id: 'AQID', response: attestation })).toStrictEqual({
    ...bare,
    response: { attestationObject: 'CA', clientDataJson: 'BA' },
  })
})
