import { LatchkeyError } from '../shared/errors.ts'
import { UserJwtError, type UserJwtErrorCode } from '../verification/userJwt.ts'

/** Why a request is refused; a {@link UserJwtErrorCode} if its token is not valid. */
export type RequestRefusedCode = UserJwtErrorCode | 'credential_missing' | 'scope_missing' | 'origin_refused'

/** The answer to a code: its status, and the error of RFC 6750 section 3.1 or RFC 9470 section 3. */
const answers: Partial<Record<RequestRefusedCode, readonly [status: 401 | 403 | 503, challenge?: string]>> = {
  credential_missing: [401, ''],
  scope_missing: [403, 'insufficient_scope'],
  origin_refused: [403],
  additional_auth_required: [401, 'insufficient_user_authentication'],
  keys_unavailable: [503],
}

/** A request was refused: it has no valid token, or its user may not do this. The error has nothing of the token. */
export class RequestRefused extends LatchkeyError {
  /** The reason as a code, for programs. */
  readonly code: RequestRefusedCode
  /** The status to answer: 401, 403, or 503 if the keys of the environment could not be fetched. */
  readonly status: 401 | 403 | 503
  /** The headers of the answer: `content-type`, and `www-authenticate` or `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: RequestRefusedCode,
    reason: string,
    { cause, scope }: { cause?: unknown; scope?: string | undefined } = {},
  ) {
    super(`The request was refused: ${reason}.`, { cause })
    const [status, challenge] = answers[code] ?? [401, 'invalid_token']
    const parameters = [challenge && `error="${challenge}", error_description="${reason}"`, scope && `scope="${scope}"`]
    this.code = code
    this.status = status
    this.headers = {
      'content-type': 'application/json',
      ...(challenge !== undefined && { 'www-authenticate': `Bearer ${parameters.filter(Boolean).join(', ')}`.trim() }),
      ...(status === 503 && { 'retry-after': '5' }),
    }
  }

  override get name(): string {
    return 'RequestRefused'
  }

  /** The body of the answer, as JSON. */
  get body(): string {
    return JSON.stringify({ error: this.message, code: this.code })
  }

  /** Creates the answer to the request. */
  toResponse(): Response {
    return new Response(this.body, { status: this.status, headers: this.headers })
  }
}

/** The refusal of a token. @throws whatever is no fault of a token */
export function refusalOf(error: unknown): RequestRefused {
  if (error instanceof UserJwtError) return new RequestRefused(error.code, error.reason, { cause: error })
  throw error
}
