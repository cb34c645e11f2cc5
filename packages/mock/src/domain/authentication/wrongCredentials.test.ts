import { describe, expect, it } from 'vitest'
import { createMock } from '../../mock/createMock.ts'

const unknownId = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const mock = createMock({ seed: 'wrong credentials' })
const { sandbox, live } = mock.defaults.environments
const { token: jwt } = await mock.signIn('ada@example.com')

/** Asks the interface, and gives the refusal with the notes that the journal has about it. */
async function ask(path: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const reply = await mock.fetch(`${mock.baseUrl}/api/v0/${path}`, { headers })
  const text = await reply.text()
  const { error, code } = text === '' ? {} : JSON.parse(text)
  return { status: reply.status, error, code, notes: mock.journal.list().at(-1)?.notes }
}

describe('an environment that does not exist', () => {
  it.each(['undefined', 'sandbox', 'null'])(
    'is named in the refusal of an API token where it is no id: %s',
    async (id) => {
      for (const token of [sandbox.token, mock.defaults.admin.token])
        expect(await ask(`environments/${id}/users`, token)).toMatchObject({
          status: 403,
          code: 'wrong_environment',
          error: `This credential reaches no environment or organization with this id. "${id}" is not the id of an environment, which is a UUID.`,
          notes: [`There is no environment "${id}". The ids are in mock.defaults.environments.`],
        })
      expect(await ask(`sdk/${id}/users`, jwt)).toMatchObject({
        status: 401,
        error: `This is not a session token of this environment. "${id}" is not the id of an environment, which is a UUID.`,
      })
    },
  )

  it('is answered like one of somebody else, and only the journal tells them apart', async () => {
    const [unknown, foreign] = [
      await ask(`environments/${unknownId}/users`, sandbox.token),
      await ask(`environments/${live.id}/users`, sandbox.token),
    ]
    expect({ ...unknown, notes: undefined }).toEqual({ ...foreign, notes: undefined })
    expect([unknown.notes, foreign.notes]).toEqual([
      [`There is no environment "${unknownId}". The ids are in mock.defaults.environments.`],
      undefined,
    ])
  })

  it('is noted in the journal of a call without a credential, too', async () => {
    for (const [id, status] of [
      ['undefined', 400],
      [unknownId, 404],
    ] as const)
      expect(await ask(`sdk/${id}/settings`)).toMatchObject({
        status,
        notes: [`There is no environment "${id}". The ids are in mock.defaults.environments.`],
      })
    expect((await ask(`sdk/${sandbox.id}/settings`)).notes).toBeUndefined()
  })

  it('has no long text of the caller in the reply', async () => {
    const { error } = await ask(`environments/${'x'.repeat(300)}/users`, sandbox.token)
    expect(error).toBe('This credential reaches no environment or organization with this id.')
  })
})

describe('a credential of another kind', () => {
  it('is named where a call takes an API token', async () => {
    for (const path of [`environments/${sandbox.id}/users`, `organizations/${mock.defaults.organizationId}/members`])
      expect(await ask(path, jwt)).toMatchObject({
        status: 401,
        error: 'This call takes an API token, not a JWT such as the session token of a user.',
      })
    const unknown = await ask(`environments/${sandbox.id}/users`, 'lk_sandbox_unknown')
    expect(unknown.error).toBe('This API token is unknown, or was revoked.')
  })

  it('is named where a call takes a session token', async () => {
    for (const token of [sandbox.token, mock.defaults.admin.token])
      expect(await ask(`sdk/${sandbox.id}/users`, token)).toMatchObject({
        status: 401,
        error: 'This call takes the session token of a user, not an API token.',
      })
    const unknown = await ask(`sdk/${sandbox.id}/users`, 'lk_sandbox_unknown')
    expect(unknown.error).toBe('This is not a session token of this environment.')
  })
})
