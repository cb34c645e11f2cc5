export * from './generated/zod.ts'
export type { OperationSchemas } from './operationSchemas.ts'
export type { WebhookSchemas } from './webhookSchemas.ts'
