/**
 * How a deployment spells the interface. Each key is a name of the document, and each value is what the deployment has in
 * its place. Names that are left out are spelled as in the document.
 */
export interface NamesFile {
  /** For editors. */
  readonly $schema?: string
  /** URL templates with the same parameters, or what several begin with: `"/api/v0/*": "/v1/*"`. */
  readonly paths?: Spellings
  /** Fields of bodies: `userId` wherever it stands, or `User.email` in one schema. */
  readonly fields?: Spellings
  /** Parameters of queries: `orderBy` in all operations, or `users.list.orderBy` in one. */
  readonly parameters?: Spellings
  /** The values of enums: by the name of the enum's schema, by a field (`Gate.outcome`), or by a parameter. */
  readonly values?: Readonly<Record<string, Spellings>>
  /** Headers that are the interface's own, such as `x-mfa-auth-token`. */
  readonly headers?: Spellings
  readonly cookies?: Spellings
  /** The beginnings of API tokens and keys: `lk_sandbox_`, `lk_live_`, `lk_member_`, `lk_wallet_`. */
  readonly tokenPrefixes?: Spellings
  /** Claims of session tokens that no standard registers. */
  readonly claims?: Spellings
}

type Spellings = Readonly<Record<string, string>>

/** The parts of a names file whose values are spellings. */
const plainSections = [
  'paths',
  'fields',
  'parameters',
  'headers',
  'cookies',
  'tokenPrefixes',
  'claims',
] as const satisfies readonly (keyof NamesFile)[]

const sections: readonly string[] = ['$schema', ...plainSections, 'values']

/** Refuses what is no names file by its form. @throws TypeError */
export function assertForm(file: unknown): asserts file is NamesFile {
  if (!isRecord(file)) throw refusal('it takes an object.')
  const unknown = Object.keys(file).find((key) => !sections.includes(key))
  if (unknown !== undefined)
    throw refusal(`there is no part "${unknown}". The parts are ${sections.slice(1).join(', ')}.`)
  for (const section of plainSections) assertSpellings(file[section], section)
  const { values = {} } = file
  if (!isRecord(values)) throw refusal('"values" must be an object.')
  for (const [owner, spellings] of Object.entries(values)) assertSpellings(spellings, `values of ${owner}`)
}

function assertSpellings(spellings: unknown, place: string): void {
  if (spellings === undefined) return
  if (!isRecord(spellings)) throw refusal(`"${place}" must be an object.`)
  for (const [name, spelling] of Object.entries(spellings)) {
    if (typeof spelling !== 'string' || spelling === '' || spelling === '__proto__')
      throw refusal(`"${name}" in "${place}" must have a text that is not empty.`)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function refusal(reason: string): TypeError {
  return new TypeError(`The names cannot be used: ${reason}`)
}
