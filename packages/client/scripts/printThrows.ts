import { type OpenApiDocument, type Operation, type Response, type Schema } from '../../types/scripts/document.ts'

type Replies = ReadonlyArray<readonly [number, Response]>

/** Prints the error statuses of an operation, with the codes that the document names. */
export function printThrows(document: OpenApiDocument, operation: Operation, replies: Replies): string[] {
  const lines = namedCodes(document, operation, replies).map(
    ([status, codes]) => `${status}${codes.length > 0 ? ` ${codes.map((code) => `\`${code}\``).join(', ')}` : ''}`,
  )
  return [
    ...wrap(`@throws {@link ApiError} with ${lines.join('; ')}.`),
    '@throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.',
  ]
}

/** The error statuses of an operation, each with the codes that its description and examples name. */
export function namedCodes(
  document: OpenApiDocument,
  operation: Operation,
  replies: Replies,
): ReadonlyArray<readonly [status: number, codes: readonly string[]]> {
  const named = new Set([...operation.description.matchAll(/`([a-z][a-z0-9_]*)`/g)].map(([, code = '']) => code))
  const unprocessable = codesOf(document, 'UnprocessableEntityErrorCode')
  const general = codesOf(document, 'ErrorCode')
  const refusals = replies.filter(([status]) => status >= 400)
  return refusals.map(([status, response]) => {
    const example = exampleCode(response)
    const codes =
      status === 422
        ? unprocessable.filter((code) => named.has(code))
        : general.filter((code) => named.has(code) && homes[code] === status)
    // The example of 422 shows one of a hundred codes, so it is left out if the operation names none.
    return [status, [...new Set([...(example && status !== 422 ? [example] : []), ...codes])]] as const
  })
}

/** The status of the codes that more than one operation names. */
const homes: Readonly<Record<string, number>> = {
  bad_request: 400,
  validation_failed: 400,
  body_too_large: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  token_expired: 401,
  token_revoked: 401,
  session_revoked: 401,
  mfa_required: 403,
  forbidden: 403,
  missing_scope: 403,
  insufficient_role: 403,
  wrong_environment: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_server_error: 500,
}

function codesOf(document: OpenApiDocument, name: string): string[] {
  return ((document.components.schemas[name] as Schema).enum ?? []).map(String)
}

function exampleCode(response: Response): string | undefined {
  const [content] = Object.values(response.content ?? {}) as Array<{ example?: { code?: unknown } }>
  return typeof content?.example?.code === 'string' ? content.example.code : undefined
}

/** Breaks a long line between words; tags go on in lines that are set in. */
function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string
    if (last.length + word.length > 112) lines.push(`  ${word}`)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines
}
