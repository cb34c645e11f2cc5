import { shapes } from './generated/shapes.ts'
import type { DeploymentNames, Direction, OperationPlans } from './names.ts'
import { fillPath, type FoundPath } from './paths.ts'
import type { ObjectPlan } from './plans.ts'
import { rename, renameJson, renameQuery } from './rename.ts'

/** A request's path and query, and what to rename in the rest. */
export interface TranslatedTarget {
  readonly path: string
  /** With its `?`; empty without one. */
  readonly query: string
  /** The operation's id; empty when the path has none for the method. */
  readonly operation: string
}

/**
 * Translates the path and the query of a request.
 *
 * @param direction - The way of the request: `spell` for one that leaves a client, `read` for one that reaches a mock.
 * @param target.path - Below the base URL.
 */
export function translateTarget(
  direction: Direction,
  method: string,
  { path, query }: { readonly path: string; readonly query: string },
): TranslatedTarget {
  const found = direction.findPath(path)
  if (!found) return { path, query, operation: '' }
  const operation = found.end.operations.get(method === 'HEAD' ? 'GET' : method) ?? ''
  const plans = direction.plansOf(operation)
  return {
    path: pathOf(found, plans),
    query: plans.query && query !== '' ? `?${renameQuery(plans.query, query)}` : query,
    operation,
  }
}

/**
 * Reads the path and the query of a request to a deployment. A path that only the document has is none of the
 * deployment's: it gets a slash at its end, which no path of the interface has.
 */
export function readTarget(
  { read, spell }: DeploymentNames,
  method: string,
  target: { readonly path: string; readonly query: string },
): TranslatedTarget {
  const translated = translateTarget(read, method, target)
  const isServed = translated.operation !== '' || read.findPath(target.path) !== undefined
  if (isServed || !spell.findPath(target.path)) return translated
  return { ...translated, path: `${translated.path}/` }
}

/** A path in the other spelling; `undefined` for one that is not the interface's. */
export function translatePath(direction: Direction, path: string): string | undefined {
  const found = direction.findPath(path)
  // Operations of one path have the same parameters.
  const [operation = ''] = found?.end.operations.values() ?? []
  return found && pathOf(found, direction.plansOf(operation))
}

function pathOf(found: FoundPath, { params }: OperationPlans): string {
  return fillPath(found.end, params ? renameParams(params, found) : found.values)
}

function renameParams(plan: ObjectPlan, { end, values }: FoundPath): string[] {
  return end.names.map((name, i) => {
    const value = values[i] ?? ''
    const inner = plan.fields.get(name)?.inner
    const spelled = inner?.kind === 'enum' ? inner.values.get(value) : undefined
    return spelled === undefined ? value : encodeURIComponent(spelled)
  })
}

/** Translates the body of a request, by its media type. */
export function translateBody({ body }: OperationPlans, type: string, text: string): string {
  if (!body || text === '') return text
  if (isJson(type)) return renameJson(body, text)
  return body.kind === 'object' && isForm(type) ? renameQuery(body, text) : text
}

const isForm = (type: string) => type.toLowerCase().startsWith('application/x-www-form-urlencoded')
const isJson = (type: string) => type.toLowerCase().startsWith('application/json')

/** Translates the text of a reply, by its media type. */
export function translateReply(plans: OperationPlans, status: number, reply: { type: string; text: string }): string {
  const plan = isJson(reply.type) ? plans.reply(status) : undefined
  return plan && reply.text !== '' ? renameJson(plan, reply.text) : reply.text
}

/** The value of a `Cookie` or `Set-Cookie` header, whose names are before the equals signs. */
export function translateCookies({ cookie }: Direction, value: string): string {
  return value.replace(/(^|;\s*)([^=;\s]+)(?==)/g, (_, before: string, name: string) => before + cookie(name))
}

/** A `Set-Cookie` line, where only the first name is that of a cookie. */
export function translateSetCookie({ cookie }: Direction, line: string): string {
  return line.replace(/^[^=;\s]+(?==)/, cookie)
}

/** A list of header names, as CORS has it. */
export function translateHeaderList({ header }: Direction, list: string): string {
  return list.replace(/[^,\s]+/g, (name) => header(name.toLowerCase()))
}

/** The body of a webhook message. The document's name of the event tells which names its `data` has. */
export function translateWebhook(direction: Direction, body: unknown): unknown {
  const envelope = (message: unknown) => renameIfPlanned(direction, 'WebhookDelivery', message)
  return direction.way === 'spell'
    ? envelope(withDataRenamed(direction, body))
    : withDataRenamed(direction, envelope(body))
}

/** @param message - Its other fields have the document's names. */
function withDataRenamed(direction: Direction, message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message
  const { eventName, data } = message as { readonly eventName?: unknown; readonly data?: unknown }
  const schema =
    typeof eventName === 'string' && Object.hasOwn(shapes.webhooks, eventName) && shapes.webhooks[eventName]
  return schema ? { ...message, data: renameIfPlanned(direction, schema, data) } : message
}

/** The claims of a token. */
export function translateClaims(direction: Direction, claims: object): object {
  return renameIfPlanned(direction, 'ServiceJwt', claims) as object
}

function renameIfPlanned(direction: Direction, schema: string, value: unknown): unknown {
  const plan = direction.schemaPlan(schema)
  return plan ? rename(plan, value) : value
}

export type { DeploymentNames, Direction, OperationPlans }
