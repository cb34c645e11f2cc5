import { describe, expect, it, vi } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import { toServiceRequest } from '../../carriers/scriptRequest.ts'
import { createControlAnswer } from './controlAnswer.ts'

const control = createControlClient()
const { get, post } = control
const email = 'ada@example.com'

describe('the control interface', () => {
  it('refuses invalid input, and does nothing', async () => {
    expect((await post('clock/advance', { minutes: -1 })).body).toMatchObject({ code: 'validation_failed' })
    expect((await post('clock/advance', { weeks: 1 })).status).toBe(400)
    expect((await post('clock/advance', { minutes: 1 }, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('clock/stop')).status).toBe(404)
    expect((await get('clock')).body).toEqual({ now: '2026-01-15T09:30:00.000Z', isRunning: false })
  })

  it.each<[path: string, body: object, error: string]>([
    [
      'faults/set',
      { operation: 'user.list', status: 503 },
      'operation must be an operation (did you mean "users.list"?).',
    ],
    ['faults/clear', { operation: 'nothing' }, 'operation must be an operation.'],
    [
      'clock/advance',
      { minute: 5 },
      'minute must be left out, since there is no such field (did you mean "minutes"?).',
    ],
    [
      'idp/users',
      { provider: 'gogle' },
      'Failed to use "gogle": this is not an OAuth provider. Did you mean "google"?',
    ],
  ])('suggests the right word for a typo: %s %j', async (path, body, error) => {
    expect(await post(path, body)).toMatchObject({ status: 400, body: { error } })
  })

  it.each([
    ['clock/advanc', 'POST', 404, 'Did you mean POST /__mock/v1/clock/advance?'],
    ['Journal', 'GET', 404, 'Did you mean GET /__mock/v1/journal?'],
    ['clock/advance', 'GET', 405, ''],
    ['nothing/alike', 'POST', 404, 'GET /__mock/v1/openapi.json lists what is served here.'],
    ['nosuch', 'GET', 404, 'GET /__mock/v1/openapi.json lists what is served here.'],
    ['downloads/unknown', 'GET', 403, ''],
  ])(
    'does nothing at %s by %s, and suggests a similar path, or where all are listed',
    async (...[path, method, status, hint]) => {
      const response = await fetch(`${control.server.url}/__mock/v1/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
      })
      const { error } = (await response.json()) as { error: string }
      expect([response.status, error.match(/(Did you mean|GET ).*/)?.[0] ?? '']).toEqual([status, hint])
      expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
    },
  )

  it('refuses input that a route does not read, in a query and in a body', async () => {
    const refused = (field: string) => ({
      status: 400,
      body: { error: `${field} must be left out, since there is no such field.` },
    })
    expect(await get('clock', { frozen: 'true' })).toMatchObject(refused('frozen'))
    expect(await get('journal', { colour: 'red' })).toMatchObject(refused('colour'))
    expect(await post('reset', { hard: true })).toMatchObject(refused('hard'))
  })

  it('refuses a body that is nested too deeply, or that is not JSON', async () => {
    const refusalOf = async (body: string) => {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${control.server.url}/__mock/v1/create/user`, { method: 'POST', headers, body })
      return [reply.status, ((await reply.json()) as { error: string }).error]
    }
    const nested = `{"metadata":{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`
    expect(await refusalOf(nested)).toEqual([400, 'The body is nested too deeply: it may have 2500 levels.'])
    expect(await refusalOf('{')).toEqual([400, 'The body is not valid JSON.'])
  })

  it('refuses pages of other origins', async () => {
    await control.server.mock.create.user({ email })
    const json = { 'content-type': 'application/json' }
    for (const origin of ['https://evil.example.com', 'null', 'http://localhost:3000']) {
      const { status, headers } = await post('reset', undefined, { ...json, origin })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
    expect(control.server.mock.export().tables.users).toHaveLength(1)
    expect((await post('reset', undefined, { ...json, origin: control.server.url })).status).toBe(204)
  })

  it('refuses a POST that is not JSON, also one without input, since a form of any page can send it', async () => {
    await control.server.mock.create.user({ email })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq', undefined]) {
      const { status, body } = await post('reset', undefined, type === undefined ? {} : { 'content-type': type })
      expect([status, body.code], type).toEqual([415, 'unsupported_media_type'])
    }
    expect(control.server.mock.export().tables.users).toHaveLength(1)
    expect((await post('reset', undefined, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(204)
    expect(control.server.mock.export().tables.users).toEqual([])
  })

  it.each([
    ['', { 'x-webhook-signature-256': 'sha256=00' }],
    [' of a deployment with other names', { 'user-agent': 'latchkey-webhooks/1' }],
  ])('refuses webhook deliveries%s', async (_, header) => {
    await control.server.mock.create.user({ email })
    const signed = { 'content-type': 'application/json', ...header }
    expect((await post('reset', {}, signed)).body).toMatchObject({ code: 'forbidden' })
    expect(control.server.mock.export().tables.users).toHaveLength(1)
  })

  it('does not send an answer that breaks its schema, and reports it', async () => {
    const reports: unknown[] = []
    vi.spyOn(console, 'error').mockImplementation((cause) => reports.push(cause))
    const { mock, worlds } = control.server
    const answer = createControlAnswer({ ...mock, baseUrl: mock.baseUrl, totpCode: () => 5 as never }, worlds)
    const reply = await answer(toServiceRequest(`${mock.baseUrl}/__mock/v1/totp/code?secret=A`))
    expect(reply?.status).toBe(500)
    expect(reports.map(String)).toEqual([
      expect.stringMatching(
        /^Error: "GET totp\/code" answered with a body that breaks its schema: code must be a string/,
      ),
    ])
  })
})
