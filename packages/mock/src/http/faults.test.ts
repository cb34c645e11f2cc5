import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { faultsOfReply } from '../../test/contract/documentJudge.ts'
import type { Fault } from './fault.ts'
import { refusalCodes } from './refusalCodes.ts'
import { refusalOfFault } from './refusalOfFault.ts'
import { toWire } from './respond.ts'

const host = createHost()
const count = async () => (await host.call('users.list')).body.count
/** The header that every reply gets on its way out. */
const requestId = { 'x-request-id': 'req_1' }
const ada = { body: { email: 'ada@example.com' } }

/** Creates a user, and gives the reply as it comes. */
function createAda(init: RequestInit = {}): Promise<Response> {
  const { id, token } = host.mock.defaults.environments.sandbox
  const { method, path } = operationTable['users.create']
  return host.fetch(`${host.mock.baseUrl}${path.replace('{environmentId}', id)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(ada.body),
    ...init,
  })
}

describe('a fault', () => {
  it('can let the operation run and lose its reply, so that a second try meets what the first has done', async () => {
    host.mock.faults.set('users.create', { loseReply: true }, 1)
    await expect(createAda()).rejects.toThrow(TypeError)
    expect(host.mock.journal.list('users.create')).toMatchObject([{ status: 201, fault: { loseReply: true } }])
    expect(await host.refuse('users.create', ada)).toMatchObject({ status: 422, code: 'email_already_exists' })
    expect(await count()).toBe(1)
  })

  it('can let the operation run and send half of its reply, without an end', async () => {
    host.mock.faults.set('users.create', { stall: true }, 1)
    const reply = await createAda()
    expect(reply.status).toBe(201)
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    const half = new TextDecoder().decode((await reader.read()).value)
    expect(half).toMatch(/^\{"user":/)
    expect(() => JSON.parse(half) as unknown).toThrow(SyntaxError)
    const rest = reader.read().then(({ done }) => (done ? 'the end' : 'more'))
    // Other calls are answered meanwhile.
    expect(await count()).toBe(1)
    expect(await Promise.race([rest, Promise.resolve('nothing')])).toBe('nothing')
    await reader.cancel()
    expect(await rest).toBe('the end')
  })

  it('can let calls pass first, and leaves its turn to none that was set later', async () => {
    const { faults } = host.mock
    faults.set('users.list', { status: 503, after: 1 }, 1)
    faults.set('users.list', { status: 500 }, 1)
    expect(faults.list()).toMatchObject([{ after: 1, played: 0 }, { status: 500 }])
    expect(await count()).toBe(0)
    expect(faults.list()[0]).not.toHaveProperty('after')
    expect([(await host.refuse('users.list')).status, (await host.refuse('users.list')).status]).toEqual([503, 500])
    expect(await count()).toBe(0)
    expect(() => faults.set('users.list', { status: 503, after: -1 })).toThrow('after must be 0 or more, not -1.')
  })

  it('can answer a page in place of JSON, as a proxy before the service does', async () => {
    host.mock.faults.set('users.create', { status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }, 1)
    const reply = await createAda()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(await reply.text()).toBe('<h1>Bad gateway</h1>')
  })
})

describe('a fault that cannot be', () => {
  const longest = 2_147_483_647

  it.each<[Fault, string]>([
    [{ delayMs: 1e12 }, `delayMs must be a number of milliseconds from 0 to ${longest}, not 1000000000000.`],
    [{ delayMs: longest + 1 }, `delayMs must be a number of milliseconds from 0 to ${longest}, not ${longest + 1}.`],
    [{ delayMs: -1 }, `delayMs must be a number of milliseconds from 0 to ${longest}, not -1.`],
    [{ delayMs: Number.NaN }, `delayMs must be a number of milliseconds from 0 to ${longest}, not NaN.`],
    [{ status: 99 }, 'status must be a whole number from 200 to 599, not 99.'],
    [{ status: 503.5 }, 'status must be a whole number from 200 to 599, not 503.5.'],
    [
      { status: 503, contentType: 'text/html\r\nx: y' },
      'contentType must be a media type in printable ASCII, such as text/html, not "text/html\\r\\nx: y".',
    ],
    [
      { status: 503, contentType: '日本' },
      'contentType must be a media type in printable ASCII, such as text/html, not "日本".',
    ],
    [
      { status: 503, contentType: '' },
      'contentType must be a media type in printable ASCII, such as text/html, not "".',
    ],
    [{ status: 503, retryAfterSeconds: -1 }, 'retryAfterSeconds must be a number of 0 or more, not -1.'],
    [{ status: 503, body: 1n }, 'body must be a text, or a value that JSON can have, not 1.'],
    [
      { status: 503, networkError: true },
      'networkError and status exclude each other: set two faults, or leave one out.',
    ],
    [
      { networkError: true, loseReply: true },
      'networkError and loseReply exclude each other: set two faults, or leave one out.',
    ],
    [
      { networkError: true, stall: true },
      'networkError and stall exclude each other: set two faults, or leave one out.',
    ],
    [{ status: 503, loseReply: true }, 'loseReply and status exclude each other: set two faults, or leave one out.'],
    [
      { loseReply: true, truncate: true },
      'loseReply and truncate exclude each other: set two faults, or leave one out.',
    ],
    [{ truncate: true, stall: true }, 'truncate and stall exclude each other: set two faults, or leave one out.'],
    [{ body: { error: 'x' } }, 'body belongs to a reply of the fault: add a status.'],
    [{ networkError: true, code: 'x' }, 'code belongs to a reply of the fault: add a status.'],
  ])('is refused when it is set, and nothing is set: %o', async (fault, sentence) => {
    const { faults } = host.mock
    expect(() => faults.set('users.create', fault)).toThrow(new TypeError(`Failed to call "faults.set()": ${sentence}`))
    expect(faults.list()).toEqual([])
    expect((await createAda()).status).toBe(201)
  })

  it.each<Fault>([
    { delayMs: longest, after: 1 },
    { status: 503, delayMs: 0, after: 1, networkError: false, loseReply: undefined },
    { status: 503, body: null, contentType: 'application/problem+json; charset=utf-8', retryAfterSeconds: 0.5 },
    { status: 503, truncate: true },
    { loseReply: true, delayMs: 1 },
  ])('is not one whose fields go together: %o', (fault) => {
    host.mock.faults.set('users.create', fault)
    expect(host.mock.faults.list()).toHaveLength(1)
    host.mock.faults.clear()
  })

  it('is refused over HTTP by the same sentence', async () => {
    const { mock } = host
    const set = async (fault: object) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ operation: 'users.create', ...fault }),
      }
      const reply = await mock.fetchControl(`${mock.baseUrl}/__mock/v1/faults/set`, init)
      return [reply.status, reply.status === 204 ? undefined : ((await reply.json()) as { error: string }).error]
    }
    expect(await set({ delayMs: 1e12 })).toEqual([
      400,
      `POST faults/set: delayMs must be a number of milliseconds from 0 to ${longest}, not 1000000000000.`,
    ])
    expect(await set({ status: 503, contentType: '日本' })).toEqual([
      400,
      'POST faults/set: contentType must be a media type in printable ASCII, such as text/html, not "日本".',
    ])
    expect(await set({ status: 503, networkError: true })).toEqual([
      400,
      'POST faults/set: networkError and status exclude each other: set two faults, or leave one out.',
    ])
    expect(mock.faults.list()).toEqual([])
    expect(await set({ status: 503, contentType: 'text/html' })).toEqual([204, undefined])
    mock.faults.clear()
  })
})

describe('a fault without a body', () => {
  it.each([
    ['users.create', 400, 'validation_failed'],
    ['users.create', 401, 'unauthorized'],
    ['users.create', 403, 'missing_scope'],
    ['users.create', 422, 'custom_field_data_not_unique'],
    ['users.create', 429, 'too_many_requests'],
    ['users.create', 503, 'internal_server_error'],
    ['allowlists.get', 404, 'not_found'],
  ] as const)('answers a code that %s gives with %i', async (id, status, code) => {
    host.mock.faults.set(id, { status }, 1)
    expect(await host.refuse(id, id === 'allowlists.get' ? { params: { allowlistId: 'none' } } : ada)).toMatchObject({
      status,
      code,
    })
  })

  it('answers the code that it names, with the sentence and the headers of that refusal', async () => {
    host.mock.faults.set('users.create', { status: 401, code: 'token_expired' }, 1)
    const { body, headers } = await host.refuse('users.create', ada)
    expect(body).toEqual({ error: 'This credential has expired.', code: 'token_expired' })
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it('has the form that the operation documents for the status', async () => {
    host.mock.faults.set('emailSignIn.signIn', { status: 403, code: 'gate_blocked' }, 1)
    const blocked = await host.refuse('emailSignIn.signIn', { body: { verificationUUID: 'x', verificationToken: '1' } })
    expect(blocked.body).toEqual({ error: { code: 'gate_blocked', message: 'Access is not granted to this person.' } })
  })

  it('fits the document, for each refusal that is known of each operation', async () => {
    const wrong: string[] = []
    let count = 0
    for (const [id, row] of Object.entries<OperationRow>(operationTable) as [OperationId, OperationRow][]) {
      for (const { status, code } of refusalCodes(id)) {
        if (row.errors[status] === undefined) wrong.push(`${id} does not document ${status}`)
        const { text, headers, ...reply } = toWire(await refusalOfFault({ status, code }, { id, row }), requestId)
        wrong.push(...faultsOfReply(row, { status: reply.status, headers: new Headers(headers), text }))
        if (reply.status !== status) wrong.push(`${id} answered ${reply.status} in place of ${status}`)
        count += 1
      }
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(3000)
  })
})
