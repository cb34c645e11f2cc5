import type { ControlRoute } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { arbitraryOf, type JsonSchema } from '../../../../test/contract/arbitraryOf.ts'
import { toServiceRequest } from '../../../carriers/scriptRequest.ts'
import { createMock, type Mock } from '../../../mock/createMock.ts'
import { createControlAnswer } from '../controlAnswer.ts'
import { createWorlds } from '../worlds.ts'

const routes = Object.entries<ControlRoute>(controlRoutes)
const withInput = routes.flatMap(([key, { input }]) => (input ? [[key, input] as const] : []))
/** The statuses of refusals. Any other one, such as 500, would be a fault of the mock. */
const refusals = [400, 403, 404, 409, 413, 422]
const numRuns = process.env.LATCHKEY_TESTS === 'full' ? 200 : 15

let mock: Mock
let answer: ReturnType<typeof createControlAnswer>
const reports: unknown[] = []

beforeEach(async () => {
  mock = createMock({ seed: 'hostile', now: '2026-01-15T09:30:00.000Z', providers: ['emailOnly'] })
  await mock.create.user({ email: 'ada@example.com' })
  answer = createControlAnswer(
    mock,
    createWorlds(mock, { createDeliver: () => async () => ({ status: 200, body: '' }) }),
  )
  vi.spyOn(console, 'error').mockImplementation((cause) => reports.push(cause))
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(reports.splice(0)).toEqual([])
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

async function call(key: string, input: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = key.split(' ')
  const fields = Object.entries(Object(input)).map(([name, value]) => [name, textOf(value)])
  const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : ''
  const body = method === 'POST' ? JSON.stringify(input) : null
  const request = toServiceRequest(`${mock.baseUrl}/__mock/v1/${path}${query}`, {
    method,
    headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    body,
  })
  const reply = await answer(request)
  if (!reply) throw new Error(`${key} is not served.`)
  const { status, text } = reply
  return { status, body: text ? JSON.parse(text) : undefined }
}

/** An input whose call does not wait for a message that nobody sends. */
function withoutWaiting(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('channel' in input)) return input
  const { timeoutMs = 0 } = input as { timeoutMs?: unknown }
  return { ...input, ...(typeof timeoutMs === 'number' && { timeoutMs: Math.min(timeoutMs, 1) }) }
}

it.each(routes.map(([key]) => key))('%s refuses pages of other origins, and changes nothing', async (key) => {
  const before = mock.export().tables
  expect(await call(key, {}, { origin: 'https://evil.example.com' })).toMatchObject({ status: 403 })
  expect(mock.export().tables).toEqual(before)
})

it.each(withInput)(
  '%s answers any input and leaves a state that can be imported, or refuses it in words and changes nothing',
  { timeout: 300_000 },
  async (key, input) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    await fc.assert(
      fc.asyncProperty(arbitraryOf(schema).map(withoutWaiting), async (value) => {
        // The deliveries of the previous call end first.
        await mock.clock.settle()
        const before = mock.export().tables
        const { status, body } = await call(key, value)
        if (status < 300) return createMock().import(mock.export())
        expect(refusals, JSON.stringify(body)).toContain(status)
        expect(body).toMatchObject({
          error: expect.stringMatching(/\w/),
          code: expect.any(String),
          kind: expect.any(String),
        })
        expect(mock.export().tables).toEqual(before)
      }),
      { numRuns, seed: 1, endOnFailure: true },
    )
  },
)
