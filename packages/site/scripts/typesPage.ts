import { page, tryFile } from './markdown.ts'
import { textOf } from './recipePages.ts'

/** The reference of `@latchkey/types`, whose types are those of the operations. */
export function typesPages(): ReadonlyMap<string, string> {
  const description = 'The contract as types, a table of operations, zod schemas and an OpenAPI document.'
  const text = textOf(['packages/types/README.md'])
  return new Map([['types.md', page('@latchkey/types', description, [`${description}\n`, tryFile('types.ts'), text])]])
}
