import { registry } from '../operations/registry.ts'
import { assertRefusal, assertReply, validate } from './validators.ts'

/** The operations' schemas and handlers. `loadOperations.ts` loads them at the first request. */
export const operations = { checks: { validate, assertReply, assertRefusal }, registry }

export type Operations = typeof operations
