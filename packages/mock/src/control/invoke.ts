import type { OperationId, OperationTable } from '@latchkey/types'
import type { Caller, EnvironmentCaller } from '../domain/shared/callers.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { loadOperations } from '../http/loadOperations.ts'
import type { Call, ReplyOf } from '../operations/operation.ts'
import { transact, type World } from '../world.ts'

type EnvironmentOperation = {
  [Id in OperationId]: OperationTable[Id]['auth'] extends 'environment' ? Id : never
}[OperationId]

/** Runs an operation of an environment from inside, as a caller who may do everything, with the operation's own checks and effects. */
export async function invoke<Id extends EnvironmentOperation>(
  world: World,
  id: Id,
  input: { params: Call<Id>['params']; body?: Call<Id>['body'] },
): Promise<ReplyOf<Id>> {
  const {
    checks: { validate },
    registry,
  } = await loadOperations()
  const reply = await transact(world, (backend) => {
    const { params, body } = input
    const request = { params: params as Readonly<Record<string, string>>, query: {}, body }
    const { parts: decoded } = validate(id, request)
    const { environmentId } = decoded.params
    if (environmentId !== undefined && !backend.store.environments.has(environmentId))
      throw new TypeError(`Failed to call "${id}": there is no environment with this id.`)
    const token =
      environmentId === undefined
        ? undefined
        : backend.store.environmentTokens.page('byEnvironment', [environmentId], { offset: 0, limit: 1 })[0]
    const caller: EnvironmentCaller & Caller['environment'] = { kind: 'environment', token, reaches: () => true }
    return registry.run(id, { ...decoded, caller, backend, request: { cookies: {}, url: new URL(backend.baseUrl) } })
  })
  if (reply.status >= 400) throw new DomainError('internal')
  return reply as ReplyOf<Id>
}
