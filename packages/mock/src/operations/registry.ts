import type { Reply } from '@latchkey/base/reply'
import type { OperationId } from '@latchkey/types'
import { resources } from './generated/resources.ts'
import type { Call } from './operation.ts'

type AnyHandler = (call: never) => Reply | Promise<Reply>

const handlers = new Map<string, AnyHandler>(
  Object.entries(resources).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([name, handler]) => [`${resource}.${name}`, handler] as const),
  ),
)

export const registry = {
  /** Calls an operation's handler. The caller has validated the call against the operation's schemas. */
  run(id: OperationId, call: object): Reply | Promise<Reply> {
    const handler = handlers.get(id) as (call: Call<OperationId>) => Reply | Promise<Reply>
    return handler(call as Call<OperationId>)
  },
}
