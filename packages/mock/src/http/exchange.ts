import { startStopwatch } from '@latchkey/base/clock'
import type { OperationId, OperationRow } from '@latchkey/types'
import type { Backend } from '../domain/shared/backend.ts'
import type { RequestContext } from '../domain/shared/request.ts'
import { readCookies } from './cookies.ts'
import type { DecodedContent } from './decode.ts'
import type { PlayedFault } from './faults.ts'
import type { AnnouncedCall } from './interceptors.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** A request on its way through the pipeline, with the parts that were read so far. */
export interface Exchange {
  readonly requestId: string
  readonly request: ServiceRequest
  readonly context: RequestContext
  /** Milliseconds of real time since the request came. */
  readonly elapsed: () => number
  id?: OperationId
  row?: OperationRow
  params: Readonly<Record<string, string>>
  fault?: PlayedFault | undefined
  /** Set when a test intercepts calls. */
  announced?: AnnouncedCall | undefined
  /** The transaction that the request ran in: its user, its events, and what it asked outside. */
  backend?: Pick<Backend, 'actorUserId' | 'published' | 'asked'>
  decoded?: DecodedContent
  /** Fields of the request that were ignored. */
  unknownFields?: readonly string[]
}

/** An exchange whose operation was found. */
export type FoundExchange = Exchange & { readonly id: OperationId; readonly row: OperationRow }

export function createExchange(requestId: string, request: ServiceRequest, url: URL): Exchange {
  return { requestId, request, context: contextOf(request, url), elapsed: startStopwatch(), params: {} }
}

function contextOf({ headers }: ServiceRequest, url: URL): RequestContext {
  return {
    url,
    origin: headers.get('origin') ?? undefined,
    authorization: headers.get('authorization') ?? undefined,
    userAgent: headers.get('user-agent') ?? undefined,
    ipAddress: headers.get('x-forwarded-for')?.split(',')[0]?.trim() || undefined,
    cookies: readCookies(headers.get('cookie')),
    mfaAuthToken: headers.get('x-mfa-auth-token') ?? undefined,
    walletApiKey: headers.get('x-wallet-api-key') ?? undefined,
  }
}
