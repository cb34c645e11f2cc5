/**
 * Writes `src/operations/generated/resources.ts`, which imports the handlers of every resource.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import { readFileSync } from 'node:fs'
import { listOperations, type OpenApiDocument } from '../../types/scripts/document.ts'
import { banner, writeGenerated } from '../../types/scripts/writeGenerated.ts'

const folder = 'packages/mock/src/operations/generated'
const source = new URL('../../types/src/generated/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(source, 'utf8')) as OpenApiDocument
const resources = [...new Set(listOperations(document).map(({ id }) => id.split('.')[0]))]

const lines = [
  "import type { Resource } from '@latchkey/types'",
  ...resources.map((resource) => `import { ${resource} } from '../${resource}/${resource}.ts'`),
  "import type { ResourceOperations } from '../operation.ts'",
  '',
  '/** The handlers of every operation of the document, by resource and verb. */',
  'export const resources = {',
  ...resources.map((resource) => `  ${resource},`),
  '} satisfies { [R in Resource]: ResourceOperations<R> }',
  '',
]
writeGenerated(new Map([[`${folder}/resources.ts`, banner + lines.join('\n')]]), [folder])
