import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
const body = {
  clientId: 'client',
  clientSecret: 'a-long-client-secret-x9Qf',
  ssoDomain: 'Tidepool.okta.com',
  emailDomain: 'Tidepool.example',
  provider: 'okta',
}
const create = async (change: object = {}) =>
  (await host.call('ssoProviders.create', { body: { ...body, ...change } })).body
const read = async () => (await host.call('ssoProviders.get')).body
const update = async (ssoProviderId: string, change: object) =>
  (await host.call('ssoProviders.update', { params: { ssoProviderId }, body: change })).body
const publish = (value: string, name = '_sso.tidepool.example') => host.mock.dns.set({ type: 'TXT', name, value })
const check = async (email: string, environmentId = host.mock.defaults.environments.sandbox.id) =>
  (await host.call('emailSignIn.checkSso', { params: { environmentId }, body: { email } })).body

/** A provider whose domain is proved, in an environment that leads there. */
async function verified() {
  const provider = await create()
  await publish(provider.ssoDomainVerificationChallenge as string)
  await host.mock.clock.advance({ minutes: 1 })
  const okta = await host.mock.create.provider({ provider: 'okta', domain: 'tidepool.okta.com' })
  await host.mock.create.provider({ provider: 'emailOnly' })
  return { ...(await read()), okta }
}

describeMemberRefusals(host, {
  'ssoProviders.create': { body },
  'ssoProviders.update': { params: async () => ({ ssoProviderId: (await create()).id }), body: { clientId: 'other' } },
  'ssoProviders.delete': { params: async () => ({ ssoProviderId: (await create()).id }) },
})

describe('ssoProviders.create', () => {
  it('begins unverified, in lower case, and never shows the secret', async () => {
    const provider = await create()
    expect(provider).toEqual({
      id: expect.any(String),
      clientId: 'client',
      maskedClientSecret: '********x9Qf',
      organizationId: host.mock.defaults.organizationId,
      ssoDomain: 'tidepool.okta.com',
      emailDomain: 'tidepool.example',
      provider: 'okta',
      redirectUrl: expect.stringMatching(/\/providers\/okta\/redirect$/),
      enforceOnlySSO: false,
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
      ssoDomainVerificationChallenge: expect.stringMatching(/^latchkey-sso=\w{32}$/),
    })
    const viewer = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('ssoProviders.get', { token: viewer.token })).body).toEqual(provider)
    expect((await update(provider.id, { clientSecret: 'short-secret' })).maskedClientSecret).toBe('********')
  })

  it('shows the callback of the live environment of the first project, and none without a project', async () => {
    const { redirectUrl } = await create()
    const { live } = host.mock.defaults.environments
    const listed = await host.call('providers.listUrls', { params: { environmentId: live.id }, token: live.token })
    const { providerUrls = [] } = listed.body
    expect(redirectUrl).toBe(providerUrls.find(({ provider }) => provider === 'okta')?.redirectUrl)
    const owner = await host.mock.create.admin({ role: null })
    const { id: organizationId } = await host.mock.create.organization({ owner: owner.id })
    const created = await host.call('ssoProviders.create', { params: { organizationId }, body, token: owner.token })
    expect(created.body).not.toHaveProperty('redirectUrl')
  })

  it('exists at most once in an organization', async () => {
    await create()
    expect(await host.refuse('ssoProviders.create', { body })).toMatchObject({ status: 422, code: 'duplicate_exists' })
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    const params = { organizationId }
    expect((await host.refuse('ssoProviders.get', { params })).status).toBe(404)
    const { body: other } = await host.call('ssoProviders.create', { params, body })
    expect(other.ssoDomainVerificationChallenge).not.toBe((await read()).ssoDomainVerificationChallenge)
  })

  it.each([
    { clientId: '' },
    { clientSecret: '' },
    { emailDomain: 'localhost' },
    { emailDomain: 'ada@tidepool.example' },
    { emailDomain: '1.2.3.4' },
    { ssoDomain: '1.2.3.4' },
    { ssoDomain: 'https://tidepool.okta.com' },
  ])('refuses %j', async (change) => {
    expect(await host.refuse('ssoProviders.create', { body: { ...body, ...change } })).toMatchObject({
      status: 422,
      code: 'invalid_service_props',
    })
    expect((await host.refuse('ssoProviders.get')).status).toBe(404)
  })

  it.each([{ provider: 'google' }, { clientId: undefined }])('refuses a body with %j', async (change) => {
    expect(await host.refuse('ssoProviders.create', { body: { ...body, ...change } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('verification of an e-mail domain', () => {
  it('succeeds at the first lookup that finds the record', async () => {
    const provider = await create()
    await publish('something else')
    await publish(provider.ssoDomainVerificationChallenge as string, '_sso.tidepool.okta.com')
    await host.mock.clock.advance({ minutes: 5 })
    expect(await read()).toEqual(provider)
    await publish(provider.ssoDomainVerificationChallenge as string)
    expect(await read()).toEqual(provider)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await read()).toEqual({
      ...provider,
      ssoDomainVerifiedAt: '2026-01-15T09:36:00.000Z',
      updatedAt: '2026-01-15T09:36:00.000Z',
    })
    expect(host.mock.export().tables.jobs).toEqual([])
  })

  it('ends after 72 hours, and begins again with a change', async () => {
    const provider = await create()
    await host.mock.clock.advance({ hours: 72 })
    await publish(provider.ssoDomainVerificationChallenge as string)
    await host.mock.clock.advance({ hours: 1 })
    expect(await read()).toEqual(provider)
    expect(
      await update(provider.id, { clientId: 'client', emailDomain: 'TIDEPOOL.example', enforceOnlySSO: false }),
    ).toEqual(provider)
    await host.mock.clock.advance({ hours: 1 })
    expect(await read()).toEqual(provider)
    await update(provider.id, { clientId: 'other' })
    await host.mock.clock.advance({ minutes: 1 })
    expect((await read()).ssoDomainVerifiedAt).toBeDefined()
  })
})

describe('ssoProviders.update', () => {
  it('keeps fields that are not given, and the verification', async () => {
    const { okta: _, ...before } = await verified()
    await host.mock.clock.advance({ minutes: 1 })
    expect(await update(before.id, { clientId: 'other', emailDomain: 'TIDEPOOL.example' })).toEqual({
      ...before,
      clientId: 'other',
      updatedAt: '2026-01-15T09:32:00.000Z',
    })
    expect(await update(before.id, { enforceOnlySSO: true })).toMatchObject({ clientId: 'other', enforceOnlySSO: true })
  })

  it.each([{ emailDomain: 'reef.example' }, { ssoDomain: 'reef.okta.com' }])(
    'asks for another proof with %j',
    async (change) => {
      const before = await verified()
      await update(before.id, { enforceOnlySSO: true })
      const moved = await update(before.id, change)
      expect(moved).toMatchObject({ ...change, enforceOnlySSO: false })
      expect(moved).not.toHaveProperty('ssoDomainVerifiedAt')
      expect(moved.ssoDomainVerificationChallenge).not.toBe(before.ssoDomainVerificationChallenge)
      expect(await check('ada@tidepool.example')).toEqual({ type: 'otp' })
    },
  )

  it('cannot be enforced before the domain is verified', async () => {
    const { id } = await create()
    expect(
      await host.refuse('ssoProviders.update', { params: { ssoProviderId: id }, body: { enforceOnlySSO: true } }),
    ).toMatchObject({ status: 422, code: 'invalid_update' })
    expect((await read()).enforceOnlySSO).toBe(false)
    expect((await update(id, { enforceOnlySSO: false })).enforceOnlySSO).toBe(false)
  })

  it('is not enforced after the change of a domain', async () => {
    const { id } = await verified()
    const params = { ssoProviderId: id }
    expect(
      await host.refuse('ssoProviders.update', { params, body: { enforceOnlySSO: true, emailDomain: 'reef.example' } }),
    ).toMatchObject({ status: 422, code: 'invalid_update' })
    expect(await host.refuse('ssoProviders.update', { params, body: { emailDomain: 'reef' } })).toMatchObject({
      status: 422,
      code: 'invalid_service_props',
    })
    expect(await read()).toMatchObject({ emailDomain: 'tidepool.example', ssoDomainVerifiedAt: expect.any(String) })
  })
})

describe('ssoProviders.delete', () => {
  it('ends its effect on the domain, and allows another provider', async () => {
    const { id } = await verified()
    await update(id, { enforceOnlySSO: true })
    expect((await host.call('ssoProviders.delete', { params: { ssoProviderId: id } })).status).toBe(204)
    expect((await host.refuse('ssoProviders.get')).status).toBe(404)
    expect((await host.refuse('ssoProviders.delete', { params: { ssoProviderId: id } })).status).toBe(404)
    expect(await check('ada@tidepool.example')).toEqual({ type: 'otp' })
    expect((await host.call('emailSignIn.create', { body: { email: 'ada@tidepool.example' } })).status).toBe(201)
    await create()
  })

  it('ends the lookups', async () => {
    const { id, ssoDomainVerificationChallenge } = await create()
    await host.call('ssoProviders.delete', { params: { ssoProviderId: id } })
    expect(host.mock.export().tables.jobs).toEqual([])
    const another = await create()
    await publish(ssoDomainVerificationChallenge as string)
    await host.mock.clock.advance({ minutes: 2 })
    expect(await read()).toEqual(another)
  })

  it('does not find the provider of another organization', async () => {
    const { id } = await create()
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    for (const ssoProviderId of [id, unknownId])
      expect((await host.refuse('ssoProviders.delete', { params: { organizationId, ssoProviderId } })).status).toBe(404)
    expect((await read()).id).toBe(id)
  })
})

describe('signing in by SSO', () => {
  it('is offered to addresses of the verified domain in environments that use the provider', async () => {
    const { okta } = await verified()
    const { live } = host.mock.defaults.environments
    const answer = await check('ada@TIDEPOOL.example')
    expect(answer).toMatchObject({ type: 'sso', provider: 'okta', id: okta.id })
    expect(new URL(answer.ssoAuthUrl as string).searchParams.get('login_hint')).toBe('ada@TIDEPOOL.example')
    for (const email of ['ada@sub.tidepool.example', 'ada@example.com'])
      expect(await check(email)).toEqual({ type: 'otp' })
    await host.mock.create.provider({ provider: 'okta', domain: 'other.okta.com' }, { environmentId: live.id })
    expect(await check('ada@tidepool.example', live.id)).toEqual({ type: 'otp' })
  })

  it('is not offered before the domain is verified', async () => {
    await create()
    await host.mock.create.provider({ provider: 'okta', domain: 'tidepool.okta.com' })
    expect(await check('ada@tidepool.example')).toEqual({ type: 'otp' })
  })

  it('is the only way once it is enforced, for these addresses and environments only', async () => {
    const { id } = await verified()
    const send = (email: string) => ({ body: { email } })
    expect((await host.call('emailSignIn.create', send('ada@tidepool.example'))).status).toBe(201)
    await update(id, { enforceOnlySSO: true })
    const sent = host.mock.outbox.email.list().length
    expect(await host.refuse('emailSignIn.create', send('Ada@Tidepool.example'))).toMatchObject({
      status: 422,
      code: 'email_associated_with_different_provider',
    })
    expect(host.mock.outbox.email.list()).toHaveLength(sent)
    expect((await host.call('emailSignIn.create', send('ada@example.com'))).status).toBe(201)
    const { live } = host.mock.defaults.environments
    await host.mock.create.provider({ provider: 'emailOnly' }, { environmentId: live.id })
    expect(
      (await host.call('emailSignIn.create', { params: { environmentId: live.id }, ...send('ada@tidepool.example') }))
        .status,
    ).toBe(201)
  })

  it('prevents codes for a change of the profile once it is enforced', async () => {
    const { id } = await verified()
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    await update(id, { enforceOnlySSO: true })
    const refused = await host.refuse('profile.update', {
      token,
      body: { email: 'ada@Tidepool.example', firstName: 'Ada' },
    })
    expect(refused).toMatchObject({ status: 422, code: 'email_associated_with_different_provider' })
    expect(host.mock.outbox.email.list()).toEqual([])
    expect((await host.call('profile.get', { token })).body).toHaveProperty('firstName', null)
    expect((await host.call('profile.update', { token, body: { email: 'ada@byron.example' } })).body.nextView).toBe(
      'verify-email',
    )
  })

  it('prevents a repeated code once it is enforced', async () => {
    const { id } = await verified()
    const { body: begun } = await host.call('emailSignIn.create', { body: { email: 'ada@tidepool.example' } })
    await update(id, { enforceOnlySSO: true })
    const retry = { body: { verificationUUID: begun.verificationUUID, email: 'ada@tidepool.example' } }
    expect(await host.refuse('emailSignIn.retry', retry)).toMatchObject({
      status: 422,
      code: 'email_associated_with_different_provider',
    })
  })
})
