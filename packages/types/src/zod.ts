export * from './generated/zod.ts'
export type { OperationSchemas } from './operationSchemas.ts'
