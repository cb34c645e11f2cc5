import type { ReadStore } from '../backend.ts'
import { isAllowedOrigin } from '../domain/sites/origins.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** What a page's script may read of a reply. */
const exposed = 'x-request-id, x-next-cursor, retry-after, www-authenticate, location'

/**
 * The CORS headers of a reply: the origin is repeated when the environment allows it.
 *
 * An environment without any origin of its own, and URLs outside an environment's sign-in, allow every origin.
 */
export function corsHeaders(
  backend: { readonly store: ReadStore },
  origin: string | undefined,
  sdkEnvironmentId: string | undefined,
): Record<string, string> {
  if (origin === undefined) return {}
  if (sdkEnvironmentId !== undefined && !isAllowedOrigin(backend, sdkEnvironmentId, origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  }
}

/** Why a browser keeps a reply from the page that asked for it, for the journal; `undefined` where it does not. */
export function originNote(headers: Readonly<Record<string, string>>, origin: string | undefined): string | undefined {
  if (origin === undefined || 'access-control-allow-origin' in headers) return undefined
  return `The origin ${origin} is not listed in this environment, so a browser keeps the reply from the page. List it by origins.create, or in a test by mock.create.origin('${origin}').`
}

/** What a preflight is answered with beside {@link corsHeaders}. */
export function preflightHeaders(
  request: Pick<ServiceRequest, 'headers'>,
  methods: readonly string[],
): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      request.headers.get('access-control-request-headers') ?? 'authorization, content-type',
    'access-control-max-age': '600',
    allow: methods.join(', '),
  }
}
