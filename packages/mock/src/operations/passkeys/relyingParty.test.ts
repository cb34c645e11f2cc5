import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  answerSignIn,
  appOrigin,
  createPasskeyUser,
  from,
  registerPasskey,
} from '../../../test/people/passkeyCeremonies.ts'
import type { Authenticator } from '../../control/device/authenticator.ts'

const host = createHost()
const page = from(appOrigin)
const unauthorized = { status: 401, code: 'unauthorized' }
const badRequest = { status: 400, code: 'bad_request' }

let device: Authenticator
let userId = ''
let token = ''

beforeEach(async () => {
  ;({ device, userId, token } = await createPasskeyUser(host))
})

describe('the relying party', () => {
  it('can be a parent domain of the page, or the host of a listed origin', async () => {
    await registerPasskey(host, { device, token }, { origin: 'https://example.com' })
    const related = { query: { relatedOriginRpId: 'example.com' } }
    const { body: options } = await host.call('passkeys.getSignInOptions', { ...related, ...page })
    expect(options.rpId).toBe('example.com')
    const body = await device.get(options, { origin: appOrigin })
    expect((await host.call('passkeys.signIn', { body, ...page })).body.user?.id).toBe(userId)

    await host.mock.create.origin('https://example.com')
    await host.mock.create.origin('https://example.org')
    const elsewhere = from('https://example.org')
    const { body: other } = await host.call('passkeys.getSignInOptions', { ...related, ...elsewhere })
    const answer = await device.get(other, { origin: 'https://example.org' })
    expect((await host.call('passkeys.signIn', { body: answer, ...elsewhere })).body.user?.id).toBe(userId)
  })

  it('cannot be a site that has nothing to do with the page', async () => {
    for (const relatedOriginRpId of ['evil.example.net', 'ple.com', 'com', '.com', '', 'sub.app.example.com']) {
      const input = { query: { relatedOriginRpId }, ...page }
      expect(await host.refuse('passkeys.getSignInOptions', input), relatedOriginRpId).toMatchObject(badRequest)
      expect(
        await host.refuse('passkeys.getAuthenticationOptions', { token, ...input }),
        relatedOriginRpId,
      ).toMatchObject(badRequest)
    }
  })

  it('answers pages of allowed origins only', async () => {
    await registerPasskey(host, { device, token })
    const { body: options } = await host.call('passkeys.getRegistrationOptions', { token, ...page })
    const credential = await host.mock.authenticator().create(options, { origin: appOrigin })
    const signed = await answerSignIn(host, device)
    await host.mock.create.origin('https://other.example.com')
    const refusal = badRequest
    expect(await host.refuse('passkeys.getSignInOptions', page)).toMatchObject(refusal)
    expect(await host.refuse('passkeys.getAuthenticationOptions', { token, ...page })).toMatchObject(refusal)
    expect(await host.refuse('passkeys.signIn', { body: signed, ...page })).toMatchObject(refusal)
    expect(await host.refuse('passkeys.register', { token, body: credential, ...page })).toMatchObject(refusal)
  })

  it('takes the answers of an app of Android, which sends no Origin, and none of them from a page', async () => {
    const app = `android:apk-key-hash:${'k7G0x_-w'.repeat(5)}abc`
    await host.mock.create.origin(appOrigin)
    const { body: creation } = await host.call('passkeys.getRegistrationOptions', { token })
    await host.call('passkeys.register', { token, body: await device.create(creation, { origin: app }) })
    const { body: options } = await host.call('passkeys.getSignInOptions')
    const body = await device.get(options, { origin: app })
    expect((await host.call('passkeys.signIn', { body })).body.user?.id).toBe(userId)
    const { body: asked } = await host.call('passkeys.getSignInOptions', page)
    const foreign = await device.get(asked, { origin: app })
    expect(await host.refuse('passkeys.signIn', { body: foreign, ...page })).toMatchObject(unauthorized)
  })

  it('refuses the answer of another page than the one that sends it', async () => {
    await registerPasskey(host, { device, token })
    const { body: options } = await host.call('passkeys.getSignInOptions', page)
    const body = await device.get(options, { origin: appOrigin })
    expect(await host.refuse('passkeys.signIn', { body, ...from('https://sub.app.example.com') })).toMatchObject(
      unauthorized,
    )
  })
})
