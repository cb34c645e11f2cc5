import type { OperationId, operations } from '@latchkey/types'
import type { Variant } from '../contract/fullBodies.ts'
import type { FullWorld } from '../people/fullWorld.ts'

/** The JSON body of an operation; `never` for one that takes none. */
export type JsonBody<Id extends OperationId> = [NonNullable<operations[Id]['requestBody']>] extends [
  { content: { 'application/json': infer Body } },
]
  ? unknown extends Body
    ? never
    : Body
  : never

/** The operations that take a JSON body. */
export type WithBody = { [Id in OperationId]: [JsonBody<Id>] extends [never] ? never : Id }[OperationId]

export type Fields = Readonly<Record<string, unknown>>

/** A call that was sent, with its reply and a way to read more. */
export interface Sent {
  readonly mock: FullWorld['mock']
  /** The parameters of the call. */
  readonly params: Readonly<Record<string, string>>
  readonly reply: unknown
  /** The reply of a read operation. By default, the parameters of its URL name records of the full world. */
  readonly read: (id: OperationId, params?: Readonly<Record<string, string>>) => Promise<unknown>
}

/** Values by the paths of a body. `undefined` removes the field. */
export type Values = Readonly<Record<string, unknown>>

/** How a test reads back the fields of a body. */
export interface RoundTrip {
  /** Values that the rules require beyond the schemas: one set per body. Together the bodies have every field. */
  readonly bodies?: (variant: Variant) => readonly Values[]
  /** Creates what the call needs. */
  readonly before?: (world: FullWorld) => Promise<unknown>
  /** Whether the call goes to the live environment, where the full world has no such record yet. */
  readonly isLive?: boolean
  /** Reads the record that the call has written. */
  readonly shown: (sent: Sent) => Promise<unknown>
  /** Fields that replies show under another name, with everything inside. */
  readonly as?: Readonly<Record<string, string>>
  /** Fields, with everything inside, that no operation shows as they were sent; each with the reason. */
  readonly unshown?: Readonly<Record<string, string>>
}

type Read = RoundTrip['shown']

/** A field of a value whose type is not known. */
export const field = (value: unknown, name: string): unknown => (value as Fields | undefined)?.[name]
export const idOf = (value: unknown) => String(field(value, 'id'))

/** Reads a record of the full world. */
export const by =
  (id: OperationId, ...within: readonly string[]): Read =>
  async ({ read }) =>
    within.reduce(field, await read(id))

/**
 * Reads the created record. `inReply` is its place in the reply, `within` its place in that of the read operation.
 */
export const created =
  (
    id: OperationId,
    param: string,
    { inReply = [], within = inReply }: Partial<Record<PathName, string[]>> = {},
  ): Read =>
  async ({ reply, read }) =>
    within.reduce(field, await read(id, { [param]: idOf(inReply.reduce(field, reply)) }))

type PathName = 'inReply' | 'within'

/** Finds the record that was created in a list. */
export const listed =
  (id: OperationId, { inReply = [], within = [] }: Partial<Record<PathName, string[]>> = {}): Read =>
  async ({ reply, read }) =>
    (within.reduce(field, await read(id)) as Fields[]).find((row) => row.id === idOf(inReply.reduce(field, reply)))
