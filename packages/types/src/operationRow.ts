/** The description of an operation at run time. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** URL template, `/api/v0/environments/{environmentId}/gates`. */
  readonly path: string
  /** The credential of the operation. `optionalUser` works without a credential, and refuses an invalid one. */
  readonly auth: 'environment' | 'member' | 'user' | 'optionalUser' | 'none'
  /** The scope that an environment token needs. */
  readonly scope?: string
  /** The lowest role that a member needs. */
  readonly role?: string
  readonly paging?: 'offset' | 'cursor'
  /** The columns by which an offset list can be ordered. */
  readonly orderBy?: readonly string[]
  /** How each query parameter is read from its text. */
  readonly query?: Readonly<Record<string, string>>
  /** Whether it ignores query parameters that the document does not have. The others refuse them. */
  readonly openQuery?: boolean
  /** Media type of the request body. */
  readonly body?: string
  /** Whether a request may omit its body, which is then an empty object. */
  readonly optionalBody?: boolean
  /** Statuses below 400. */
  readonly success: readonly number[]
  /** Statuses from 400 on, each with its body: a schema name, `empty` or `text`. */
  readonly errors: Readonly<Record<number, string>>
  readonly deprecated?: boolean
}
