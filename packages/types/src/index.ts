export { formats, type Format } from './formats.ts'
export type { components, operations, paths } from './generated/openapi.ts'
export { operationTable } from './generated/operations.ts'
export type { OperationId, OperationIdOf, OperationRow, OperationTable, Resource } from './operation.ts'
