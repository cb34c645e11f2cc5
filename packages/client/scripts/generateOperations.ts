/**
 * Writes `src/generated/` from the bundled document of @latchkey/types: one module of functions per resource, what calls
 * by path need, and the data of webhooks.
 *
 * `--check` writes nothing and fails if a committed file differs from the generated one.
 */
import { readFileSync } from 'node:fs'
import {
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  resolve,
  type Response,
} from '../../types/scripts/document.ts'
import { listWebhooks } from '../../types/scripts/webhooks.ts'
import { banner, writeGenerated } from '../../types/scripts/writeGenerated.ts'
import { patternOf } from './patternOf.ts'
import { printResource } from './printResource.ts'
import { printWebhooks } from './printWebhooks.ts'
import { Schemas } from './schemas.ts'

const folder = 'packages/client/src/generated'
const source = new URL('../../types/src/generated/openapi.json', import.meta.url)

const files = print(JSON.parse(readFileSync(source, 'utf8')) as OpenApiDocument)
writeGenerated(new Map(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])), [folder])

function print(document: OpenApiDocument): Record<string, string> {
  const entries = listOperations(document)
  const schemas = new Schemas(document)
  const resources = [...new Set(entries.map(({ id }) => id.split('.')[0] as string))].sort()
  const modules = resources.map((resource) => {
    const resourceEntries = entries.filter(({ id }) => id.startsWith(`${resource}.`))
    return [`operations/${resource}.ts`, banner + printResource(document, schemas, resourceEntries)] as const
  })
  const index = [
    ...resources.map((resource) => `export * as ${resource} from './${resource}.ts'`),
    `export type * from './schemas.ts'`,
  ]
  return {
    ...Object.fromEntries(modules),
    'operations/index.ts': `${banner}${index.join('\n')}\n`,
    'operations/schemas.ts': banner + schemas.print(),
    'paths.ts': banner + printPaths(document, entries),
    'webhooks.ts': banner + printWebhooks(listWebhooks(document)),
  }
}

/** The facts about operations that calls by path need, as short patterns: full paths would enlarge every bundle. */
function printPaths(document: OpenApiDocument, entries: readonly OperationEntry[]): string {
  const isRedirecting = ({ operation }: OperationEntry): boolean => '302' in operation.responses
  const answersEmpty200 = ({ operation }: OperationEntry): boolean => {
    const response = operation.responses[200]
    return response !== undefined && !resolve<Response>(document, response).content
  }
  return [
    '/** The paths that answer with a redirect, which fetch must not follow. */',
    `export const redirectPath = ${patternOf(entries, isRedirecting)}`,
    '',
    '/** Method and path of the operations that may answer 200 without a body. */',
    `export const emptyCall = ${patternOf(entries, answersEmpty200, true)}`,
    '',
  ].join('\n')
}
