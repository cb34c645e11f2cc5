import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { operationRequest } from '../hosts/operationRequest.ts'
import { createFullWorld, type FullWorld } from '../people/fullWorld.ts'
import { rowsOf } from './claimRows.ts'

let world: FullWorld
beforeAll(async () => {
  world = await createFullWorld()
})

/** The rows that name this file. The others name a test with the flow that leads to their operation. */
const named = rowsOf('named')
  .filter(({ cells: [, , file = ''] }) => file.endsWith('/namedOperations.test.ts'))
  .map(({ cells: [id = ''] }) => id as OperationId)

describe('an operation that is known by name', () => {
  it.each(named.map((id) => ({ id })))('sends $id', async ({ id }) => {
    const row: OperationRow = operationTable[id]
    const mock = world.mock.fork()
    const { url, ...request } = operationRequest(world, id)
    // The world has the person of the examples already.
    const body = request.body?.replaceAll(/\bada\b/gi, 'nova')
    const response = await mock.fetch(mock.baseUrl + url, { ...request, redirect: 'manual', body: body ?? null })
    expect(row.success, await response.text()).toContain(response.status)
  })
})
