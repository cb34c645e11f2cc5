import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../mock/createMock.ts'
import { mergeUser } from './mergeUser.ts'

const fieldsOf = ({ settings }: Mock, isEnabled: boolean) =>
  settings.patch({
    kyc: settings.get().kyc.map((field) => (field.name === 'email' ? { ...field, enabled: isEnabled } : field)),
  })

describe('mergeUser', () => {
  it.each([
    ['has only an e-mail address', { email: 'ada@example.com' }, true],
    ['has a name as well', { email: 'ada@example.com', firstName: 'Ada' }, true],
    ['has a name, where the profile has no address', { email: 'ada@example.com', firstName: 'Ada' }, false],
    ['has no e-mail address', { firstName: 'Ada' }, true],
  ])('moves the credentials of a user who %s, and ends the sessions', async (_, fields, isEnabled) => {
    const mock = createMock({ seed: 'merge' })
    await fieldsOf(mock, isEnabled)
    const { id } = await mock.create.user(fields)
    if (!('email' in fields)) await mock.create.wallet(id)
    const { verifiedCredentials } = (await mock.people.details(id)).user
    const { headers } = await mock.signIn(id)
    await mergeUser(mock, id)
    const { users } = await mock.people.list()
    expect(users).toHaveLength(1)
    const [merged] = users
    expect(merged?.id).not.toBe(id)
    expect(merged?.verifiedCredentials?.map((credential) => credential.id)).toEqual(
      expect.arrayContaining(verifiedCredentials?.map((credential) => credential.id) ?? []),
    )
    const profile = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/users`
    expect((await mock.fetch(profile, { headers })).status).toBe(401)
  })

  it('refuses a user with a second factor, whom the service does not merge', async () => {
    const mock = createMock({ seed: 'merge' })
    await mock.settings.patch({ security: { mfa: { enabled: true } } })
    const { id } = await mock.create.user({ email: 'ada@example.com' })
    await mock.create.totp(id)
    await expect(mergeUser(mock, id)).rejects.toThrow('The sweep could not call profile.resolveMerge: 422')
    expect(await mock.people.details(id)).toMatchObject({ user: { id } })
  })
})
