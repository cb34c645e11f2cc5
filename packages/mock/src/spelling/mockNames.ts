import type { IssuedNames } from '../domain/shared/issuedNames.ts'
import type { WireReply } from '../http/respond.ts'
import type { ServiceRequest } from '../http/serviceRequest.ts'

type Serve = (request: ServiceRequest) => Promise<WireReply> | undefined

/** How a deployment spells the interface, as `readNames` of `@latchkey/mock/names` reads it. */
export interface MockNames {
  readonly issued: IssuedNames
  /** The service under the deployment's names. */
  wrap(serve: Serve, baseUrl: () => string): Serve
}
