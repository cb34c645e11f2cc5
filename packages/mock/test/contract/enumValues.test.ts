import { defined } from '@latchkey/base/defined'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFullWorld, type FullWorld } from '../people/fullWorld.ts'
import { bodyExample, queryExamples } from './documentExamples.ts'
import { type EnumField, fullBody, parameterEnums } from './fullBodies.ts'

let world: FullWorld
beforeAll(async () => {
  world = await createFullWorld()
})

interface Sent {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

async function send(id: OperationId, { method, path, body: type }: OperationRow, sent: Sent) {
  const mock = world.mock.fork()
  const params = { ...world.paramsOf(id), ...sent.path }
  const url = new URL(mock.baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''))
  for (const [name, value] of new URLSearchParams(queryExamples[id])) url.searchParams.set(name, value)
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
  const token = world.rightful(id)
  const body = sent.body === undefined ? bodyExample(operationTable[id]).body : JSON.stringify(sent.body)
  const response = await mock.fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) },
    ...defined({ body }),
  })
  return { status: response.status, text: await response.text() }
}

/** The value with another one at the path, where the objects on the way exist. */
function withValue(whole: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(whole)
  const holder = path.slice(0, -1).reduce<unknown>((inner, key) => Object(inner)[key] as unknown, copy)
  if (typeof holder !== 'object' || holder === null) return undefined
  Reflect.set(holder, path.at(-1) as string, value)
  return copy
}

/** Requests with each value of each enum: in the URL, in the query, and in a full body and the document's example. */
function requestsOf(row: OperationRow): { readonly name: string; readonly sent: Sent }[] {
  const { path, query } = parameterEnums(row)
  const full = fullBody(row)
  const example = full && (JSON.parse(bodyExample(row).body ?? 'null') as unknown)
  const each = (places: readonly EnumField[], make: (place: EnumField, value: unknown) => Sent[]) =>
    places.flatMap((place) =>
      place.values.flatMap((value) =>
        make(place, value).map((sent) => ({ name: `${place.path.join('.')} ${String(value)}`, sent })),
      ),
    )
  return [
    ...each(path, ({ path: [name = ''] }, value) => [{ path: { [name]: String(value) } }]),
    ...each(query, ({ path: [name = ''] }, value) => [{ query: { [name]: String(value) } }]),
    ...each(full?.enums ?? [], (place, value) =>
      [full?.value, example]
        .map((body) => withValue(body, place.path, value))
        .filter((body) => body !== undefined)
        .map((body) => ({ body })),
    ),
  ]
}

const cases = (Object.entries(operationTable) as [OperationId, OperationRow][]).flatMap(([id, row]) => {
  const requests = requestsOf(row)
  return requests.length > 0 ? [{ id, row, requests }] : []
})

describe('every value of every enum that a request takes', () => {
  it.each(cases)('is served by $id', async ({ id, row, requests }) => {
    const documented = [...row.success, ...Object.keys(row.errors).map(Number)].filter((status) => status < 500)
    for (const { name, sent } of requests) {
      const { status, text } = await send(id, row, sent)
      expect({ name, status, text }).toEqual({ name, status: expect.toBeOneOf(documented), text })
      expect(status, name).not.toBe(401)
      expect(text, name).not.toContain(`${name.split(' ')[0]} must be one of`)
    }
  })

  it('is that of many operations', () => {
    expect(cases.length).toBeGreaterThan(80)
    expect(cases.flatMap(({ requests }) => requests).length).toBeGreaterThan(2000)
  })
})
