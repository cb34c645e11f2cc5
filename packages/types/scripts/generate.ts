/**
 * Writes `src/generated/`, that of `packages/names`, the root's SUPPORTED.md and the table of the page about events from
 * the handwritten document in `spec/`.
 *
 * `--check` writes nothing, and fails when the committed files differ from the generated ones.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenApiDocument } from './document.ts'
import { withEventsTable } from './eventsTable.ts'
import { boundIntegers } from './integerBounds.ts'
import { printOperationTable } from './operationTable.ts'
import { nameOrderings } from './orderings.ts'
import { printShapes } from './shapes.ts'
import { type EvidenceById, printSupportedPage } from './supportedPage.ts'
import { printWebhookTable } from './webhooks.ts'
import { banner, writeGenerated } from './writeGenerated.ts'
import { printZodSchemas } from './zodSchemas.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const document = bundle()
boundIntegers(document.paths)
boundIntegers(document.components)
nameOrderings(document)
const folder = 'packages/types/src/generated'
const evidence = JSON.parse(readFileSync(join(root, 'packages/mock/evidence.json'), 'utf8')) as EvidenceById
const namesFolder = 'packages/names/src/generated'
const eventsPage = 'spec/decisions/12-events.md'
const files = new Map([
  [`${folder}/openapi.json`, `${JSON.stringify(document, null, 2)}\n`],
  [
    `${folder}/openapi.ts`,
    banner +
      astToString(
        await openapiTS(JSON.stringify(document, withoutOpenness), {
          emptyObjectsUnknown: true,
          defaultNonNullable: false,
        }),
      ),
  ],
  [`${folder}/operations.ts`, banner + printOperationTable(document)],
  [`${folder}/webhooks.ts`, banner + printWebhookTable(document)],
  [`${folder}/zod.ts`, banner + printZodSchemas(document)],
  [`${namesFolder}/shapes.ts`, banner + printShapes(document)],
  ['SUPPORTED.md', printSupportedPage(document, evidence)],
  [eventsPage, withEventsTable(readFileSync(join(root, eventsPage), 'utf8'), document)],
])
writeGenerated(files, [folder, namesFolder])

function bundle(): OpenApiDocument {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundle-'))
  try {
    const file = join(folder, 'openapi.json')
    const { status, stderr } = spawnSync(
      'redocly',
      ['bundle', 'latchkey', '--config', 'spec/redocly.yaml', '--output', file],
      { cwd: root, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`The document cannot be bundled.\n${stderr}`)
    return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * A replacer for JSON that removes `additionalProperties: true`, since types are open anyway. An index signature would
 * refuse the objects of browsers, whose types are interfaces.
 */
function withoutOpenness(_: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('properties' in node && 'additionalProperties' in node))
    return node
  const { additionalProperties, ...rest } = node
  return additionalProperties === true ? rest : node
}
