import type { OpenApiDocument } from '../mcp/document.ts'

/** The names that the document itself has. No data is among them, so a report can show them. */
export interface DocumentWords {
  /** Names of fields and parameters as they are written, and names of headers in lower case. */
  readonly names: ReadonlySet<string>
  /** The segments of its paths that are no parameters, such as `environments`. */
  readonly segments: ReadonlySet<string>
}

/** Collects the names of a document. Its examples do not count, since what they have looks like data. */
export function wordsOf(document: OpenApiDocument): DocumentWords {
  const names = new Set<string>()
  collectNames(document, names)
  const segments = Object.keys(document.paths).flatMap((path) => path.split('/'))
  return { names, segments: new Set(segments.filter((segment) => !segment.startsWith('{'))) }
}

/** Keywords whose values are data. */
const dataKeywords: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Notes the names in a part of the document: a schema, a parameter, a reply, or what has them. */
function collectNames(part: unknown, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return
  const { name, in: place, properties, headers } = part as Readonly<Record<string, unknown>>
  if (typeof name === 'string' && typeof place === 'string') names.add(name)
  for (const field of keysOf(properties)) names.add(field)
  for (const header of keysOf(headers)) names.add(header.toLowerCase())
  for (const [keyword, inner] of Object.entries(part)) {
    // The keys of `properties` are names, and no keywords.
    if (inner === properties) for (const schema of Object.values(Object(inner))) collectNames(schema, names)
    else if (!dataKeywords.has(keyword)) collectNames(inner, names)
  }
}

const keysOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : [])
