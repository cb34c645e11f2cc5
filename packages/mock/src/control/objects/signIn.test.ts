import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import { createMock } from '../../mock/createMock.ts'

const now = '2026-01-15T09:30:00.000Z'
const email = 'ada@example.com'

describe('mock.signIn()', () => {
  it('signs in the user of an address, whom it creates if there is none', async () => {
    const mock = createMock({ now })
    const first = await mock.signIn(email)
    expect(first.user).toMatchObject({ email, newUser: true })
    expect((await mock.signIn('Ada@Example.com')).user).toMatchObject({ id: first.user.id, newUser: false })
    const bob = await mock.create.user({ email: 'bob@example.com' })
    expect((await mock.signIn('bob@example.com')).user.id).toBe(bob.id)
    expect(mock.export().tables.users).toHaveLength(2)
  })

  it('creates nobody for a text that is no address', async () => {
    const mock = createMock({ now })
    await expect(mock.signIn('ada@')).rejects.toThrow('e-mail address')
    expect(mock.export().tables.users).toEqual([])
  })

  it.each<[string, (mock: ReturnType<typeof createMock>) => unknown, string]>([
    ['a promise', ({ create }) => create.user(), 'it was given a promise. Await the user first.'],
    ['an object without an id', () => ({ email }), 'it takes a user, the id of a user, or an e-mail address.'],
    ['nothing', () => undefined, 'it takes a user, the id of a user, or an e-mail address.'],
    ['a name', () => 'ada', 'there is no user with this id. An id is a UUID'],
    ['an id of another mock', () => crypto.randomUUID(), 'there is no user with this id. The user belongs to another'],
  ])('says of %s what it is', async (_, wrongUser, sentence) => {
    const mock = createMock({ now })
    await expect(mock.signIn(wrongUser(mock) as never)).rejects.toThrow(`Failed to call "signIn()": ${sentence}`)
    await expect(mock.signIn(wrongUser(mock) as never)).rejects.toThrow(TypeError)
  })
})

describe('mock.signIn() of a user without a credential to sign in with', () => {
  const control = createControlClient()
  const create = async (fields: object) => {
    const { id, token } = control.server.mock.defaults.environments.sandbox
    const reply = await fetch(`${control.server.url}/api/v0/environments/${id}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    return (await reply.json()).user.id as string
  }

  it('says that the e-mail is not verified, and signs in one whose e-mail is', async () => {
    const userId = await create({ email })
    const reason = `this user has no credential to sign in with. The e-mail ${email} is not verified: give "users.create" an \`emailVerifiedAt\` beside it, or create the user by`
    for (const user of [userId, email])
      await expect(control.server.mock.signIn(user)).rejects.toThrow(
        new TypeError(`Failed to call "signIn()": ${reason} \`create.user()\`, which does.`),
      )
    expect(await control.post('signIn', { userId })).toMatchObject({
      status: 400,
      body: { error: `POST signIn: ${reason} "POST create/user", which does.` },
    })
    const verified = await create({ email: 'bob@example.com', emailVerifiedAt: now })
    expect((await control.server.mock.signIn(verified)).user.email).toBe('bob@example.com')
  })

  it('says what a user needs who has none at all', async () => {
    await expect(control.server.mock.signIn(await create({ alias: 'Ada' }))).rejects.toThrow(
      'this user has no credential to sign in with. Give the user an e-mail, an OAuth account or a wallet.',
    )
  })
})

describe('mock.signIn() with a scope', () => {
  const scopeOf = (token: string) =>
    JSON.parse(atob(String(token.split('.')[1]).replaceAll(/[-_]/g, (c) => (c === '-' ? '+' : '/')))).scope

  it('gives it to the tokens and the user of the session, and to those after a refresh', async () => {
    const mock = createMock({ now })
    const { user, token, minifiedToken, headers } = await mock.signIn(email, { scope: 'gold  admin' })
    expect([user.scope, scopeOf(token), scopeOf(minifiedToken)]).toEqual(Array(3).fill('user:basic gold admin'))
    const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/refresh`
    const refreshed = await (await mock.fetch(url, { method: 'POST', headers })).json()
    expect([refreshed.user.scope, scopeOf(refreshed.jwt)]).toEqual(Array(2).fill('user:basic gold admin'))
    expect(mock.fork().export().tables.sessions).toMatchObject([{ givenScopes: ['gold', 'admin'] }])
  })

  it('names a scope once that a gate adds as well, and gives it to no other session', async () => {
    const mock = createMock({ now })
    const list = await mock.create.allowlist({ name: 'Gold', outcome: 'scope', scope: 'gold' })
    await mock.create.allowlistEntry(list.id, { email })
    expect((await mock.signIn(email, { scope: 'gold vip' })).user.scope).toBe('user:basic gold vip')
    expect((await mock.signIn(email)).user.scope).toBe('user:basic gold')
    expect((await mock.signIn('bob@example.com', { scope: undefined })).user.scope).toBe('user:basic')
  })

  it.each([
    [{ scope: 'user:basic' }, 'A scope is one word'],
    [{ scope: 'gold requiresAdditionalAuth' }, 'A scope is one word'],
    [{ scope: '"gold"' }, 'A scope is one word'],
    [{ scope: ['gold'] }, '`scope` takes a text'],
    [{ scopes: 'gold' }, 'there is no option "scopes". Did you mean "scope"?'],
  ])('refuses %j, and creates nobody', async (options, sentence) => {
    const mock = createMock({ now })
    await expect(mock.signIn(email, options as never)).rejects.toThrow(sentence)
    expect(mock.export().tables.users).toEqual([])
  })

  it('takes it in a scenario', async () => {
    const mock = createMock({ now })
    const { people } = await mock.load({ people: [{ email, signedIn: { scope: 'gold' } }] })
    expect(people[email]?.session?.user.scope).toBe('user:basic gold')
    const wrong = mock.load({ people: [{ email: 'bob@example.com', signedIn: { scope: 'user:basic' } }] })
    await expect(wrong).rejects.toThrow('people[0].signedIn')
  })
})

it('mock.signIn() says that a user was deleted', async () => {
  const mock = createMock({ now })
  const { id } = await mock.create.user({ email })
  await mock.people.delete(id)
  await expect(mock.signIn(id)).rejects.toThrow('there is no user with this id. The user was deleted.')
})

describe('POST signIn', () => {
  const control = createControlClient()

  it('takes a scope', async () => {
    const { body } = await control.post('signIn', { userId: email, scope: 'gold' })
    expect(body.user.scope).toBe('user:basic gold')
    const refusal = await control.post('signIn', { userId: email, scope: 'user:basic' })
    expect([refusal.status, refusal.body.code]).toEqual([422, 'invalid_scopes'])
  })

  it('takes an address, too, and says of a name what it is', async () => {
    const { status, body } = await control.post('signIn', { userId: email })
    expect([status, body.user.email]).toEqual([200, email])
    const refusal = await control.post('signIn', { userId: 'ada' })
    expect([refusal.status, refusal.body.error]).toEqual([400, expect.stringContaining('An id is a UUID')])
  })
})
