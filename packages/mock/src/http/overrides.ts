import type { Reply } from '@latchkey/base/reply'
import { assertOperationId } from '@latchkey/contract/operationIds'
import type { OperationId } from '@latchkey/types'
import { assert, DomainError } from '../domain/shared/errors.ts'
import type { CheckedRequest, RefusalOf, ReplyOf } from '../operations/operation.ts'

/**
 * The values that an override may return for T: lists and objects may be read-only, and fields that JSON leaves out may
 * be `undefined`.
 */
type DeepInput<T> =
  T extends Promise<unknown>
    ? T
    : T extends readonly (infer Item)[]
      ? readonly DeepInput<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: DeepInput<T[K]> | ({} extends Pick<T, K> ? undefined : never) }
        : T

/** The reply of an override: a reply or refusal in the operation's form, or a status that it does not document. */
type OverrideReply<Id extends OperationId> = DeepInput<ReplyOf<Id> | RefusalOf<Id>>

/**
 * Replaces an operation's handler. `next` runs the real one.
 *
 * It runs after the checks of credentials, scope and schemas.
 */
type Override<Id extends OperationId, R = OverrideReply<Id> | Promise<OverrideReply<Id>>> = (
  call: CheckedRequest<Id>,
  next: () => Promise<ReplyOf<Id>>,
) => R

/**
 * Answers an operation with a function.
 *
 * @returns A function that removes the override.
 * @throws TypeError for an operation that does not exist
 */
// `const` keeps the literal type of a code such as 'forbidden'.
export type SetOverride = <Id extends OperationId, const R extends OverrideReply<Id> | Promise<OverrideReply<Id>>>(
  id: Id,
  override: Override<Id, R>,
) => () => void

export interface Overrides {
  readonly set: SetOverride
  clear(): void
  has(id: OperationId): boolean
  /** @throws {@link DomainError} `internal` when an override throws or returns no reply, with a message that says so */
  run(id: OperationId, call: object, handler: () => Reply | Promise<Reply>): Reply | Promise<Reply>
}

type AnyOverride = (call: never, next: () => Promise<never>) => unknown

/** An override, and what it replaces. */
interface Overridden {
  readonly override: AnyOverride
  readonly handler: () => Reply | Promise<Reply>
}

/** @param report - Receives what an override has thrown. */
export function createOverrides(report: (cause: unknown) => void): Overrides {
  const active = new Map<OperationId, AnyOverride>()

  async function answer(id: OperationId, call: object, { override, handler }: Overridden): Promise<Reply> {
    let failure: unknown
    const next = async (): Promise<Reply> => {
      try {
        return await handler()
      } catch (error) {
        failure = error
        throw error
      }
    }
    try {
      const reply = await override(call as never, next as () => Promise<never>)
      assert(isReply(reply), 'internal', {
        message: `The override of ${id} returned no reply: return an object with a status from 200 to 599.`,
      })
      return reply
    } catch (error) {
      if (error === failure || error instanceof DomainError) throw error
      report(error)
      throw new DomainError('internal', { message: `The override of ${id} threw: ${String(error)}` })
    }
  }

  return {
    set(id, override) {
      assertOperationId('override()', id)
      active.set(id, override)
      return () => {
        if (active.get(id) === override) active.delete(id)
      }
    },
    clear: () => active.clear(),
    has: (id) => active.has(id),
    run(id, call, handler) {
      const override = active.get(id)
      return override ? answer(id, call, { override, handler }) : handler()
    },
  }
}

function isReply(value: unknown): value is Reply {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined
  return typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599
}
