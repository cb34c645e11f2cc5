import { shapes } from './generated/shapes.ts'
import { type KnownNames, listNames, objects } from './listNames.ts'
import { assertForm, type NamesFile, refusal } from './namesFile.ts'
import { nearest } from './nearest.ts'
import { callbacks, claimSchemas, standardSchemas, tokenPrefixes } from './shapes.ts'

/** The spellings of a deployment, by the names of the document. `undefined` stands for the document's own spelling. */
export interface Spelling {
  /** Of a field of a schema, and of a claim. */
  field(schema: string, field: string): string | undefined
  /** Of a parameter of an operation's query. */
  parameter(operation: string, parameter: string): string | undefined
  /** Of the values of an enum. @param owner - `Gate.outcome` or `users.list.orderBy` */
  values(name: string, owner: string): ReadonlyMap<string, string> | undefined
  readonly headers: ReadonlyMap<string, string>
  readonly cookies: ReadonlyMap<string, string>
  readonly tokenPrefixes: ReadonlyMap<string, string>
  readonly claims: ReadonlyMap<string, string>
  readonly paths: ReadonlyMap<string, string>
}

type Spellings = ReadonlyMap<string, string>

/** Headers that every request and reply can have besides the interface's own. */
const commonHeaders = ['authorization', 'content-type', 'content-length', 'cookie', 'set-cookie', 'origin', 'location']

/**
 * Reads a names file, and checks each name and spelling.
 *
 * @throws TypeError for a name that the document does not have, and for a spelling that two names would share
 */
export function readSpelling(file: unknown): Spelling {
  assertForm(file)
  const spellings = (section: Exclude<keyof NamesFile, '$schema' | 'values'>) =>
    new Map(Object.entries(file[section] ?? {}))
  const values = new Map(
    Object.entries(file.values ?? {}).map(([owner, names]) => [owner, new Map(Object.entries(names))]),
  )
  const [fields, parameters, claims] = [spellings('fields'), spellings('parameters'), spellings('claims')]
  const spelling: Spelling = {
    field(schema, field) {
      if (claimSchemas.has(schema)) return claims.get(field)
      return standardSchemas.has(schema) ? undefined : (fields.get(`${schema}.${field}`) ?? fields.get(field))
    },
    parameter(operation, parameter) {
      if (callbacks.has(operation)) return undefined
      return parameters.get(`${operation}.${parameter}`) ?? parameters.get(parameter)
    },
    values: (name, owner) => values.get(owner) ?? values.get(name),
    headers: lowerCased(spellings('headers')),
    cookies: spellings('cookies'),
    tokenPrefixes: spellings('tokenPrefixes'),
    claims,
    paths: spellings('paths'),
  }
  const documented = listNames()
  assertKnown('field', fields.keys(), documented.fields)
  assertKnown('parameter', parameters.keys(), documented.parameters)
  assertKnown('claim', claims.keys(), documented.claims)
  assertKnown('header', spelling.headers.keys(), documented.headers)
  assertKnown('cookie', spelling.cookies.keys(), documented.cookies)
  assertKnown('token prefix', spelling.tokenPrefixes.keys(), documented.tokenPrefixes)
  assertValues(values, documented.enums)
  assertSyntax(spelling)
  assertDistinct(spelling)
  return spelling
}

const lowerCased = (spellings: Spellings) =>
  new Map([...spellings].map(([name, spelling]) => [name.toLowerCase(), spelling.toLowerCase()]))

function assertKnown(what: string, names: Iterable<string>, documented: readonly string[]): void {
  const all = new Set(documented)
  for (const name of names) {
    if (all.has(name)) continue
    throw refusal(`the document has no ${what} "${name}". Did you mean "${nearest(name, documented)}"?`)
  }
}

function assertValues(values: ReadonlyMap<string, Spellings>, places: KnownNames['enums']): void {
  assertKnown('enum', values.keys(), [...places.keys()])
  for (const [place, spellings] of values) {
    const documented = places.get(place) ?? []
    assertKnown(`value of ${place}`, spellings.keys(), documented)
    assertOneEach(documented, (value) => spellings.get(value), `values of ${place}`)
  }
}

const token = /^[\w!#$%&'*+.^`|~-]+$/

function assertSyntax({ headers, cookies, tokenPrefixes: prefixes }: Spelling): void {
  for (const [what, spellings] of [
    ['header', headers],
    ['cookie', cookies],
    ['token prefix', prefixes],
  ] as const)
    for (const spelling of spellings.values())
      if (!token.test(spelling)) throw refusal(`"${spelling}" cannot be a ${what}.`)
}

/** Refuses a spelling that two names would share where they stand together. */
function assertDistinct(spelling: Spelling): void {
  for (const [schema, fields] of objects()) assertOneEach(fields, (field) => spelling.field(schema, field), schema)
  for (const [id, { query = {} }] of Object.entries(shapes.operations))
    assertOneEach(Object.keys(query), (name) => spelling.parameter(id, name), `the query of ${id}`)
  const headers = [...shapes.headers, ...commonHeaders]
  assertOneEach(headers, (name) => spelling.headers.get(name), 'headers')
  assertOneEach(shapes.cookies, (name) => spelling.cookies.get(name), 'cookies')
  assertOneEach(tokenPrefixes, (name) => spelling.tokenPrefixes.get(name), 'token prefixes')
}

function assertOneEach(names: Iterable<string>, spell: (name: string) => string | undefined, place: string): void {
  const taken = new Map<string, string>()
  for (const name of names) {
    const spelled = spell(name) ?? name
    const other = taken.get(spelled)
    if (other !== undefined) throw refusal(`"${other}" and "${name}" of ${place} would both be "${spelled}".`)
    taken.set(spelled, name)
  }
}
