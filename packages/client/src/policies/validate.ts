import { assertObject } from '../shared/assertArgument.ts'
import { LatchkeyError, type LatchkeyErrorDetails, subject } from '../shared/errors.ts'
import { report as reportUncaught } from '../shared/report.ts'
import type { AttemptRequest, Middleware } from './pipeline.ts'

/** A value of a reply that does not match the schema. */
export interface ValidationIssue {
  /** JSON path of the value: `$.users[0].id`. */
  readonly path: string
  /** The unmet expectation: `of type string`. The value itself is not included. */
  readonly expected: string
}

/**
 * The service accepted the call, but the reply does not match the schema; see {@link validateWith}.
 *
 * What to do about it: docs/errors/ValidationError.md.
 */
export class ValidationError extends LatchkeyError {
  /** The HTTP status. */
  declare readonly status: number
  /** The header `x-request-id`. */
  declare readonly requestId?: string
  /** Every value that does not match. */
  declare readonly issues: readonly ValidationIssue[]

  constructor(response: Response, issues: readonly ValidationIssue[], details: LatchkeyErrorDetails = {}) {
    const [first] = issues
    const further = issues.length > 1 ? `, and ${issues.length - 1} more` : ''
    super(
      `${subject(details)} was answered with ${response.status}, but ${first?.path} is not ${first?.expected}${further}.`,
      details,
    )
    Object.assign(this, {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      issues,
    })
  }

  override get name(): string {
    return 'ValidationError'
  }
}

/** An issue of a Standard Schema. Only zod has the fields from `code` on, which say more. */
export interface ReplySchemaIssue {
  readonly message: string
  /** The keys from the root to the value. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  readonly code?: string
  readonly expected?: string
  readonly errors?: readonly (readonly ReplySchemaIssue[])[]
}

/** The result of a validation: without `issues`, the value matches. */
export interface ReplySchemaOutcome {
  readonly issues?: readonly ReplySchemaIssue[] | undefined
}

/** A Standard Schema (version 1, standardschema.dev), as zod, Valibot, ArkType and others have it. */
export interface ReplySchema {
  readonly '~standard': {
    readonly version: 1
    validate(value: unknown): ReplySchemaOutcome | Promise<ReplySchemaOutcome>
  }
}

/** Schemas by operation and status: `operationSchemas` of `@latchkey/types/zod`, or Standard Schemas of your own. */
export interface ReplySchemas {
  readonly [operation: string]: { readonly replies: { readonly [status: number]: (() => ReplySchema) | undefined } }
}

/** Options of {@link validateWith}. */
export interface ValidateOptions {
  /** `operationTable` of `@latchkey/types`, to check calls by path as well. */
  readonly operations?: Readonly<Record<string, { readonly method: string; readonly path: string }>> | undefined
  /** With `'warn'`: called for each reply that does not match. @default console.warn with the message */
  readonly report?: ((error: ValidationError) => void) | undefined
}

/**
 * Creates middleware that validates the JSON of replies. It does not change the data: unknown fields stay. With zod, it
 * also accepts enum values that the schema does not know.
 *
 * @param schemas - `operationSchemas` of `@latchkey/types/zod`, those of some operations, or Standard Schemas of any
 *   library. Errors contain the messages of zod only: those of another library could quote the value.
 * @param mode - `'warn'` reports the error and returns the reply; `'throw'` ends the call with a
 *   {@link ValidationError}.
 * @throws {@link TypeError} when `schemas` is not an object.
 * @example const api = createTransport({ baseUrl, middleware: [validateWith(operationSchemas, 'throw')] })
 */
export function validateWith(
  schemas: ReplySchemas,
  mode: 'warn' | 'throw',
  { operations = {}, report = warn }: ValidateOptions = {},
): Middleware {
  assertObject(schemas, 'schemas', 'operationSchemas of @latchkey/types/zod')
  return async (request, next) => {
    const response = await next(request)
    const id = request.operation ?? idByPath(operations, request)
    const makeSchema = response.ok && id !== undefined ? schemas[id]?.replies[response.status] : undefined
    if (!makeSchema) return response
    let value: unknown
    try {
      value = await response.clone().json()
    } catch {
      // The reader of the reply gets the error.
      return response
    }
    const { issues: all = [] } = await makeSchema()['~standard'].validate(value)
    const issues = all.filter((issue) => !isTolerated(issue, value))
    if (issues.length === 0) return response
    const error = new ValidationError(
      response,
      issues.map((issue) => ({ path: jsonPath(keysOf(issue)), expected: expectedOf(issue) })),
      { operation: id, attempts: request.attempt },
    )
    if (mode === 'throw') throw error
    // A report that fails changes no answer.
    void (async () => report(error))().catch(reportUncaught)
    return response
  }
}

function warn(error: ValidationError): void {
  console.warn(error.message)
}

function idByPath(
  operations: NonNullable<ValidateOptions['operations']>,
  { path, init }: AttemptRequest,
): string | undefined {
  return Object.keys(operations).find(
    (id) => operations[id]?.path === path && operations[id]?.method === (init.method ?? 'GET').toUpperCase(),
  )
}

/** Whether the value is a new value of an enumeration, which a newer service may answer. */
function isTolerated(issue: ReplySchemaIssue, root: unknown): boolean {
  const { code, errors = [] } = issue
  const value = keysOf(issue).reduce<unknown>((inner, key) => Object(inner)[key], root)
  if (code === 'invalid_value') return typeof value === 'string'
  return errors.some((issues) => issues.every((issue) => isTolerated(issue, value)))
}

const keysOf = ({ path = [] }: ReplySchemaIssue): readonly PropertyKey[] =>
  path.map((step) => (typeof step === 'object' ? step.key : step))

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => text + jsonPathStep(key), '$')
}

function jsonPathStep(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** Describes what was expected, without the schema's message if that might quote the value. */
function expectedOf({ code, expected, message }: ReplySchemaIssue): string {
  if (code === 'invalid_type' && expected) return `of type ${expected}`
  return code === 'custom' || code === 'too_small' || code === 'too_big'
    ? `valid: it ${message}`
    : 'of a form that the schema allows'
}
