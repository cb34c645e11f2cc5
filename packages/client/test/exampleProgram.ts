import { readdirSync, readFileSync } from 'node:fs'
import { listOperations, type OpenApiDocument } from '../../types/scripts/document.ts'
import { readyNames } from '../scripts/printExample.ts'

const operations = new URL('../src/generated/operations/', import.meta.url)
const document = JSON.parse(
  readFileSync(new URL('../../types/src/generated/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument

/** The `@example` of each operation function, by the operation's id. */
export function extractExamples(): Map<string, string> {
  const examples = new Map<string, string>()
  for (const file of readdirSync(operations).filter((name) => name !== 'index.ts' && name !== 'schemas.ts')) {
    const source = readFileSync(new URL(file, operations), 'utf8')
    for (const [, comment = '', id = ''] of source.matchAll(
      /\/\*\*\n((?: \*.*\n)+?) \*\/\nexport const \w+: .*\n.*?(?:listOperation|operation)\('(\S+) /g,
    )) {
      const code = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(comment)?.[1]
      if (code) examples.set(id, code.replace(/^ \* ?/gm, '').replaceAll('*\\/', '*/'))
    }
  }
  return examples
}

/** The variables of an example: the name of each, and the input field that it fills. */
export function readyFor(id: string): Map<string, readonly string[]> {
  const entry = listOperations(document).find((candidate) => candidate.id === id)
  if (!entry) throw new Error(`There is no operation ${id}.`)
  return readyNames(document, entry)
}

/** One module with each example as a function of a client and of its variables. */
export function printProgram(examples: ReadonlyMap<string, string>): string {
  const resources = [...new Set([...examples.keys()].map((id) => id.split('.')[0]))]
  const functions = [...examples].map(([id, code]) => {
    const ready = [...readyFor(id)]
    const types = ready.map(([name, path]) => `${name}: ${typeAt(id, path)}`).join('; ')
    return `  ${JSON.stringify(id)}: async (client: Caller, { ${ready.map(([name]) => name).join(', ')} }: { ${types} }, console: { log(value: unknown): void }) => {\n${code}  },`
  })
  return [
    "import type { Caller } from '@latchkey/client'",
    `import { ${resources.join(', ')} } from '@latchkey/client/operations'`,
    'export const examples = {',
    ...functions,
    '}',
    '',
  ].join('\n')
}

/** A module that compiles only if each type of a reply accepts the type of @latchkey/types. */
export function printComparison(): string {
  const schemas = readFileSync(new URL('schemas.ts', operations), 'utf8')
  const names = Array.from(schemas.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name = '']) => name).filter(
    (name) => name in document.components.schemas,
  )
  return [
    "import type { components } from '@latchkey/types'",
    "import type * as declared from '@latchkey/client/operations'",
    "type Schemas = components['schemas']",
    ...names.map((name) => `export const as${name} = (value: Schemas['${name}']): declared.${name} => value`),
    '',
  ].join('\n')
}

function typeAt(id: string, path: readonly string[]): string {
  return path.reduce(
    (type, key) => `NonNullable<${type}>[${/^\d+$/.test(key) ? 'number' : `'${key}'`}]`,
    `Parameters<typeof ${id}>[1]`,
  )
}
