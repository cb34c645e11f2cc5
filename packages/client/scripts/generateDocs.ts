/**
 * Writes `docs/api/`, the reference of all exports of the package, from its TSDoc: a page per resource.
 *
 * `--check` writes nothing and fails if a committed file differs from the generated one.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'
import { writeGenerated } from '../../types/scripts/writeGenerated.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Subpaths besides `.` and `./operations`, as package.json exports them. */
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { '@latchkey/source'?: string } | string>
}
const sources = Object.values(exports)
  .flatMap((entry) => (typeof entry === 'object' && entry['@latchkey/source'] ? [entry['@latchkey/source']] : []))
  .filter((path) => !path.includes('/generated/'))

const target = 'packages/client/docs/api'
const pages = await print()
writeGenerated(new Map(pages.map(([name, text]) => [`${target}/${name}`, text])), [target])

async function print(): Promise<[name: string, text: string][]> {
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
      // TypeDoc reads a link in `@throws` as a type without a page; editors show it correctly.
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
    return globSync('**/*.md', { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
