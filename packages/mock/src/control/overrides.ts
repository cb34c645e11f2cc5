import type { OperationId } from '@latchkey/types'
import { withRest } from '../http/respond.ts'
import type { Call, Reply, ReplyOf } from '../operations/operation.ts'

/** What an override gives: a reply in the operation's form, or any other status with any body. */
type OverrideReply<Id extends OperationId> =
  | ReplyOf<Id>
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

/**
 * Stands in for an operation's handler. `next` runs the real one.
 *
 * Credentials, scope and schemas of the request were checked before.
 */
export type Override<Id extends OperationId> = (
  call: Call<Id>,
  next: () => Promise<ReplyOf<Id>>,
) => OverrideReply<Id> | Promise<OverrideReply<Id>>

export interface Overrides {
  /** @returns A function that takes the override away again. */
  set<Id extends OperationId>(id: Id, override: Override<Id>): () => void
  clear(): void
  run(id: OperationId, call: object, handler: () => Reply | Promise<Reply>): Reply | Promise<Reply>
}

export function createOverrides(): Overrides {
  const active = new Map<OperationId, (call: object, next: () => Promise<Reply>) => Reply | Promise<Reply>>()
  return {
    set(id, override) {
      const entry = override as (call: object, next: () => Promise<Reply>) => Reply | Promise<Reply>
      active.set(id, entry)
      return () => {
        if (active.get(id) === entry) active.delete(id)
      }
    },
    clear: () => active.clear(),
    run(id, call, handler) {
      const override = active.get(id)
      return override ? override(call, async () => whole(await handler())) : handler()
    },
  }
}

/** An override is shown the reply that goes out. */
async function whole(reply: Reply): Promise<Reply> {
  return reply.rest ? withRest(reply, await reply.rest) : reply
}
