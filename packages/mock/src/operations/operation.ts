import type { OperationId, OperationIdOf, operations, OperationTable, Resource } from '@latchkey/types'
import type { ServerOperationId } from '../domain/authentication/jwtKinds.ts'
import type { Backend } from '../domain/shared/backend.ts'
import type { Caller, ServerCaller } from '../domain/shared/callers.ts'
import type { RequestContext } from '../domain/shared/request.ts'

type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Record<never, never>
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? OrNone<NonNullable<Q>> : Record<never, never>
/** Without parameters the document's type is `never`, which would have every name. */
type OrNone<Q> = [Q] extends [never] ? Record<never, never> : Q
type BodyOf<O> = O extends { requestBody?: infer B } ? BodyOfContent<NonNullable<B>> : undefined
type BodyOfContent<B> = [B] extends [never] ? undefined : B extends { content: infer C } ? C[keyof C] : undefined
type ContentOf<R> = R extends { content: infer C } ? (C extends object ? C[keyof C] : undefined) : undefined
type SuccessOf<O> = O extends { responses: infer R } ? Extract<keyof R, 200 | 201 | 202 | 204 | 302> : never

interface ReplyExtras {
  readonly headers?: Readonly<Record<string, string>>
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[] | undefined
  /** Id of a room, whose events a caller who accepts `text/event-stream` gets after the body. */
  readonly watches?: string
}

type ReplyWith<Status, Body> = Status extends 302
  ? {
      readonly status: 302
      readonly headers: { readonly location: string } & Readonly<Record<string, string>>
      readonly cookies?: readonly string[] | undefined
    }
  : [Body] extends [undefined]
    ? { readonly status: Status } & ReplyExtras
    : { readonly status: Status; readonly body: Body } & ReplyExtras & Watched<Body>

/** A reply with a room has its events, so that a caller can always ask for them. */
type Watched<Body> = Body extends { roomId: string } ? { readonly watches: string } : unknown

/** The replies of an operation that succeeds. */
export type ReplyOf<Id extends OperationId> = {
  [S in SuccessOf<operations[Id]>]: ReplyWith<
    S,
    operations[Id] extends { responses: infer R } ? (S extends keyof R ? ContentOf<R[S]> : never) : never
  >
}[SuccessOf<operations[Id]>]

/** Statuses of refusals and failures. */
type RefusalStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 418 | 422 | 425 | 428)
  | (429 | 431 | 451 | 500 | 501 | 502 | 503 | 504)

/** The refusals of an operation: with the documented body if the document has the status, otherwise with any body. */
export type RefusalOf<Id extends OperationId> = operations[Id] extends { responses: infer R }
  ? | { [S in Extract<keyof R, RefusalStatus>]: ReplyWith<S, ContentOf<R[S]>> }[Extract<keyof R, RefusalStatus>]
    | ({ readonly status: Exclude<RefusalStatus, keyof R>; readonly body?: unknown } & ReplyExtras)
  : never

/** A request to an operation whose checks it has passed. */
export interface CheckedRequest<Id extends OperationId> {
  readonly params: PathOf<operations[Id]>
  readonly query: QueryOf<operations[Id]>
  readonly body: BodyOf<operations[Id]>
  /** The caller, already authorized for this operation in the environment or organization of the URL. */
  readonly caller: Caller[OperationTable[Id]['auth']] | (Id extends ServerOperationId ? ServerCaller : never)
  readonly request: RequestContext
}

/** The input of a handler. */
export interface Call<Id extends OperationId> extends CheckedRequest<Id> {
  readonly backend: Backend
}

type Handler<Id extends OperationId> = (call: Call<Id>) => ReplyOf<Id> | Promise<ReplyOf<Id>>

type NameOf<Id extends OperationId> = Id extends `${string}.${infer Name}` ? Name : never

/** The handlers of one resource: exactly one per operation of the document. */
export type ResourceOperations<R extends Resource> = {
  [Id in OperationIdOf<R> as NameOf<Id>]: Handler<Id>
}
