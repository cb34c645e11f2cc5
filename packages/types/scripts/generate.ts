/**
 * Writes `src/generated/` and the root's SUPPORTED.md from the handwritten document in `spec/`.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenApiDocument } from './document.ts'
import { boundIntegers } from './integerBounds.ts'
import { printOperationTable } from './operationTable.ts'
import { nameOrderings } from './orderings.ts'
import { printSupportedPage } from './supportedPage.ts'
import { printZodSchemas } from './zodSchemas.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const banner = '// Written by `pnpm generate` from spec/. Edit spec/ instead.\n'

const document = bundle()
boundIntegers(document.paths)
boundIntegers(document.components)
nameOrderings(document)
const files: Record<string, string> = {
  [generated('openapi.json')]: `${JSON.stringify(document, null, 2)}\n`,
  [generated('openapi.ts')]:
    banner + astToString(await openapiTS(JSON.stringify(document, withoutOpenness), { emptyObjectsUnknown: true })),
  [generated('operations.ts')]: banner + printOperationTable(document),
  [generated('zod.ts')]: banner + printZodSchemas(document),
  'SUPPORTED.md': printSupportedPage(document),
}

if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((name) => read(name) !== files[name])
  if (stale.length > 0) {
    console.error(`These files are stale: ${stale.join(', ')}. Run \`pnpm generate\` and commit what it writes.`)
    process.exit(1)
  }
} else {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
}

function generated(name: string): string {
  return join('packages/types/src/generated', name)
}

function bundle(): OpenApiDocument {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundle-'))
  try {
    const file = join(folder, 'openapi.json')
    execFileSync('redocly', ['bundle', 'spec/openapi.yaml', '--output', file], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * A replacer for JSON: types are open as they are. The index signature of an open object would refuse what browsers
 * make, since their types are interfaces.
 */
function withoutOpenness(_: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('properties' in node && 'additionalProperties' in node))
    return node
  const { additionalProperties, ...rest } = node
  return additionalProperties === true ? rest : node
}

function read(name: string): string | undefined {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return undefined
  }
}
