import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { queryExamples } from '../../test/contract/documentExamples.ts'
import { fullBody } from '../../test/contract/fullBodies.ts'
import { createFullWorld, type FullWorld } from '../../test/people/fullWorld.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { createMock, type Mock } from '../mock/createMock.ts'

// Every operation with a JSON body, with an unknown field in each of the body's objects.
const cases = (Object.entries(operationTable) as [OperationId, OperationRow][]).flatMap(([id, row]) => {
  const body = fullBody(row)
  return body ? [{ id, row, ...body }] : []
})

let world: FullWorld
beforeAll(async () => {
  world = await createFullWorld()
})

/** The value with the field `unknown` in the objects at these paths. */
function withUnknown(value: unknown, paths: readonly (readonly string[])[]): unknown {
  const copy = structuredClone(value)
  for (const path of paths) {
    const object = path.reduce<unknown>((inner, key) => Reflect.get(inner as object, key), copy)
    Reflect.set(object as object, 'unknown', 1)
  }
  return copy
}

const howToIgnore =
  "To ignore fields that this mock does not know, start it with --unknown-fields ignore (unknownFields: 'ignore')."
const pathOf = (path: readonly string[]) => [...path, 'unknown'].join('.')

async function send(mock: Mock, id: OperationId, body: unknown) {
  const { method, path } = operationTable[id]
  const params = world.paramsOf(id)
  const url = mock.baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const token = world.rightful(id)
  const response = await mock.fetch(url + (queryExamples[id] ?? ''), {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

describe.each(cases)('$id', ({ id, row, value, closedObjects }) => {
  it('accepts a body with every field of the document', () => {
    const { body } = operationSchemas[id] as { body?: () => { parse(value: unknown): unknown } }
    expect(body?.().parse(value)).toEqual(value)
  })

  it('refuses an unknown field at every depth, and names its path', async () => {
    const mock = world.mock.fork()
    for (const path of closedObjects) {
      const { status, text } = await send(mock, id, withUnknown(value, [path]))
      expect(status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({
        error: `${pathOf(path)} must be left out, since there is no such field. ${howToIgnore}`,
        ...(row.errors[400] === 'ErrorBody' && { code: 'validation_failed' }),
      })
    }
    expect(mock.export().tables).toEqual(world.mock.export().tables)
  })

  it('leaves out unknown fields at every depth when they are ignored, and lists them in the journal', async () => {
    const mock = createMock({ now: '2026-01-15T09:30:00.000Z', unknownFields: 'ignore' })
    mock.import(world.mock.export())
    let body: unknown
    mock.override(id, (call) => {
      ;({ body } = call)
      throw new DomainError('badRequest')
    })
    await send(mock, id, withUnknown(value, closedObjects))
    expect(body).toEqual(value)
    expect(mock.journal.list(id).at(-1)?.unknownFields?.toSorted()).toEqual(closedObjects.map(pathOf).sort())
  })
})

describe('unknownFields', () => {
  it.each([
    ['refuse', 400, undefined],
    ['ignore', 200, ['filter.colour']],
  ] as const)('also applies to the keys of a filter: %s, status %i', async (unknownFields, status, noted) => {
    const mock = createMock({ unknownFields })
    const { id, token } = mock.defaults.environments.sandbox
    const response = await mock.fetch(
      `${mock.baseUrl}/api/v0/environments/${id}/visitors?filter[chain]=EVM&filter[colour]=red`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    expect(response.status).toBe(status)
    expect(mock.journal.list()[0]?.unknownFields).toEqual(noted)
  })

  it('lists nothing in the journal when nothing was left out', async () => {
    const mock = createMock({ unknownFields: 'ignore' })
    await mock.fetch(`${mock.baseUrl}/api/v0/health`)
    expect(mock.journal.list()).toHaveLength(1)
    expect(mock.journal.list()[0]).not.toHaveProperty('unknownFields')
  })

  it('refuses a wrong type also when unknown fields are ignored', async () => {
    const mock = createMock({ unknownFields: 'ignore' })
    const { id, token } = mock.defaults.environments.sandbox
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/gates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 7, colour: 'red' }),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('colour')
  })

  it('takes only "refuse" and "ignore"', () => {
    expect(() => createMock({ unknownFields: 'drop' as 'ignore' })).toThrow(
      'Failed to call "createMock()": `unknownFields` must be "refuse" or "ignore".',
    )
  })
})
