import type { OperationId } from '@latchkey/types'
import { assert, DomainError } from '../domain/shared/errors.ts'
import type { Call, RefusalOf, ReplyOf } from '../operations/operation.ts'
import type { Reply } from '../reply.ts'
import { assertOperationId } from './operationIds.ts'

/** The same value, whose lists and objects may be read-only. */
type ReadonlyDeep<T> =
  T extends Promise<unknown>
    ? T
    : T extends readonly (infer Item)[]
      ? readonly ReadonlyDeep<Item>[]
      : T extends object
        ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
        : T

/** What an override gives: a reply or a refusal in the operation's form, or a status that the operation does not document. */
type OverrideReply<Id extends OperationId> = ReadonlyDeep<ReplyOf<Id> | RefusalOf<Id>>

/**
 * Stands in for an operation's handler. `next` runs the real one.
 *
 * Credentials, scope and schemas of the request were checked before.
 */
type Override<Id extends OperationId, R = OverrideReply<Id> | Promise<OverrideReply<Id>>> = (
  call: Call<Id>,
  next: () => Promise<ReplyOf<Id>>,
) => R

/**
 * Lets a function answer an operation.
 *
 * @returns A function that takes the override away again.
 * @throws TypeError for an operation that does not exist
 */
// `const` keeps a code such as 'forbidden' from being read as any string.
export type SetOverride = <Id extends OperationId, const R extends OverrideReply<Id> | Promise<OverrideReply<Id>>>(
  id: Id,
  override: Override<Id, R>,
) => () => void

export interface Overrides {
  readonly set: SetOverride
  clear(): void
  has(id: OperationId): boolean
  /** @throws DomainError `internal` for an override that throws or gives no reply, with a sentence that says so */
  run(id: OperationId, call: object, handler: () => Reply | Promise<Reply>): Reply | Promise<Reply>
}

type AnyOverride = (call: never, next: () => Promise<never>) => unknown

/** @param report - Told what an override has thrown. */
export function createOverrides(report: (cause: unknown) => void): Overrides {
  const active = new Map<OperationId, AnyOverride>()

  async function answer(id: OperationId, override: AnyOverride, call: object, handler: () => Reply | Promise<Reply>) {
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
        message: `The override of ${id} gave no reply: it returns an object with a status from 200 to 599.`,
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
      return override ? answer(id, override, call, handler) : handler()
    },
  }
}

function isReply(value: unknown): value is Reply {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined
  return typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599
}
