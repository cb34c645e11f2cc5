import type { OperationId } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import { compile, type z } from 'zod'

type Part = 'params' | 'query' | 'body'

const built = new Map<string, z.ZodType>()

/** The schema of a part of an operation's request; `undefined` where it has none. */
export function requestSchema(id: OperationId, part: Part): z.ZodType | undefined {
  return schemaOf(`${id} ${part}`, operationSchemas[id][part])
}

/** The schema of an operation's JSON reply with that status; `undefined` where there is none. */
export function replySchema(id: OperationId, status: number): z.ZodType | undefined {
  return schemaOf(`${id} ${status}`, operationSchemas[id].replies[status])
}

/** Built at first use; compiled where the runtime lets code be made, which a page's CSP may not. */
function schemaOf(key: string, make: (() => z.ZodType) | undefined): z.ZodType | undefined {
  if (!make) return undefined
  const known = built.get(key)
  if (known) return known
  const schema = compile(make())
  built.set(key, schema)
  return schema
}

/** The first few faults as a sentence: where, and what is wrong; never the value. */
export function explain({ issues }: z.ZodError): string {
  const faults = issues.slice(0, 3).map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
  const rest = issues.length - faults.length
  return `${faults.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`
}
