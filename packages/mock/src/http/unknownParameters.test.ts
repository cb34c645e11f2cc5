import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { queryExamples } from '../../test/contract/documentExamples.ts'
import { createFullWorld, type FullWorld } from '../../test/people/fullWorld.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { createMock, type Mock } from '../mock/createMock.ts'

const rows = Object.entries(operationTable) as [OperationId, OperationRow][]

let world: FullWorld
beforeAll(async () => {
  world = await createFullWorld()
})

/** Sends an operation whose handler only takes note of the query that it gets; `undefined` for one that is not reached. */
async function send(mock: Mock, id: OperationId, search: string) {
  const { method, path, body }: OperationRow = operationTable[id]
  const params = world.paramsOf(id)
  const token = world.rightful(id)
  let query: unknown
  mock.override(id, (call) => {
    query = call.query
    throw new DomainError('internal')
  })
  const url = mock.baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + search
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': body }) }
  const response = await mock.fetch(url, { method, headers, ...(body && { body: '{}' }) })
  return { status: response.status, text: await response.text(), query }
}

/** Whether the document lets an operation refuse a query, and no other site leads people to it. */
const refusesQuery = ([, { errors, openQuery }]: (typeof rows)[number]) => errors[400] !== undefined && !openQuery

/** Whether an operation takes a request without a body, and without other parameters than the examples have. */
function needsNothing([id, { body }]: (typeof rows)[number]): boolean {
  const { query } = operationSchemas[id] as { query?: () => { safeParse(value: unknown): { success: boolean } } }
  return !body && (id in queryExamples || query?.().safeParse({}).success !== false)
}

const withUnknown = (id: OperationId) => `${queryExamples[id] ?? '?'}&unknown=1`

describe('an unknown query parameter', () => {
  it.each(rows.filter(refusesQuery))('of %s is refused by name', async (id) => {
    const { status, text, query } = await send(world.mock.fork(), id, withUnknown(id))
    expect([status, query]).toEqual([400, undefined])
    expect(text).toContain('unknown must be left out, since there is no such query parameter')
  })

  it.each(rows.filter((row) => !refusesQuery(row)))(
    'of %s, which has no 400 or to which other sites lead people, is left out',
    async (id, { openQuery }) => {
      const mock = world.mock.fork()
      const { text, query } = await send(mock, id, withUnknown(id))
      expect(text).not.toContain('unknown')
      expect(query ?? {}).not.toHaveProperty('unknown')
      expect(mock.journal.list(id).at(-1)?.unknownFields).toEqual(openQuery ? undefined : ['unknown'])
    },
  )

  it.each(rows.filter(refusesQuery).filter(needsNothing))(
    'of %s is left out if it is ignored, and noted',
    async (id) => {
      const mock = createMock({ now: '2026-01-15T09:30:00.000Z', unknownFields: 'ignore' })
      mock.import(world.mock.export())
      const { text } = await send(mock, id, withUnknown(id))
      expect(text).not.toContain('unknown')
      expect(mock.journal.list(id).at(-1)?.unknownFields).toContain('unknown')
    },
  )

  it('is refused by every operation with query parameters, but those of pages', () => {
    const ignoring = rows.filter((row) => row[1].query && !refusesQuery(row))
    expect(ignoring.filter(([, { openQuery }]) => !openQuery)).toEqual([])
    expect(rows.filter(refusesQuery).length).toBeGreaterThan(200)
  })

  it.each([
    [
      'users.list',
      '?limits=5',
      'limits must be left out, since there is no such query parameter (did you mean "limit"?).',
    ],
    [
      'analytics.getVisits',
      '?start=2026-01-01',
      'start must be left out, since there is no such query parameter (did you mean "startDate"?).',
    ],
    ['visits.listVisitors', '?filter[chain=EVM', 'filter[chain must be left out,'],
    ['users.get', '?__proto__=1', '__proto__ must be left out,'],
    ['health.check', '?a=1&b=2&b=3&c=4&d=5', 'a must be left out, since there is no such query parameter; b must be'],
  ] as const)('of %s with %s is named in a sentence', async (id, search, sentence) => {
    const { status, text } = await send(world.mock.fork(), id, search)
    expect(status).toBe(400)
    expect((JSON.parse(text) as { error: string }).error).toContain(sentence)
  })

  it('is refused after the credential was checked', async () => {
    const mock = world.mock.fork()
    const { id } = mock.defaults.environments.sandbox
    expect((await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users?limits=5`)).status).toBe(401)
  })
})
