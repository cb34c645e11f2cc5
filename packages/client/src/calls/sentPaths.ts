import type { paths } from '@latchkey/types'

/**
 * The paths of the OpenAPI document. An optional field of a request may also be `undefined`, which the client leaves
 * out of queries and JSON. So callers with `exactOptionalPropertyTypes` can pass a value that may be missing.
 */
export type SentPaths = { [Path in keyof paths]: SentItem<paths[Path]> }

type SentItem<Item> = { [Name in keyof Item]: Name extends 'parameters' ? Sent<Item[Name]> : SentOperation<Item[Name]> }

type SentOperation<Operation> = {
  [Name in keyof Operation]: Name extends 'parameters' | 'requestBody' ? Sent<Operation[Name]> : Operation[Name]
}

/** Only plain records and lists have such fields; a file, for one, stays a file. */
type Sent<Value> = Value extends Blob | Date | ((...args: never) => unknown)
  ? Value
  : Value extends object
    ? { [Name in keyof Value]: {} extends Pick<Value, Name> ? Sent<Value[Name]> | undefined : Sent<Value[Name]> }
    : Value
