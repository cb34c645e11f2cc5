export { type Auth, type AuthTarget, bearer, type BearerAuth, cookies, createAuth, type Credential } from './auth.ts'
export { createClient, type LatchkeyClient } from './createClient.ts'
export {
  type CallOptions,
  type Caller,
  type ClientChoice,
  createTransport,
  type Transport,
  type TransportOptions,
} from './createTransport.ts'
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
export type { IterationOptions, ListCall, NextCursor, NextOffset, Page } from './listOperation.ts'
export type { Call, NoInput, Result, WithResponse } from './operation.ts'
export { type LogEntry, logger, type LogTarget } from './logger.ts'
export type {
  AttemptRequest,
  Budget,
  CallState,
  Fetch,
  Middleware,
  PipelineInit,
  PipelineRequest,
  Policy,
  Reply,
  Send,
} from './pipeline.ts'
export type { Redirect } from './redirect.ts'
export type { RetryOptions } from './retry.ts'
export type { IssuedToken, TokenProvider, TokenReason } from './tokenCache.ts'
export {
  type ReplySchemas,
  type ValidateOptions,
  validateWith,
  ValidationError,
  type ValidationIssue,
} from './validate.ts'
