import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthenticationWorld, createAuthenticationWorld } from '../../../test/people/authenticationWorld.ts'

let people: AuthenticationWorld

beforeEach(async () => {
  people = await createAuthenticationWorld()
})

const unauthorized = { status: 401, code: 'unauthorized' }

describe('the header `Authorization`', () => {
  it.each([
    ['a scheme in any case', (token: string) => `bEARER ${token}`],
    ['several spaces between', (token: string) => `Bearer   ${token}`],
    ['spaces at the end', (token: string) => `Bearer ${token}  `],
  ])('may have %s', async (_, write) => {
    const caller = await people.authenticate('profile.get', { authorization: write(people.token) })
    expect(caller).toMatchObject({ kind: 'user', user: { id: people.userId } })
  })

  it.each([
    ['another scheme', (token: string) => `Basic ${token}`],
    ['a scheme that ends alike', (token: string) => `xBearer ${token}`],
    ['something behind the token', (token: string) => `Bearer ${token} x`],
    ['a token without a scheme', (token: string) => token],
    ['a scheme without a token', () => 'Bearer '],
    ['nothing', () => ''],
  ])('is refused with %s, also where a session is optional', async (_, write) => {
    for (const id of ['profile.get', 'oauth.verify'] as const)
      await expect(people.authenticate(id, { authorization: write(people.token) })).rejects.toMatchObject(unauthorized)
  })
})

describe('a request without a credential', () => {
  it('is of nobody where none is needed or a session is optional, and refused elsewhere', async () => {
    for (const id of ['emailSignIn.create', 'oauth.verify'] as const)
      expect(await people.authenticate(id, {})).toEqual({ kind: 'none' })
    for (const id of ['profile.get', 'users.list', 'members.list'] as const)
      await expect(people.authenticate(id, {})).rejects.toMatchObject(unauthorized)
  })

  it('is refused as one without a session when it names no environment', async () => {
    await expect(people.authenticate('profile.get', { params: {} })).rejects.toMatchObject(unauthorized)
  })
})
