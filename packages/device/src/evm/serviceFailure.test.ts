import { describe, expect, it } from 'vitest'
import type { ServiceFailure } from './serviceFailure.ts'
import { address, createProviderWorld } from './test/providerWorld.ts'

const refused = (status: number): ServiceFailure => ({ kind: 'refused', status, code: 'some_code', sentence: 'No.' })
const unsigned = (reason: string): ServiceFailure => ({ kind: 'unsigned', reason, sentence: 'No.' })

/** A provider whose wallet fails in this way with every signature. */
function failing(failure: ServiceFailure) {
  const thrown = new Error('The call of /secret/path failed.')
  const failureOf = (error: unknown) => (error === thrown ? failure : undefined)
  const { ask, signing } = createProviderWorld({ failureOf })
  signing.signMessage = () => Promise.reject(thrown)
  return { thrown, sign: () => ask('personal_sign', '0x68', address) }
}

describe('a failure of the service', () => {
  it.each([
    ['a session that has ended', refused(401), 4100],
    ['a policy', refused(403), 4100],
    ['a wallet that is not there any more', refused(404), 4100],
    ['a malformed request', refused(400), -32_602],
    ['a broken rule', refused(422), -32_602],
    ['too many requests', refused(429), -32_005],
    ['an error of the service', refused(500), 4900],
    ['a service that is busy', refused(503), 4900],
    ['no session', { kind: 'signedOut', sentence: 'No.' }, 4100],
    ['no reply', { kind: 'unanswered', sentence: 'No.' }, 4900],
    ['no share of the key', unsigned('share_missing'), 4100],
    ['a share of before', unsigned('share_outdated'), 4100],
    ['a message that the engine cannot sign', unsigned('unsupported'), 4200],
    ['parties that do not meet', unsigned('room_expired'), 4900],
    ['a reason that is the name of a method of objects', unsigned('constructor'), 4900],
  ] as const)('has a code of its own, the sentence and no path: %s', async (_, failure, code) => {
    const { thrown, sign } = failing(failure)
    await expect(sign()).rejects.toMatchObject({ code, message: 'No.', cause: thrown })
  })

  it('says what the service has answered, and why the parties have not signed', async () => {
    await expect(failing(refused(403)).sign()).rejects.toMatchObject({ data: { status: 403, code: 'some_code' } })
    await expect(failing(unsigned('room_expired')).sign()).rejects.toMatchObject({ data: { reason: 'room_expired' } })
  })

  it('has a sentence also where the service has none', async () => {
    const { sign } = failing({ kind: 'refused', status: 503 })
    await expect(sign()).rejects.toMatchObject({ message: 'The service refused this with 503.', data: { status: 503 } })
  })

  it('is not what another error is, which is thrown as it is', async () => {
    const { ask, signing } = createProviderWorld()
    const other = new DOMException('The person left the page.', 'AbortError')
    signing.signMessage = () => Promise.reject(other)
    await expect(ask('personal_sign', '0x68', address)).rejects.toBe(other)
  })
})
