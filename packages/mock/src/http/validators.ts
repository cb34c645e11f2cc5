import type { Reply } from '@latchkey/base/reply'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { operationSchemas } from '@latchkey/types/zod'
import {
  compile,
  strictObject,
  type z,
  ZodArray,
  ZodDiscriminatedUnion,
  ZodLazy,
  ZodNullable,
  ZodObject,
  ZodOptional,
  ZodRecord,
  ZodUnion,
} from 'zod'
import { DomainError } from '../domain/shared/errors.ts'
import type { Decoded } from './decode.ts'
import { type BrokenValue, faultClauses } from './faultSentences.ts'

type Part = keyof Decoded

/** The common type of all operations' schemas. */
interface Makers extends Readonly<Partial<Record<Part, (() => z.ZodType) | undefined>>> {
  readonly replies: Readonly<Record<number, ((reading: 'closed') => z.ZodType) | undefined>>
}

const noParameters = strictObject({})

/** The document has no schema for the query of an operation without parameters. */
const makersOf = (id: OperationId): Makers => ({ query: () => noParameters, ...operationSchemas[id] })

type Check = (value: unknown) => z.ZodSafeParseResult<unknown>

/** The checks of one operation. */
interface Checks {
  readonly request: ReadonlyArray<readonly [Part, Check]>
  readonly replies: Map<number, Check | undefined>
}

const built = new Map<OperationId, Checks>()

/** Builds the checks at the operation's first request. */
function checksOf(id: OperationId): Checks {
  const existing = built.get(id)
  if (existing) return existing
  const request = (['params', 'query', 'body'] as const).flatMap((part) => {
    const make = makersOf(id)[part]
    return make ? [[part, checkOf(make())] as const] : []
  })
  const checks: Checks = { request, replies: new Map() }
  built.set(id, checks)
  return checks
}

/** Compiling a schema takes as long as a hundred checks without it, and many tests call an operation once. */
const checksBeforeCompiling = 100

/** Checks values against a schema. It is compiled once it is used often, unless a page's CSP forbids `eval`. */
function checkOf(schema: z.ZodType): Check {
  let count = 0
  let compiled: z.ZodType | undefined
  return (value) => {
    if (!compiled && ++count > checksBeforeCompiling) compiled = compile(schema)
    return compiled ? compiled.safeParse(value) : schema.safeParse(value, { jitless: true })
  }
}

/** How fields of a request that its schema does not name are treated. */
export type UnknownFields = 'refuse' | 'ignore'

/** Parts of a request that fit their schemas. */
interface Accepted<Parts> {
  readonly parts: Parts
  /** Paths of the fields that were left out because no schema names them. */
  readonly unknownFields: readonly string[]
}

/** Checks parts of a request against the operation's schemas. @throws {@link DomainError} `validationFailed` */
export function validate<Parts extends Partial<Decoded>>(
  id: OperationId,
  parts: Parts,
  unknownFields: UnknownFields = 'refuse',
): Accepted<Parts> {
  let accepted: Accepted<Parts> = { parts, unknownFields: [] }
  for (const [part, check] of checksOf(id).request) {
    if (!(part in parts)) continue
    let result = check(parts[part])
    const ignores = unknownFields === 'ignore' || (part === 'query' && !canRefuseQuery(id))
    const unknown = result.success || !ignores ? [] : unknownPaths(result.error)
    if (unknown.length > 0) {
      const value = without(parts[part], unknown)
      accepted = {
        parts: { ...accepted.parts, [part]: value },
        unknownFields: [...accepted.unknownFields, ...unknown.map((path) => path.join('.'))],
      }
      result = check(value)
    }
    if (!result.success) {
      const hint = unknownPaths(result.error).length > 0 ? ` ${howToIgnore}` : ''
      const broken = brokenValue(makersOf(id)[part]?.(), parts[part])
      const message =
        part === 'query'
          ? sentenceOf(unknownFirst(result.error), { ...broken, noun: 'query parameter' })
          : sentenceOf(result.error.issues, broken)
      throw new DomainError('validationFailed', { message: message + hint })
    }
  }
  return accepted
}

/** The interface has no 400 for some operations without parameters. They ignore a query, and the journal notes it. */
function canRefuseQuery(id: OperationId): boolean {
  const { errors }: OperationRow = operationTable[id]
  return errors[400] !== undefined
}

/** A misspelt parameter is why another one is missing. */
const unknownFirst = ({ issues }: z.ZodError): z.core.$ZodIssue[] =>
  issues.toSorted((one, other) => rank(one) - rank(other))
const rank = ({ code }: z.core.$ZodIssue) => (code === 'unrecognized_keys' ? 0 : 1)

/** The service may take a newer field than this mock knows. */
const howToIgnore =
  "To ignore fields that this mock does not know, start it with --unknown-fields ignore (unknownFields: 'ignore')."

type Path = readonly PropertyKey[]

function unknownPaths({ issues }: z.ZodError): Path[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
}

/** A copy of a JSON value without the fields at these paths. No path is inside of another one. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const copy = structuredClone(value)
  for (const path of paths) {
    const holder = path.slice(0, -1).reduce<unknown>((inner, key) => Reflect.get(inner as object, key), copy)
    Reflect.deleteProperty(holder as object, path.at(-1) as PropertyKey)
  }
  return copy
}

/** An invalid reply is a bug of the mock: the request fails, and nothing is written. @throws TypeError */
export function assertReply(id: OperationId, { success }: OperationRow, reply: Reply): void {
  if (reply.status >= 400) return
  if (!success.includes(reply.status))
    throw new TypeError(`${id} answered ${reply.status}, which the document does not list.`)
  assertBody(id, reply)
}

/** The same for a refusal. `replyToError` reports undocumented statuses. @throws TypeError */
export function assertRefusal(id: OperationId, { errors }: OperationRow, reply: Reply): void {
  if (errors[reply.status] !== undefined) assertBody(id, reply)
}

function assertBody(id: OperationId, { status, body }: Reply): void {
  const { replies } = checksOf(id)
  if (!replies.has(status)) {
    const make = makersOf(id).replies[status]
    replies.set(status, make && checkOf(make('closed')))
  }
  const result = replies.get(status)?.(body)
  if (result?.success === false)
    throw new TypeError(
      `${id} answered ${status} with a body that breaks its schema: ${explain(result.error, undefined, body)}`,
    )
}

/**
 * The first three faults as a sentence: each path and what must be there, never the value.
 *
 * @param schema - The schema of the value, for suggesting a key instead of a misspelt one.
 * @param value - The checked value, to distinguish an absent field from one of another type.
 */
export function explain(error: z.ZodError, schema?: z.ZodType, value?: unknown): string {
  return sentenceOf(error.issues, brokenValue(schema, value))
}

const brokenValue = (schema: z.ZodType | undefined, value: unknown): BrokenValue => ({
  value,
  keysAt: (path) => keysAt(schema, path, value),
})

function sentenceOf(issues: readonly z.core.$ZodIssue[], broken: BrokenValue): string {
  const faults = issues.flatMap((issue) => faultClauses(issue, broken))
  const rest = faults.length - 3
  const shown = faults.slice(0, 3).map((write) => write())
  return `${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`
}

/**
 * The keys that an object may have at a path of a schema.
 *
 * @param value - The value, which decides between alternatives that a field distinguishes.
 */
export function keysAt(schema: unknown, path: Path, value?: unknown): string[] {
  const [step, ...rest] = path
  const inner = step === undefined ? undefined : Object(value)[step]
  if (schema instanceof ZodOptional || schema instanceof ZodNullable || schema instanceof ZodLazy)
    return keysAt(schema.unwrap(), path, value)
  if (schema instanceof ZodUnion) return alternativesOf(schema, value).flatMap((option) => keysAt(option, path, value))
  if (schema instanceof ZodObject)
    return step === undefined ? Object.keys(schema.shape) : keysAt(schema.shape[String(step)], rest, inner)
  if (schema instanceof ZodArray) return keysAt(schema.element, rest, inner)
  if (schema instanceof ZodRecord) return keysAt(schema.valueType, rest, inner)
  return []
}

/** The alternatives of a union that a value can be, as far as a field distinguishes them. */
function alternativesOf(union: ZodUnion, value: unknown): readonly unknown[] {
  if (!(union instanceof ZodDiscriminatedUnion)) return union.options
  const { discriminator } = union.def
  return union.options.filter(
    (option) =>
      option instanceof ZodObject && option.shape[discriminator]?.safeParse(Object(value)[discriminator]).success,
  )
}
