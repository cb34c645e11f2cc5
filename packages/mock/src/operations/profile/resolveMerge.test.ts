import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMergingUsers } from '../../../test/people/mergingUsers.ts'
import { requestEmailCode, signInByEmail } from '../../../test/people/oneTimeCodes.ts'
import { userSeenByServers } from '../../../test/people/profiles.ts'

type Schemas = components['schemas']
type Resolution = Schemas['MergeUserConflictResolution']

const host = createHost()
const email = 'ada@example.com'
const invalid = { status: 422, code: 'merge_accounts_invalid' }
const asks = { status: 422, code: 'merge_accounts_confirmation' }
const nobody = '00000000-0000-7000-8000-00000000dead'

let userId = ''
let token = ''
let otherId = ''

beforeEach(async () => {
  ;({ userId, token, otherId } = await createMergingUsers(host, email))
})

/** Proves to read the other user's mail, which is what leads to a merge. */
const prove = async (session = token) =>
  host.refuse('emailSignIn.verify', { token: session, body: await requestEmailCode(host, email) })
const resolve = async (mergeUserResolutions: Resolution[], session = token) =>
  (await host.call('profile.resolveMerge', { token: session, body: { mergeUserResolutions } })).body
const fill = (id: string, body: Schemas['InternalUpdatableUserFields']) =>
  host.call('users.update', { params: { userId: id }, body })
const seenByServers = (id = userId) => userSeenByServers(host, id)
const enableFields = (...names: string[]) =>
  host.mock.settings.patch({
    kyc: host.mock.settings
      .get()
      .kyc.map((field) => (names.includes(field.name) ? { ...field, enabled: true } : field)),
  })
const conflictsIn = ({ body }: { body: unknown }) =>
  (body as Schemas['UnprocessableEntity']).payload?.mergeConflicts?.conflicts ?? []

describe('profile.resolveMerge', () => {
  const choose = (who: string, fieldKey: string, type: Resolution['type'] = 'standard'): Resolution => ({
    userId: who,
    fieldKey,
    type,
  })
  let size = ''

  beforeEach(async () => {
    await enableFields('firstName', 'username', 'country')
    size = String((await host.mock.create.customField({ name: 'Shoe size' })).key)
    await fill(otherId, {
      firstName: 'Ada',
      username: 'ada',
      country: 'GB',
      jobTitle: 'Analyst',
      metadata: { [size]: '38', theirs: 1 },
    })
    await fill(userId, {
      firstName: 'Augusta',
      username: 'augusta',
      country: 'GB',
      jobTitle: 'Countess',
      metadata: { [size]: '39' },
    })
  })

  it('is needed if both users have different values in a field', async () => {
    const refusal = await prove()
    expect(refusal).toMatchObject({
      ...asks,
      body: { payload: { email, mergeConflicts: { fromUser: { id: otherId, firstName: 'Ada', email } } } },
    })
    const expected = [
      {
        field: { name: 'firstName', type: 'standard' },
        fromUser: { userId: otherId, value: 'Ada' },
        currentUser: { userId, value: 'Augusta' },
      },
      {
        field: { name: 'username', type: 'standard' },
        fromUser: { userId: otherId, value: 'ada' },
        currentUser: { userId, value: 'augusta' },
      },
      {
        field: { name: 'Shoe size', type: 'custom' },
        fromUser: { userId: otherId, value: '38' },
        currentUser: { userId, value: '39' },
      },
    ]
    expect(conflictsIn(refusal)).toMatchObject(expected)
    const again = await host.refuse('profile.merge', { token })
    expect(again).toMatchObject(asks)
    expect(conflictsIn(again)).toMatchObject(expected)
  })

  it("merges with the chosen values, and keeps the user's values if there is no conflict", async () => {
    await prove()
    const { user } = await resolve([
      choose(otherId, 'firstName'),
      choose(otherId, 'username'),
      choose(otherId, 'Shoe size', 'custom'),
    ])
    const merged = {
      firstName: 'Ada',
      username: 'ada',
      country: 'GB',
      jobTitle: 'Countess',
      email,
      metadata: { [size]: '38', theirs: 1 },
    }
    expect(user).toMatchObject({ id: userId, ...merged })
    expect(await seenByServers()).toMatchObject(merged)
    const { body: third } = await host.call('users.create', { body: { username: 'augusta' } })
    expect(third.user?.username).toBe('augusta')
    expect(await host.refuse('users.create', { body: { username: 'ADA' } })).toMatchObject({
      code: 'username_already_exists',
    })
  })

  it("keeps the user's values if those were chosen", async () => {
    await prove()
    const { user } = await resolve([
      choose(userId, 'firstName'),
      choose(userId, 'username'),
      choose(userId, 'Shoe size', 'custom'),
    ])
    expect(user).toMatchObject({ firstName: 'Augusta', username: 'augusta', metadata: { [size]: '39', theirs: 1 } })
    expect((await host.call('users.create', { body: { username: 'ada' } })).body.user?.username).toBe('ada')
  })

  it('asks again until every conflict is resolved, for ten minutes', async () => {
    await prove()
    const some = await host.refuse('profile.resolveMerge', {
      token,
      body: { mergeUserResolutions: [choose(otherId, 'firstName')] },
    })
    expect(some).toMatchObject(asks)
    expect(conflictsIn(some)).toHaveLength(3)
    expect(await host.refuse('profile.resolveMerge', { token, body: {} })).toMatchObject(asks)
    await host.mock.clock.advance({ minutes: 9, seconds: 59 })
    expect(
      (
        await resolve([
          choose(otherId, 'firstName'),
          choose(otherId, 'username'),
          choose(otherId, 'Shoe size', 'custom'),
        ])
      ).user.firstName,
    ).toBe('Ada')
  })

  it.each([
    ['a third user', () => [choose(nobody, 'firstName')]],
    ['a field without a conflict', () => [choose(otherId, 'country')]],
    ['an unknown field', () => [choose(otherId, 'id')]],
    ['a field of the other type', () => [choose(otherId, 'firstName', 'custom')]],
    ['a field twice', () => [choose(otherId, 'firstName'), choose(userId, 'firstName')]],
  ])('refuses a choice of %s', async (_, wrong) => {
    await prove()
    const rest = [choose(otherId, 'username'), choose(otherId, 'Shoe size', 'custom')]
    expect(
      await host.refuse('profile.resolveMerge', { token, body: { mergeUserResolutions: [...wrong(), ...rest] } }),
    ).toMatchObject(invalid)
    expect((await seenByServers(otherId)).firstName).toBe('Ada')
    expect((await resolve([choose(userId, 'firstName'), ...rest])).user.username).toBe('ada')
  })

  it('lets the person choose between two addresses, which can both sign in afterwards', async () => {
    await host.call('emailSignIn.verify', { token, body: await requestEmailCode(host, 'augusta@example.com') })
    expect(conflictsIn(await prove()).map(({ field }) => field.name)).toContain('email')
    const rest = [choose(userId, 'firstName'), choose(userId, 'username'), choose(userId, 'Shoe size', 'custom')]
    expect((await resolve([choose(otherId, 'email'), ...rest])).user.email).toBe(email)
    for (const address of [email, 'augusta@example.com'])
      expect((await signInByEmail(host, address)).body.user).toMatchObject({ id: userId, email })
  })

  it('refuses without a proof, and a body that breaks the schema', async () => {
    expect(await host.refuse('profile.resolveMerge', { token, body: {} })).toMatchObject(invalid)
    await prove()
    for (const body of [
      { mergeUserResolutions: {} },
      { mergeUserResolutions: [{ userId }] },
      { mergeUserResolutions: [{ ...choose('x', 'firstName') }] },
      { userId },
    ]) {
      expect(await host.refuse('profile.resolveMerge', { token, body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(
      (await host.refuse('profile.resolveMerge', { token, body: '{}', headers: { 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415)
  })
})
