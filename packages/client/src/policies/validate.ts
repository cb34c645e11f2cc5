import { LatchkeyError, type LatchkeyErrorDetails, subject } from '../shared/errors.ts'
import type { AttemptRequest, Middleware } from './pipeline.ts'

/** A value of a reply that does not fit the document. */
export interface ValidationIssue {
  /** Its place as a JSON path: `$.users[0].id`. */
  readonly path: string
  /** What was expected. The value itself appears nowhere. */
  readonly expected: string
}

/**
 * The service accepted the call, but the reply does not fit the document; see {@link validateWith}.
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

/** A schema's issue, as far as it is read here; zod's issues have this shape. */
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
  /** Called for each reply that does not fit, with `'warn'`. @default console.warn, of the message alone */
  readonly report?: (error: ValidationError) => void
}

/**
 * Checks the JSON of replies against the document. The data stays as the service sent it: unknown fields are kept, and
 * a new name in an enumeration is accepted.
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
      // Whoever reads the reply gets the error.
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

/** Whether the value is a new name in an enumeration, which a newer service may answer. */
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

/** Describes what was expected without a schema's message where that might quote the value. */
function expectedOf({ code, expected, message }: Omit<Issue, 'path'>): string {
  if (code === 'invalid_type' && expected) return `of type ${expected}`
  return code === 'custom' || code === 'too_small' || code === 'too_big'
    ? `as it should be: it ${message}`
    : 'of a form that the operation answers'
}
