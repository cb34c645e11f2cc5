/**
 * Writes `docs/api/`, the reference of all that the package exports, from its TSDoc: a page per resource.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'docs/api')
/** Subpaths besides `.` and `./operations`, as package.json exports them. */
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { '@latchkey/source'?: string } | string>
}
const sources = Object.values(exports)
  .flatMap((entry) => (typeof entry === 'object' && entry['@latchkey/source'] ? [entry['@latchkey/source']] : []))
  .filter((path) => !path.includes('/generated/'))

const pages = await print()
const present = new Map(list(target).map((name) => [name, readFileSync(join(target, name), 'utf8')]))
const stale = [...new Set([...pages.keys(), ...present.keys()])].filter((name) => pages.get(name) !== present.get(name))

if (!process.argv.includes('--check')) {
  for (const name of stale) {
    rmSync(join(target, name), { force: true })
    const text = pages.get(name)
    if (text === undefined) continue
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), text)
  }
} else if (stale.length > 0) {
  console.error(
    `docs/api of @latchkey/client is stale (${stale.join(', ')}). Run \`pnpm --filter @latchkey/client docs\` and commit what it writes.`,
  )
  process.exit(1)
}

async function print(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
  try {
    const app = await Application.bootstrapWithPlugins({
      plugin: ['typedoc-plugin-markdown'],
      name: '@latchkey/client',
      out: folder,
      entryPoints: [...sources, 'src/generated/operations/*.ts'].map((path) => join(root, path)),
      exclude: ['**/generated/operations/index.ts', '**/*.test.ts'],
      tsconfig: join(root, 'tsconfig.json'),
      readme: 'none',
      router: 'module',
      sort: ['source-order'],
      groupOrder: ['Variables', 'Functions', 'Classes', 'Interfaces', 'Type Aliases', '*'],
      disableSources: true,
      excludeInternal: true,
      excludeExternals: true,
      skipErrorChecking: true,
      hideGenerator: true,
      includeVersion: false,
      // A link in `@throws` is read as a type, which leads nowhere; it is fine in an editor.
      validation: { invalidLink: false, notExported: false, notDocumented: false },
      logLevel: 'Error',
      ...({
        hidePageHeader: true,
        hideBreadcrumbs: true,
        parametersFormat: 'list',
        interfacePropertiesFormat: 'table',
      } as object),
    })
    const project = await app.convert()
    if (!project) throw new Error('The TSDoc of @latchkey/client cannot be read.')
    await app.generateOutputs(project)
    if (app.logger.hasErrors()) throw new Error('The reference of @latchkey/client cannot be written.')
    return new Map(list(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
  } catch {
    return []
  }
}
