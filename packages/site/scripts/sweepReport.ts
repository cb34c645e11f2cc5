import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { page, tryFile } from './markdown.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))

/** Folders of packages, from that of all packages, by the names that the swept project imports. */
const dependencies: Readonly<Record<string, string>> = {
  '@testing-library/react': 'runners/node_modules/@testing-library/react',
  jsdom: 'runners/node_modules/jsdom',
  msw: 'mock/node_modules/msw',
  react: 'runners/node_modules/react',
  'react-dom': 'runners/node_modules/react-dom',
  vitest: 'mock/node_modules/vitest',
}

/** The packages that are copied, as they are installed: a line of theirs is none of the app. */
const installed = ['types', 'client', 'mock']

/** The files of the page that is swept, and of its test, by the Markdown that shows them. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'client/README.md': ['session.ts', 'App.tsx', 'SignIn.tsx'],
  'mock/docs/recipes/sweep.md': ['vitest.config.ts', 'App.sweep.test.tsx'],
}

/** The line of the page without which an error of signing out is left unhandled. */
const careful = '.catch(console.warn)'
/** The end of the test, where its options are. */
const options = '{ cleanup },'

/** Where the site has the report. */
export const reportPath = 'reports/sweep.html'

/** The page that shows the report. */
export function sweepReportPage(): string {
  const description = 'What a sweep finds in the page of the README: each call, each failure, and what the app did.'
  return page('A report of a sweep', { description, keywords: ['sweep report', 'JUnit', 'CI artifacts'] }, [
    `This page was written by a [sweep](./recipes/sweep) when the site was built. The app is the
[page for React](./recipes/react), from which we took one \`${careful}\`: when signing out fails, nobody sees it. The
option \`report\` writes such a page, a JUnit file and JSON. The table leads from each mark to its case, with its calls, the
line that threw, and the command that runs it again.
`,
    `<p><a href="/${reportPath}" target="_self">Open the report by itself</a></p>

<iframe class="report" src="/${reportPath}" title="The report of a sweep"></iframe>
`,
    `## One call by hand\n`,
    tryFile('recipes/sweep.ts'),
  ])
}

/**
 * Sweeps the page of the client's README with the built packages, as the recipe does.
 *
 * @returns The page that the sweep has written.
 * @throws Error with what vitest has printed, when there is no report
 */
export function sweepReport(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sweep-')))
  try {
    for (const [path, text] of sweptFiles()) writeFileSync(join(folder, path), text)
    for (const name of installed) install(folder, name)
    for (const [name, path] of Object.entries(dependencies)) link(folder, name, join(packages, path))
    const args = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run']
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 600_000 })
    const [path] = globSync('reports/*.html', { cwd: folder })
    if (path === undefined) throw new Error(`The sweep of the page wrote no report.\n${stdout}${stderr}`)
    return readFileSync(join(folder, path), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a built package into a project, and links the libraries that it needs beside it. */
function install(folder: string, name: string): void {
  const source = join(packages, name)
  const target = join(folder, 'node_modules/@latchkey', name)
  for (const part of ['dist', 'package.json']) cpSync(join(source, part), join(target, part), { recursive: true })
  const { dependencies: libraries = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>
  }
  for (const library of Object.keys(libraries))
    if (!library.startsWith('@latchkey/')) link(target, library, join(source, 'node_modules', library))
}

function link(folder: string, name: string, source: string): void {
  const target = join(folder, 'node_modules', name)
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(source, target, 'junction')
}

function sweptFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [source, paths] of Object.entries(shown)) {
    const markdown = readFileSync(join(packages, source), 'utf8')
    for (const path of paths) files.set(path, fileIn(markdown, path))
  }
  replace(files, { path: 'App.tsx', text: careful, by: '' })
  replace(files, { path: 'App.sweep.test.tsx', text: options, by: "{ cleanup, report: 'reports' }," })
  return files
}

/** The block of a page whose first line names a file. */
function fileIn(markdown: string, path: string): string {
  const start = markdown.indexOf(`\n// ${path}\n`)
  if (start === -1) throw new Error(`No page shows the file ${path} any more, which the sweep needs.`)
  return markdown.slice(start, markdown.indexOf('\n```', start))
}

function replace(
  files: Map<string, string>,
  { path, text, by }: { readonly path: string; readonly text: string; readonly by: string },
): void {
  const file = files.get(path) ?? ''
  if (!file.includes(text)) throw new Error(`${path} has no "${text}" any more, which the swept page is made by.`)
  files.set(path, file.replace(text, by))
}
