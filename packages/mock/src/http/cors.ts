import type { ReadStore } from '../domain/shared/backend.ts'
import { isAllowedOrigin } from '../domain/sites/origins.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** Headers of a reply that a page's script may read. */
const exposed = 'x-request-id, x-next-cursor, retry-after, www-authenticate, location'

/**
 * The CORS headers of a reply: the origin is repeated when the environment allows it.
 *
 * An environment that lists no origin, and URLs outside of `/api/v0/sdk/`, allow every origin.
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

/** The journal's note about a reply that a browser hides from its page; `undefined` for any other reply. */
export function originNote(headers: Readonly<Record<string, string>>, origin: string | undefined): string | undefined {
  if (origin === undefined || 'access-control-allow-origin' in headers) return undefined
  return `The environment does not list the origin ${origin}, so the browser hides the reply from the page. \
List it by origins.create, or in a test by mock.create.origin('${origin}').`
}

/** The headers of a preflight's reply besides {@link corsHeaders}. */
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
