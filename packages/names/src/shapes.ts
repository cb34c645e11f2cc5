/**
 * The names in a value: 0 for a value without names, 1 for data that the document leaves open,
 * the name of a shape, or a list of what the only element says.
 */
export type Node = 0 | 1 | string | readonly [Node]

/** The fields of an object; `*` is what its other fields have. */
export type ObjectShape = Readonly<Record<string, Node>>

/** The values of an enum, or the fields of an object. */
export type Shape = readonly string[] | ObjectShape

/** The parts of an operation that have names. */
export interface OperationShape {
  readonly method: string
  /** URL template, `/api/v0/environments/{environmentId}/gates`. */
  readonly path: string
  /** The parameters of the path whose values are those of an enum. */
  readonly params?: Readonly<Record<string, Node>>
  readonly query?: Readonly<Record<string, Node>>
  readonly body?: Node
  /** By status. Those from 400 on that are not listed have the {@link usualRefusal}. */
  readonly replies: Readonly<Record<number, Node>>
}

/** All names of the document. */
export interface Shapes {
  readonly operations: Readonly<Record<string, OperationShape>>
  readonly schemas: Readonly<Record<string, Shape>>
  /** The schema of a webhook's `data`, by the name of the event. */
  readonly webhooks: Readonly<Record<string, string>>
  /** Headers that are the interface's own, in small letters. */
  readonly headers: readonly string[]
  readonly cookies: readonly string[]
}

/** The body of refusals that an operation does not list. */
export const usualRefusal = 'ErrorBody'

/** The schemas whose fields are the claims of tokens. */
export const claimSchemas: ReadonlySet<string> = new Set(['ServiceJwt', 'MinifiedServiceJwt'])

/**
 * The schemas whose fields have the names of a standard, so that no deployment has others: JWK sets, which libraries read
 * (RFC 7517), and what providers post (RFC 6749, section 4.1.2).
 */
export const standardSchemas: ReadonlySet<string> = new Set(['JwksResponse', 'JwksKey', 'OauthRedirectRequest'])

/** The operations that providers call, whose parameters have the names of the same section. */
export const callbacks: ReadonlySet<string> = new Set([
  'oauth.redirect',
  'oauth.redirectCoinbase',
  'oauth.redirectFormPost',
])

/** The beginnings of the service's tokens and API keys. */
export const tokenPrefixes: readonly string[] = ['lk_sandbox_', 'lk_live_', 'lk_member_', 'lk_wallet_']

export const isEnum = (shape: Shape): shape is readonly string[] => Array.isArray(shape)

/** The node of the elements of a list, however deep it is nested. */
export function elementOf(node: Node): 0 | 1 | string {
  return typeof node === 'object' ? elementOf(node[0]) : node
}
