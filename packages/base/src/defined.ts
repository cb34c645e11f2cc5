type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that have a value: what is `undefined` is left out, as the interface leaves optional fields out. */
export function defined<T extends object>(fields: T): Defined<T> {
  const definedFields: Partial<T> = {}
  for (const name in fields) if (fields[name] !== undefined) definedFields[name] = fields[name]
  return definedFields as Partial<T> & Defined<T>
}
