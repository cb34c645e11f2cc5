export { type Auth, type AuthTarget, bearer, cookies, type TokenProvider } from './auth.ts'
export { createClient, type LatchkeyClient } from './createClient.ts'
export { type CallOptions, type Caller, type ClientChoice, createTransport, type Transport, type TransportOptions } from './createTransport.ts'
export {
  ApiError,
  type ApiErrorCode,
  AuthError,
  ConnectionError,
  isApiError,
  isLatchkeyError,
  LatchkeyError,
  type LatchkeyErrorDetails,
  PaginationError,
  ResponseParseError,
  TimeoutError,
} from './errors.ts'
export type { ListCall, NextCursor, NextOffset, Page } from './listOperation.ts'
export type { Call, NoInput, Result, WithResponse } from './operation.ts'
export type { Fetch, Reply } from './pipeline.ts'
export type { Redirect } from './readReply.ts'
