import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'
import { phones, requestSmsCode, signInBySms } from '../../../test/people/oneTimeCodes.ts'
import { userSeenByServers } from '../../../test/people/profiles.ts'

type Schemas = components['schemas']

const host = createHost()
const { us, de } = phones
const notUnique = { status: 422, code: 'custom_field_data_not_unique' }
const numberTaken = { status: 422, code: 'user_has_already_account_with_phone_number' }
let ada = { id: '', token: '' }

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  const { id } = await host.mock.create.user({ email: 'ada@example.com' })
  ada = { id, token: (await host.mock.signIn(id)).token }
})

const kyc = (rules: Record<string, Partial<Schemas['MissingField']>>) =>
  host.mock.settings.patch({ kyc: host.mock.settings.get().kyc.map((field) => ({ ...field, ...rules[field.name] })) })
const seenByServers = (userId: string) => userSeenByServers(host, userId)

describe('a standard field that the settings make unique', () => {
  beforeEach(() => kyc({ alias: { enabled: true, unique: true } }))

  it('refuses the value of another user in every operation', async () => {
    await host.call('users.create', { body: { alias: 'Bob' } })
    expect(
      await host.refuse('profile.update', { token: ada.token, body: { alias: 'Bob', firstName: 'Ada' } }),
    ).toMatchObject(notUnique)
    expect(
      await host.refuse('users.update', { params: { userId: ada.id }, body: { alias: 'Bob', firstName: 'Ada' } }),
    ).toMatchObject(notUnique)
    expect(await host.refuse('users.create', { body: { alias: 'Bob' } })).toMatchObject(notUnique)
    expect(await seenByServers(ada.id)).toHaveProperty('firstName', null)
    expect((await host.call('users.list')).body.count).toBe(2)
  })

  it("accepts the user's own value again, an empty one, and one that another user has given up", async () => {
    const {
      body: { user },
    } = await host.call('users.create', { body: { alias: 'Bob' } })
    for (const alias of ['Ada', 'Ada', ''])
      expect((await host.call('profile.update', { token: ada.token, body: { alias } })).status).toBe(200)
    await host.call('users.update', { params: { userId: String(user?.id) }, body: { alias: '' } })
    expect((await host.call('profile.update', { token: ada.token, body: { alias: 'Bob' } })).body.user.alias).toBe(
      'Bob',
    )
  })

  it('is free in another environment, and while it is not in use', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.create.user({ alias: 'Bob' }, { environmentId: live.id })
    expect((await host.call('users.create', { body: { alias: 'Bob' } })).status).toBe(201)
    await kyc({ alias: { enabled: false, unique: true } })
    expect((await host.call('users.create', { body: { alias: 'Bob' } })).status).toBe(201)
  })

  it('is left out of the profile that a provider sends for a new user if it is taken', async () => {
    await kyc({ firstName: { enabled: true, unique: true } })
    await host.mock.create.provider({ provider: 'google' })
    await host.call('users.update', { params: { userId: ada.id }, body: { firstName: 'Grace' } })
    await host.mock.idp.google?.addUser({
      accountId: 'g-1',
      email: 'grace@example.com',
      emailVerified: true,
      profile: { given_name: 'Grace', family_name: 'Hopper' },
    })
    const {
      body: { user },
    } = await signInByOAuth(host, { email: 'grace@example.com' })
    expect(user).toMatchObject({ lastName: 'Hopper', newUser: true })
    expect(user).toHaveProperty('firstName', null)
  })
})

describe('a phone number that is unique', () => {
  it('is refused in any spelling if it needs no proof and another user has it', async () => {
    await kyc({ phoneNumber: { enabled: true, unique: true, verify: false } })
    await host.call('users.create', { body: { phoneNumber: '+49 151 12345678' } })
    expect(await host.refuse('profile.update', { token: ada.token, body: { phoneNumber: de.e164 } })).toMatchObject(
      numberTaken,
    )
    expect(
      await host.refuse('users.update', { params: { userId: ada.id }, body: { phoneNumber: de.e164 } }),
    ).toMatchObject(numberTaken)
    expect(
      (await host.call('profile.update', { token: ada.token, body: { phoneNumber: us.e164 } })).body.user.phoneNumber,
    ).toBe(us.e164)
  })

  it('belongs to the user who proves it, by signing in or by adding it', async () => {
    await kyc({ phoneNumber: { enabled: true, unique: true } })
    const claiming =
      (await host.call('users.create', { body: { phoneNumber: '+49 151 12345678' } })).body.user?.id ?? ''
    const { body } = await signInBySms(host, de)
    expect(body.user).toMatchObject({ phoneNumber: de.e164, newUser: true })
    expect(await seenByServers(claiming)).toHaveProperty('phoneNumber', null)
    await host.call('users.update', { params: { userId: claiming }, body: { phoneNumber: us.e164 } })
    expect(
      (await host.call('smsSignIn.verify', { token: ada.token, body: await requestSmsCode(host, us) })).body.user
        .phoneNumber,
    ).toBe(us.e164)
    expect(await seenByServers(claiming)).toHaveProperty('phoneNumber', null)
    expect(
      await host.refuse('users.update', { params: { userId: claiming }, body: { phoneNumber: us.e164 } }),
    ).toMatchObject(numberTaken)
  })

  it('stays in the profiles of others when screening refuses the user who proves it', async () => {
    for (const phone of [us, de])
      await host.call('smsSignIn.verify', { token: ada.token, body: await requestSmsCode(host, phone) })
    await host.call('profile.update', { token: ada.token, body: { phoneNumber: de.e164 } })
    const claiming = (await host.call('users.create', { body: { phoneNumber: us.e164 } })).body.user?.id ?? ''
    await kyc({ phoneNumber: { enabled: true, unique: true } })
    await host.mock.chain.sanction((await host.mock.create.wallet(ada.id)).publicKey)
    await host.call('screening.enable')
    expect(await host.refuse('smsSignIn.signIn', { body: await requestSmsCode(host, us) })).toMatchObject({
      status: 403,
      code: 'screening_blocked',
    })
    expect((await seenByServers(claiming)).phoneNumber).toBe(us.e164)
    await host.call('screening.disable')
    await signInBySms(host, us)
    expect(await seenByServers(claiming)).toHaveProperty('phoneNumber', null)
  })

  it('stays in the profiles of others if the settings do not make it unique', async () => {
    const claiming = (await host.call('users.create', { body: { phoneNumber: de.e164 } })).body.user?.id ?? ''
    await signInBySms(host, de)
    expect((await seenByServers(claiming)).phoneNumber).toBe(de.e164)
  })
  describe('and that a user has proved, but shows no longer', () => {
    const take = (phoneNumber: string) => host.refuse('users.create', { body: { phoneNumber } })

    beforeEach(async () => {
      await kyc({ phoneNumber: { enabled: true, unique: true } })
      for (const phone of [us, de])
        await host.call('smsSignIn.verify', { token: ada.token, body: await requestSmsCode(host, phone) })
      // The profile shows one of the two numbers.
      await host.call('users.update', { params: { userId: ada.id }, body: { phoneNumber: de.e164 } })
      expect((await seenByServers(ada.id)).phoneNumber).toBe(de.e164)
    })

    it('is refused to others, in any spelling', async () => {
      expect(await take(us.e164)).toMatchObject(numberTaken)
      expect(await take(`${us.e164.slice(0, 5)} ${us.e164.slice(5)}`)).toMatchObject(numberTaken)
      const { id } = await host.mock.create.user({ email: 'bob@example.com' })
      const body = { phoneNumber: us.e164 }
      expect(await host.refuse('users.update', { params: { userId: id }, body })).toMatchObject(numberTaken)
    })

    it('may be shown by the user who has proved it', async () => {
      const { body } = await host.call('users.update', {
        params: { userId: ada.id },
        body: { phoneNumber: us.e164 },
      })
      expect(body.user?.phoneNumber).toBe(us.e164)
    })

    it('is free in another environment, and once the user has given up the proof', async () => {
      const { live } = host.mock.defaults.environments
      const elsewhere = { params: { environmentId: live.id }, token: live.token, body: { phoneNumber: us.e164 } }
      expect((await host.call('users.create', elsewhere)).status).toBe(201)
      await host.call('users.delete', { params: { userId: ada.id } })
      expect((await host.call('users.create', { body: { phoneNumber: us.e164 } })).status).toBe(201)
    })
  })
})
