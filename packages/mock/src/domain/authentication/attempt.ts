import type { OperationId, OperationRow } from '@latchkey/types'
import type { RequestContext } from '../shared/request.ts'

/** A request whose credential is to be checked. */
export interface Attempt {
  readonly id: OperationId
  readonly row: OperationRow
  /** The parameters of the URL's path. */
  readonly params: Readonly<Record<string, string>>
  readonly context: RequestContext
}

/** An attempt with its bearer token, if it has one. */
export type BearerAttempt = Attempt & { readonly raw: string | undefined }
