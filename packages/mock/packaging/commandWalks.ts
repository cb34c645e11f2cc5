import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, onTestFinished } from 'vitest'
import { createProject, packageNames, unpackedFolder } from './consumer.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A page that people read, by its place in the repository or in a package. */
interface Page {
  readonly name: string
  readonly text: string
}

/** Pages of the site that its build writes of those here. An older build may have left them. */
const writtenPages: ReadonlySet<string> = new Set(['changelog.md', 'versions.md'])

/** The pages of the packed packages, and those of the repository that show commands of the mock. */
export async function readPages(): Promise<readonly Page[]> {
  const packed = packageNames.flatMap((name) =>
    ['README.md', 'AGENTS.md'].map((file): [name: string, path: string] => [
      `${name}/${file}`,
      join(unpackedFolder(name), file),
    ]),
  )
  const recipes = join(unpackedFolder('mock'), 'docs/recipes')
  const site = join(root, 'packages/site/pages')
  const inFolder = async (folder: string) =>
    (await readdir(folder))
      .filter((file) => file.endsWith('.md') && !writtenPages.has(file))
      .map((file): [name: string, path: string] => [file, join(folder, file)])
  const files: [name: string, path: string][] = [...packed, ['README.md', join(root, 'README.md')]]
  for (const folder of [recipes, join(unpackedFolder('client'), 'docs'), site, join(site, 'concepts')])
    files.push(...(await inFolder(folder)))
  return Promise.all(files.map(async ([name, path]) => ({ name, text: await readFile(path, 'utf8') })))
}

/** The commands of the mock in a page's blocks of shell code: each line, without its comment. */
export function commandsOf({ text }: Page): string[] {
  const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, code = '']) => code)
  return blocks
    .flatMap((code) => code.split('\n'))
    .filter((line) => /^(npx @latchkey\/mock|\S*latchkey-mock)\b/.test(line))
    .map((line) => line.replace(/ +#.*$/, '').replace(/ &$/, ''))
}

/** The blocks of TypeScript of a page, in order, as one program. */
export async function programOf(path: string): Promise<string> {
  const blocks = (await readFile(path, 'utf8')).matchAll(/^```ts\n(.*?)^```/gms)
  return Array.from(blocks, ([, code = '']) => code).join('\n')
}

/** An empty folder with the packed packages, where `npx` finds their command as after `npm install`. */
export async function emptyProject(name: string): Promise<string> {
  const cwd = await createProject(`walk-${name.replaceAll(/\W+/g, '-')}`, {})
  await mkdir(join(cwd, 'node_modules/.bin'))
  await symlink('../@latchkey/mock/dist/bin/latchkeyMock.js', join(cwd, 'node_modules/.bin/latchkey-mock'))
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  return cwd
}

/** Prints how long each walk of a file took, when all have ended. */
export function timeWalks(): void {
  const rows: string[] = []
  let start = 0
  beforeEach(() => void (start = performance.now()))
  afterEach(({ task }) => {
    rows.push(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${task.name}`)
  })
  afterAll(() => console.log(['The walks took:', ...rows].join('\n')))
}

/** The variables of a walk's commands: any free port, and nothing from the network. */
export const walkVariables = (cwd: string) => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  LATCHKEY_PORT: '0',
  NODE_OPTIONS: '',
  NO_COLOR: '1',
  XDG_DATA_HOME: join(cwd, 'data'),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
})

/** A command of a page that serves until it is ended. */
export interface Served {
  readonly url: string
  /** All that it has printed. */
  output(): string
  /** Ends it as Ctrl+C does. @returns Its exit code */
  end(): Promise<number>
}

/** Runs a line of a page by the shell, and waits until it says where it listens. @throws Error when it ends before */
export async function serveCommand(
  line: string,
  { cwd, variables = {} }: { readonly cwd: string; readonly variables?: Readonly<Record<string, string>> },
): Promise<Served> {
  const env = { ...process.env, ...walkVariables(cwd), ...variables }
  // The trap lets the shell outlive the signal, and end with the exit code of the command.
  const child = spawn('sh', ['-c', `trap : INT\n${line}`], { cwd, env, detached: true })
  const closed = once(child, 'close') as Promise<[number]>
  // The shell and what it has started.
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name)
  }
  onTestFinished(() => signal('SIGKILL'))
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        const [, address] = /listening at\s+(https?:\/\/[^\s/]+?)[./]?\s/i.exec(text) ?? []
        if (address) resolve(address)
      })
    closed.then(() => reject(new Error(`\`${line}\` has ended:\n${text}`)), reject)
  })
  return {
    url,
    output: () => text,
    async end() {
      signal('SIGINT')
      return (await closed)[0]
    },
  }
}
