import { LatchkeyError, type LatchkeyErrorDetails, subject } from '../shared/errors.ts'
import type { AttemptRequest, Middleware } from './pipeline.ts'

/** A value of a reply that is not what its operation answers. */
export interface ValidationIssue {
  /** Where it is, as a JSON path: `$.users[0].id`. */
  readonly path: string
  /** What would have been there. The value itself is told nowhere. */
  readonly expected: string
}

/**
 * The service accepted, but its reply is not what the document says; see {@link validateWith}.
 *
 * What to do about it: docs/errors/ValidationError.md.
 */
export class ValidationError extends LatchkeyError {
  declare readonly status: number
  /** The header `x-request-id`. */
  declare readonly requestId?: string
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

/** What is read of a schema's complaint; zod's issues are of this shape. */
interface Issue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: string
  readonly errors?: readonly (readonly Issue[])[]
}

/** A schema, as far as it is needed here; zod's are. */
interface ReplySchema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly issues: readonly Issue[] } }
}

/** Schemas by operation and status: `operationSchemas` of `@latchkey/types/zod`. */
export interface ReplySchemas {
  readonly [operation: string]: { readonly replies: { readonly [status: number]: (() => ReplySchema) | undefined } }
}

/** How {@link validateWith} works. */
export interface ValidateOptions {
  /** `operationTable` of `@latchkey/types`, to check calls by path as well. */
  readonly operations?: Readonly<Record<string, { readonly method: string; readonly path: string }>>
  /** Told of each reply that does not fit, with `'warn'`. @default console.warn, of the message alone */
  readonly report?: (error: ValidationError) => void
}

/**
 * Checks the JSON of replies against the document. The data stays as the service sent it: fields that no schema knows
 * are kept, and names that a list of names does not have yet are let through.
 *
 * @param schemas - `operationSchemas` of `@latchkey/types/zod`, or those of some operations.
 * @param mode - `'warn'` reports and goes on; `'throw'` ends the call with a {@link ValidationError}.
 * @returns A middleware; leave it out where nothing is to be checked.
 * @example const api = createTransport({ baseUrl, middleware: [validateWith(operationSchemas, 'throw')] })
 */
export function validateWith(
  schemas: ReplySchemas,
  mode: 'warn' | 'throw',
  { operations = {}, report = warn }: ValidateOptions = {},
): Middleware {
  return async (request, next) => {
    const response = await next(request)
    const id = request.operation ?? idByPath(operations, request)
    const makeSchema = response.ok && id !== undefined ? schemas[id]?.replies[response.status] : undefined
    if (!makeSchema) return response
    let value: unknown
    try {
      value = await response.clone().json()
    } catch {
      // Who reads the reply finds out what is wrong with it.
      return response
    }
    const issues = (makeSchema().safeParse(value).error?.issues ?? []).filter((issue) => !isTolerated(issue, value))
    if (issues.length === 0) return response
    const error = new ValidationError(
      response,
      issues.map(({ path, ...issue }) => ({ path: jsonPath(path), expected: expectedOf(issue) })),
      { operation: id, attempts: request.attempt },
    )
    if (mode === 'throw') throw error
    report(error)
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

/** Whether a newer service may well answer that: a name that the list of names does not have yet. */
function isTolerated({ code, path, errors = [] }: Issue, root: unknown): boolean {
  const value = path.reduce<unknown>((inner, key) => Object(inner)[key], root)
  if (code === 'invalid_value') return typeof value === 'string'
  return errors.some((issues) => issues.every((issue) => isTolerated(issue, value)))
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      `${text}${typeof key === 'number' ? `[${key}]` : /^[A-Za-z_]\w*$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(String(key))}]`}`,
    '$',
  )
}

/** Words of our own wherever a schema's message might quote. */
function expectedOf({ code, expected, message }: Omit<Issue, 'path'>): string {
  if (code === 'invalid_type' && expected) return `of type ${expected}`
  return code === 'custom' || code === 'too_small' || code === 'too_big'
    ? `as it should be: it ${message}`
    : 'of a form that the operation answers'
}
