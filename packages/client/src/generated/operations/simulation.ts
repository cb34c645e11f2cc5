// Written by `pnpm generate` from spec/. Edit spec/ instead.
/**
 * What a transaction would do, and whether a site is malicious.
 *
 * @module simulation
 */
import type { CallOptions, Caller } from '../../calls/createTransport.ts'
import type { ApiError } from '../../shared/errors.ts'
import { type Call, operation } from '../../calls/operation.ts'
import type { ErrorBody, OtherStatus, ScanWebsiteUrlRequest, ScanWebsiteUrlResponse } from './schemas.ts'

/** The input of {@link scanUrl}. */
export interface ScanUrlInput {
  /**
   * The environment that the call acts in. A UUID.
   * @default the client's `environmentId`
   */
  environmentId?: string
  /** The site to check. */
  body: ScanWebsiteUrlRequest
}

/** The refusals of {@link scanUrl}; `body` narrows by `status`. */
export type ScanUrlError =
  | ApiError<400 | 401 | 403 | 415 | 429 | 500, ErrorBody>
  | ApiError<404 | 405 | 409 | 410 | 422 | OtherStatus, unknown>

/**
 * Check whether a site is malicious
 *
 * Looks up the site of a URL among those that are reported as malicious. A report about a host applies to its paths
 * and to the hosts below it. `isMalicious` is null if the reports are contradictory, and false for a site that
 * nobody has reported. Without a scheme the URL is one of https. Fires no event.
 *
 * @param client - Transport or client to call through.
 * @param input - `environmentId`, `body`; see {@link ScanUrlInput}.
 * @param options - Credential, headers, time limits in milliseconds and abort signal of this call.
 * @throws {@link ApiError} with 400 `validation_failed`; 401 `unauthorized`; 403 `missing_scope`; 415
 *   `unsupported_media_type`; 429 `too_many_requests`; 500 `internal_server_error`.
 * @throws ConnectionError, TimeoutError, ResponseParseError or AuthError when there is no answer.
 * @example
 * ```ts
 * const reply = await simulation.scanUrl(client, { body: { url: 'https://airdrop.example.com/claim' } })
 * ```
 */
export const scanUrl: (client: Caller, input: ScanUrlInput, options?: CallOptions) => Call<ScanWebsiteUrlResponse, ScanUrlError> =
  /*#__PURE__*/ operation('simulation.scanUrl POST sdk/{environmentId}/scan/websiteUrl')
