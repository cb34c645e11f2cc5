import type { Reply } from '@latchkey/base/reply'
import type { OperationId, OperationTable } from '@latchkey/types'
import type { Backend, WorldBackend } from '../../domain/shared/backend.ts'
import type { Caller, EnvironmentCaller } from '../../domain/shared/callers.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import { loadOperations } from '../../http/loadOperations.ts'
import type { Operations } from '../../http/operations.ts'
import type { Call, ReplyOf } from '../../operations/operation.ts'
import { transact, type World } from '../../world/world.ts'

type EnvironmentOperation = {
  [Id in OperationId]: OperationTable[Id]['auth'] extends 'environment' ? Id : never
}[OperationId]

/** The input of an operation. */
export interface Input<Id extends EnvironmentOperation> {
  readonly params: Call<Id>['params']
  readonly body?: Call<Id>['body']
}

/** Runs an operation of an environment in a transaction that has begun. */
export type Invoke = <Id extends EnvironmentOperation>(id: Id, input: Input<Id>) => Promise<ReplyOf<Id>>

/** Runs an operation of an environment as a caller with all rights, with the checks and effects of the operation. */
export async function invoke<Id extends EnvironmentOperation>(
  world: World,
  id: Id,
  input: Input<Id>,
): Promise<ReplyOf<Id>> {
  const operations = await loadOperations()
  return assertAccepted(await transact(world, (backend) => runInside(operations, backend, { id, ...input })))
}

/** Runs work that calls several operations as one transaction. */
export async function invokeTogether<T>(
  world: World,
  work: (run: Invoke, backend: WorldBackend) => Promise<T>,
): Promise<T> {
  const operations = await loadOperations()
  return transact(world, (backend) =>
    work(async (id, input) => assertAccepted(await runInside(operations, backend, { id, ...input })), backend),
  )
}

function runInside<Id extends EnvironmentOperation>(
  { checks, registry }: Operations,
  backend: Backend,
  { id, params, body }: Input<Id> & { readonly id: Id },
): Reply | Promise<Reply> {
  const request = { params: params as Readonly<Record<string, string>>, query: {}, body }
  const { parts: decoded } = checks.validate(id, request)
  const { environmentId } = decoded.params
  if (environmentId !== undefined && !backend.store.environments.has(environmentId))
    throw new TypeError(`Failed to call "${id}": there is no environment with this id.`)
  const token =
    environmentId === undefined
      ? undefined
      : backend.store.environmentTokens.page('byEnvironment', [environmentId], { offset: 0, limit: 1 })[0]
  const caller: EnvironmentCaller & Caller['environment'] = { kind: 'environment', token, reaches: () => true }
  return registry.run(id, { ...decoded, caller, backend, request: { cookies: {}, url: new URL(backend.baseUrl) } })
}

function assertAccepted<Id extends EnvironmentOperation>(reply: Reply): ReplyOf<Id> {
  if (reply.status >= 400) throw new DomainError('internal')
  return reply as ReplyOf<Id>
}
