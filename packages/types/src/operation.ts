import type { operations } from './generated/openapi.ts'
import type { operationTable } from './generated/operations.ts'

export type OperationTable = typeof operationTable
/** The ids of all operations: `gates.enable`, `users.create`, … */
export type OperationId = keyof OperationTable & keyof operations
/** The tokens of all resources: the part of an operation id before the dot. */
export type Resource = OperationId extends `${infer Name}.${string}` ? Name : never
/** The ids of one resource's operations. */
export type OperationIdOf<R extends Resource> = Extract<OperationId, `${R}.${string}`>
