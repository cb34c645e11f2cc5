import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { newState } from '../../../test/people/oauthRoundTrip.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'

type Settings = components['schemas']['ProjectSettings']

const host = createHost()
const email = 'ada@example.com'
const page = 'https://app.example.com'

/** Changes settings over the interface, as an administrator does: what is there, with a change. */
async function update(change: Partial<Settings>) {
  const { chains, kyc } = host.mock.settings.get()
  await host.call('environments.update', {
    body: { chains, kyc, design: {}, general: {}, privacy: {}, sdk: {}, security: {}, ...change },
  })
}
const withField = (name: string, change: object) => ({
  kyc: host.mock.settings.get().kyc.map((field) => (field.name === name ? { ...field, ...change } : field)),
})
const signUp = async () => host.mock.signIn(await host.mock.create.user({ email }))

describe('fields of the profile', () => {
  it('take the value of a custom field under its key, not under the name that `missingFields` has', async () => {
    const { token } = await signUp()
    const { key, name } = await host.mock.create.customField({ name: 'Team size', required: true })
    const write = async (metadata: object) =>
      (await host.call('profile.update', { token, body: { metadata } })).body.user.missingFields
    expect([key, name]).toEqual(['teamSize', 'Team size'])
    expect(await write({ [name]: '5' })).toMatchObject([{ name, label: name, type: 'custom' }])
    expect(await write({ [key]: '5' })).toEqual([])
  })

  it('are missing while they are required, and complete with a value that fits', async () => {
    const { user, token } = await signUp()
    expect(user.missingFields).toEqual([])
    const field = await host.mock.create.customField({
      name: 'Employee number',
      required: true,
      validationRules: { regex: '^E[0-9]+$' },
    })
    await update(
      withField('team', {
        enabled: true,
        required: true,
        validationRules: { validOptions: [{ label: 'Red' }, { label: 'Blue', key: 'b' }] },
      }),
    )
    const refreshed = await host.call('sessions.refresh', { token })
    expect(refreshed.body.user.missingFields?.map(({ name }) => name)).toEqual(['team', 'Employee number'])
    const change = (body: object) => host.refuse('profile.update', { token: String(refreshed.body.jwt), body })
    expect(await change({ metadata: { [field.key]: '17' } })).toMatchObject({
      status: 422,
      code: 'invalid_metadata_value',
    })
    for (const team of ['Blue', 'Green'])
      expect(await change({ team })).toMatchObject({ status: 422, code: 'invalid_metadata_value' })
    const { body } = await host.call('profile.update', {
      token: String(refreshed.body.jwt),
      body: { team: 'b', metadata: { [field.key]: 'E17' } },
    })
    expect(body.user).toMatchObject({ team: 'b', metadata: { [field.key]: 'E17' }, missingFields: [] })
    expect((await host.call('users.get', { params: { userId: user.id } })).body.user).toMatchObject({
      team: 'b',
      metadata: { [field.key]: 'E17' },
    })
  })

  it('must match a pattern in the settings, also when a server writes them', async () => {
    await update(withField('firstName', { enabled: true, validationRules: { regex: '^[A-Z]' } }))
    expect(await host.refuse('users.create', { body: { firstName: 'ada' } })).toMatchObject({
      status: 422,
      code: 'invalid_metadata_value',
    })
    await host.call('users.create', { body: { firstName: 'Ada' } })
    await update(withField('firstName', { enabled: false }))
    await host.call('users.create', { body: { firstName: 'ada' } })
  })

  it('are unique from the moment that the settings say so', async () => {
    await host.call('users.create', { body: { alias: 'ada' } })
    await update(withField('alias', { enabled: true, unique: true }))
    expect(await host.refuse('users.create', { body: { alias: 'ada' } })).toMatchObject({
      status: 422,
      code: 'custom_field_data_not_unique',
    })
  })
})

describe('an allowlist that is changed', () => {
  it('is evaluated again at the next sign-in and the next refresh', async () => {
    const { id: userId } = await host.mock.create.user({ email })
    const { id: allowlistId } = await host.mock.create.allowlist({ name: 'Friends', scope: 'friend' })
    const params = { allowlistId }
    await host.mock.create.allowlistEntry(allowlistId, { email })
    const first = await host.mock.signIn(userId)
    expect(first.user).toMatchObject({ lists: ['Friends'], scope: 'user:basic friend' })

    await host.call('allowlists.update', { params, body: { name: 'Close friends', scope: 'close' } })
    const second = await host.call('sessions.refresh', { token: first.token })
    expect(second.body.user).toMatchObject({ lists: ['Close friends'], scope: 'user:basic close' })

    await host.call('allowlists.update', { params, body: { outcome: 'block' } })
    const token = String(second.body.jwt)
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject({ status: 403, code: 'allowlist_blocked' })
    await expect(host.mock.signIn(userId)).rejects.toMatchObject({ code: 'allowlist_blocked' })

    await host.call('allowlists.delete', { params })
    expect((await host.call('sessions.refresh', { token })).body.user).toMatchObject({ lists: [], scope: 'user:basic' })
    expect((await host.mock.signIn(userId)).user).toMatchObject({ lists: [], scope: 'user:basic' })
  })

  it('lets in people who are not listed after it was deleted', async () => {
    const { id: userId } = await host.mock.create.user({ email })
    const { id: allowlistId } = await host.mock.create.allowlist()
    await expect(host.mock.signIn(userId)).rejects.toMatchObject({ code: 'not_on_allowlist' })
    await host.call('allowlists.delete', { params: { allowlistId } })
    expect((await host.mock.signIn(userId)).user.id).toBe(userId)
  })
})

describe('a gate that is changed', () => {
  it('adds its new scope, and refuses people by its new outcome', async () => {
    const owner = `0x${'ab'.repeat(20)}`
    const contractAddress = `0x${'cd'.repeat(20)}`
    const { id: userId } = await host.mock.create.user({ email })
    await host.mock.create.wallet(userId, { publicWalletAddress: owner })
    await host.mock.chain.grantNft({ owner, networkId: 1, contractAddress })
    const { id: gateId } = await host.mock.create.gate({
      outcome: 'scope',
      scope: 'holder',
      rules: [{ type: 'nft', address: { networkId: 1, contractAddress } }],
    })
    expect((await host.mock.signIn(userId)).user.scope).toBe('user:basic holder')
    await host.call('gates.update', { params: { gateId }, body: { scope: 'collector' } })
    expect((await host.mock.signIn(userId)).user.scope).toBe('user:basic collector')
    await host.call('gates.update', { params: { gateId }, body: { outcome: 'block' } })
    await expect(host.mock.signIn(userId)).rejects.toMatchObject({ code: 'gate_blocked' })
  })
})

describe('origins and deep links', () => {
  const redirectTo = async (redirectUrl: string) =>
    (
      await host.send('oauth.initialize', {
        params: { providerType: 'google' },
        body: { state: newState(), redirectUrl },
      })
    ).status

  it('allow redirects to listed URLs only', async () => {
    await host.mock.create.provider({ provider: 'google' })
    expect(await redirectTo('https://elsewhere.example.org/back')).toBe(204)
    const origin = await host.mock.create.origin(page)
    expect([
      await redirectTo(`${page}/back`),
      await redirectTo('https://elsewhere.example.org/back'),
      await redirectTo('store://back'),
    ]).toEqual([204, 422, 422])
    await host.mock.create.deeplinkUrl('store://back')
    expect(await redirectTo('store://back')).toBe(204)
    await host.call('origins.delete', { params: { originId: String(origin.id) } })
    expect(await redirectTo(`${page}/back`)).toBe(422)
  })
})

describe('a provider', () => {
  it('refuses sign-ins while it is disabled or deleted', async () => {
    const { id: providerId } = await host.mock.create.provider({ provider: 'emailOnly' })
    const proof = await requestEmailCode(host, email)
    await host.call('providers.disable', { params: { providerId: String(providerId) } })
    expect(await host.refuse('emailSignIn.signIn', { body: proof })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
    await host.call('providers.enable', { params: { providerId: String(providerId) } })
    expect((await host.call('emailSignIn.signIn', { body: proof })).body.user.newUser).toBe(true)
    expect(await host.send('providers.delete', { params: { providerId: String(providerId) } })).toMatchObject({
      status: 204,
    })
    expect(await host.refuse('emailSignIn.create', { body: { email } })).toMatchObject({
      status: 422,
      code: 'no_enabled_email_provider',
    })
  })
})

describe('sessions', () => {
  it('are in cookies as soon as the settings say so and the hostname is verified', async () => {
    const hostname = await host.mock.create.customHostname({ hostname: 'auth.example.com' })
    await host.mock.dns.publish(hostname)
    await host.mock.clock.advance({ minutes: 2 })
    const { id: userId } = await host.mock.create.user({ email })
    expect((await host.mock.signIn(userId)).cookies).toEqual([])
    await update({ security: { auth: { storage: ['cookie'] } } })
    expect((await host.mock.signIn(userId)).cookies).toEqual([
      expect.stringMatching(/^LATCHKEY_AUTH=.+; Domain=example\.com;/),
    ])
    await update({ security: { auth: { storage: ['localstorage'] } } })
    expect((await host.mock.signIn(userId)).cookies).toEqual([])
  })

  it('last as long as the settings say, and wait for a second factor if it is required', async () => {
    await update({ security: { jwtDuration: { amount: 5, unit: 'minutes' } } })
    const { token, expiresAt } = await signUp()
    expect(Number(expiresAt) * 1000 - host.mock.clock.now()).toBe(300_000)
    await update({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('profile.update', { token, body: { firstName: 'Ada' } })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })

  it('store the IP address only if the settings say so', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    const keptFor = async (person: string) => {
      const { body } = await host.call('emailSignIn.signIn', {
        body: await requestEmailCode(host, person),
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
      const {
        body: { users = [] },
      } = await host.call('users.list', { query: { includeSessions: true } })
      return users.find(({ id }) => id === body.user.id)?.sessions?.[0]?.ipAddress
    }
    expect(await keptFor(email)).toBe('203.0.113.7')
    await update({ privacy: { collectIp: false } })
    expect(await keptFor('eve@example.com')).toBeNull()
  })
})

describe('messages', () => {
  it('name the app, and e-mails name the company if the settings do', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    await update({ general: { displayName: 'Example Store' } })
    await requestEmailCode(host, email)
    expect(host.mock.outbox.email.last(email)?.subject).toBe('Sign in to Example Store')
    await update({ general: { emailCompanyName: 'Example Holding' } })
    await requestEmailCode(host, 'eve@example.com')
    expect(host.mock.outbox.email.last('eve@example.com')?.subject).toBe('Sign in to Example Holding')
  })
})
