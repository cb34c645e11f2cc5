/** The shape of a value on either side of a comparison, by the keywords of JSON Schema. */
export interface Shape {
  /** Name of the schema, if it has one. A named schema is compared once. */
  readonly name?: string
  /** Its keywords as text: `type`, `values`, `pattern`, `maxLength`, …, with those at its place. */
  readonly facets: Facets
  /** Only the keywords of the named schema. */
  readonly base?: Facets
  readonly fields?: ReadonlyMap<string, Field>
  /** The shape of an array's items or of a map's values. */
  readonly inner?: () => Shape
  /** The alternatives of a union. */
  readonly options?: ReadonlyArray<() => Shape>
}

export type Facets = Readonly<Record<string, string>>

export interface Field {
  readonly required: boolean
  readonly shape: () => Shape
}

/** A parameter of an operation, such as `query limit`. */
export interface Parameter {
  readonly place: string
  readonly field: Field
}

export interface Operation {
  readonly deprecated: boolean
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly type: string; readonly field: Field }
  /** By status. A reply without a body has the shape `undefined`. */
  readonly replies: ReadonlyMap<number, Reply>
}

export interface Reply {
  readonly type?: string
  readonly shape?: () => Shape
}

/** One side: operations by method and path, and named schemas. */
export interface Side {
  readonly operations: ReadonlyMap<string, Operation>
  readonly schemas: ReadonlyMap<string, () => Shape>
}

/** Something that the two sides say differently. */
export interface Difference {
  /** A schema, a field as `Schema.field`, or an operation and its part as `gates.list query limit`. */
  readonly where: string
  /** The keyword, or `schema`, `field`, `parameter`, `status`, … for what one side does not have. */
  readonly what: string
  readonly reference: string
  readonly document: string
}

/** Stands for a keyword that a side does not have. */
export const absent = '—'
