import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const send = (input: object) => control.post('requests/send', input)

describe('POST requests/send', () => {
  it('answers with status, headers and body of an operation, and the journal has the request', async () => {
    const { id, token } = control.server.mock.defaults.environments.sandbox
    const { status, body } = await send({
      method: 'POST',
      path: `/api/v0/environments/${id}/users`,
      headers: { Authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"email":"ada@example.com"}',
    })
    const entry = control.server.mock.journal.list().at(-1)
    expect([status, body]).toEqual([
      200,
      {
        status: 201,
        headers: expect.objectContaining({ 'content-type': 'application/json', 'x-request-id': entry?.requestId }),
        text: expect.stringContaining('ada@example.com'),
        durationMs: expect.any(Number),
        requestId: entry?.requestId,
      },
    ])
    expect(entry).toMatchObject({
      operation: 'users.create',
      headers: { authorization: 'Bearer [redacted: API token of a sandbox environment]' },
    })
  })

  it('gives refusals, empty bodies and broken connections as they are', async () => {
    const { id } = control.server.mock.defaults.environments.sandbox
    const path = `/api/v0/environments/${id}/gates`
    expect((await send({ method: 'GET', path })).body).toMatchObject({
      status: 401,
      text: expect.stringContaining('unauthorized'),
    })
    control.server.mock.faults.set('gates.list', { networkError: true }, 1)
    expect((await send({ method: 'GET', path })).body).toMatchObject({ status: 0, text: '' })
  })

  it.each([
    '/__mock/v1/reset',
    '/api/v0',
    '/api/v0/../../__mock/v1/reset',
    'https://attacker.example/api/v0/',
    '@attacker.example/api/v0/',
    '',
  ])('refuses %j, which is no path of an operation', async (path) => {
    const requests = control.server.mock.journal.recorded
    expect(await send({ method: 'POST', path })).toMatchObject({ status: 400, body: { kind: 'use' } })
    expect(control.server.mock.journal.recorded).toBe(requests)
  })
})
