import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { bodyExample, queryExamples } from '../contract/documentExamples.ts'
import type { FullWorld } from '../people/fullWorld.ts'

/** A request as a test sends it. */
export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A request for an operation in a full world, with the body that the document gives as an example. */
export function operationRequest(
  world: FullWorld,
  id: OperationId,
  { token = world.rightful(id), headers = {} }: { token?: string; headers?: object } = {},
) {
  const row: OperationRow = operationTable[id]
  const params = world.paramsOf(id)
  const { body, type } = bodyExample(row)
  return {
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + (queryExamples[id] ?? ''),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
      ...headers,
    },
    body,
  } satisfies SentRequest
}
