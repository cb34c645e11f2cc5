import type * as z from 'zod'
import type { operations } from './generated/openapi.ts'
import type { Reading } from './zodKit.ts'

/** One part of a request; absent if the operation does not have it. */
type Part<Name extends string, Value> = [NonNullable<Value>] extends [never]
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: () => z.ZodType<NonNullable<Value>> }

type PathOf<O> = O extends { parameters: { path: infer P } } ? P : never
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q : never
type BodyOf<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: infer C }
    ? C[keyof C]
    : never
  : never

/** The JSON replies of an operation, by status. */
type Replies<R> = {
  readonly [S in keyof R as R[S] extends { content: { 'application/json': unknown } } ? S : never]: (
    reading?: Reading,
  ) => z.ZodType<JsonOf<R[S]>>
}
type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never

/**
 * The schemas of the parts of a request and of the JSON replies by status, by operation id. A schema is built when its
 * function is called. Requests may have only the fields of the document, at any depth. Replies may have others, unless
 * the function is called with `'closed'`.
 *
 * @example operationSchemas['gates.create'].body().parse(input)
 */
export type OperationSchemas = {
  readonly [Id in keyof operations]: Part<'params', PathOf<operations[Id]>> &
    Part<'query', QueryOf<operations[Id]>> &
    Part<'body', BodyOf<operations[Id]>> & { readonly replies: Replies<operations[Id]['responses']> }
}
