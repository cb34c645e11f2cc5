export { type AuthTarget, bearer, type BearerAuth, cookies, createAuth, type Credential } from './policies/auth.ts'
export { type ClientOptions, createClient, type LatchkeyClient } from './calls/createClient.ts'
export {
  type CallOptions,
  type Caller,
  type ClientChoice,
  createTransport,
  type Transport,
  type TransportOptions,
} from './calls/createTransport.ts'
export type { SentPaths } from './calls/sentPaths.ts'
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
} from './shared/errors.ts'
export type { IterationOptions, ListCall, NextCursor, NextOffset, Page } from './calls/listOperation.ts'
export type { Call, NoInput, Result, WithResponse } from './calls/operation.ts'
export type { HeadersChoice } from './policies/headers.ts'
export { type LogEntry, logger, type LogTarget } from './policies/logger.ts'
export type {
  AttemptRequest,
  Auth,
  Budget,
  CallState,
  Fetch,
  Middleware,
  PipelineInit,
  PipelineRequest,
  Policy,
  Reply,
  RetryOptions,
  Send,
} from './policies/pipeline.ts'
export type { Redirect } from './calls/readRedirect.ts'
export type { IssuedToken, TokenProvider, TokenReason } from './policies/tokenCache.ts'
export {
  type ReplySchema,
  type ReplySchemaIssue,
  type ReplySchemaOutcome,
  type ReplySchemas,
  type ValidateOptions,
  validateWith,
  ValidationError,
  type ValidationIssue,
} from './policies/validate.ts'
// The library's types that those of a client mention, for the declarations of callers.
export type {
  BodySerializer,
  Client as FetchClient,
  ClientOptions as FetchClientOptions,
  DefaultParamsOption,
  FetchResponse,
  Middleware as FetchMiddleware,
  MiddlewareCallbackParams,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
} from 'openapi-fetch'
