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

it('mock.signIn() says that a user was deleted', async () => {
  const mock = createMock({ now })
  const { id } = await mock.create.user({ email })
  await mock.people.delete(id)
  await expect(mock.signIn(id)).rejects.toThrow('there is no user with this id. The user was deleted.')
})

describe('POST signIn', () => {
  const control = createControlClient()

  it('takes an address, too, and says of a name what it is', async () => {
    const { status, body } = await control.post('signIn', { userId: email })
    expect([status, body.user.email]).toEqual([200, email])
    const refusal = await control.post('signIn', { userId: 'ada' })
    expect([refusal.status, refusal.body.error]).toEqual([400, expect.stringContaining('An id is a UUID')])
  })
})
