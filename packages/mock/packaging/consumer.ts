import { execFile } from 'node:child_process'
import { chmod, cp, link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runnerFolder } from '@latchkey/runners'
import { inject } from 'vitest'
import { isFull } from './tier.ts'

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const packageNames = ['types', 'client', 'mock'] as const

type PackageName = (typeof packageNames)[number]

/** A folder outside of the workspace with the packages as users install them. */
export interface InstalledPackages {
  readonly folder: string
  /** The tarball of a package. */
  readonly tarballs: Readonly<Record<PackageName, string>>
}

/** Dependencies of applications besides the packages, from the workspace. */
const installedBeside = {
  msw: packageFolder('msw'),
  msw2: packageFolder('msw2'),
  'jest-environment-jsdom': runnerFolder('jest-environment-jsdom'),
  react: runnerFolder('react'),
  'solid-js': runnerFolder('solid-js'),
  svelte: runnerFolder('svelte'),
  vue: runnerFolder('vue'),
  '@types/react': runnerFolder('@types/react'),
  // Peers of the mock that flags of its command need.
  ...Object.fromEntries(
    [
      '@ethereumjs/evm',
      'nodemailer',
      ...['api', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => `@opentelemetry/${name}`),
    ].map((name) => [name, here(`../node_modules/${name}`)]),
  ),
}

/**
 * Packs the three packages, and installs them next to copies of `consumers/`: by npm in `pnpm test:full`. Otherwise only
 * `smoke.test.ts` asks the registry, and the packages lie here as npm would install them.
 */
export async function createConsumer(): Promise<{ packages: InstalledPackages; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-consumer-'))
  const packed = join(folder, 'packed')
  await mkdir(packed)
  for (const name of packageNames) await pnpm(here(`../../${name}/`), 'pack', '--pack-destination', packed)
  const files = await readdir(packed)
  const tarball = (name: string) => join(packed, files.find((file) => file.startsWith(`latchkey-${name}-`)) as string)
  const tarballs = { types: tarball('types'), client: tarball('client'), mock: tarball('mock') }
  const dependencies = Object.fromEntries(packageNames.map((name) => [`@latchkey/${name}`, `file:${tarballs[name]}`]))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { ...dependencies, zod: '^4.1.0' } }),
  )
  if (isFull)
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], { cwd: folder })
  else for (const name of packageNames) await unpack(folder, name, tarballs[name])
  await linkAll(folder, installedBeside)
  await cp(here('./consumers/'), folder, { recursive: true })
  return { packages: { folder, tarballs }, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Puts a package, its dependencies and its commands where npm puts them. */
async function unpack(folder: string, name: PackageName, tarball: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  const unpacked = join(modules, '@latchkey', name)
  await mkdir(unpacked, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
  const { dependencies = {}, bin = {} } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
    bin?: Record<string, string>
  }
  // Those of the workspace are unpacked as well.
  const libraries = Object.keys(dependencies).filter((dependency) => !dependency.startsWith('@latchkey/'))
  const targets = libraries.map((library) => [library, here(`../../${name}/node_modules/${library}`)])
  await linkAll(folder, Object.fromEntries(name === 'types' ? [['zod', packageFolder('zod')], ...targets] : targets))
  await mkdir(join(modules, '.bin'), { recursive: true })
  for (const [command, path] of Object.entries(bin)) {
    await chmod(join(unpacked, path), 0o755)
    await symlink(join('../@latchkey', name, path), join(modules, '.bin', command))
  }
}

/** Links folders as dependencies of a project, by the name that programs import. */
async function linkAll(project: string, dependencies: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, target] of Object.entries(dependencies)) {
    const path = join(project, 'node_modules', name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(target, path)
  }
}

/** Makes a folder with the files of another one. They are the same files, so a copy costs no reading. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFiles(source, target)
    else await link(source, target)
  }
}

/**
 * Creates a folder in the consumer's, whose programs find only these dependencies beside the packages.
 *
 * @param dependencies - Their folders, by the name that programs import.
 */
export async function createProject(name: string, dependencies: Readonly<Record<string, string>>): Promise<string> {
  const { folder } = installedPackages()
  const project = join(folder, 'projects', name)
  // Links to the folders would not do: their files would look for dependencies beside the first folder.
  await linkFiles(join(folder, 'node_modules/@latchkey'), join(project, 'node_modules/@latchkey'))
  await linkAll(project, dependencies)
  return project
}

/** The folder that `setup.ts` has created. */
export function installedPackages(): InstalledPackages {
  return inject('installedPackages')
}

/** The folder of an unpacked tarball. */
export function unpackedFolder(name: PackageName): string {
  return join(installedPackages().folder, 'node_modules', '@latchkey', name)
}

/**
 * Runs a Node program in the folder.
 *
 * @returns Its output.
 * @throws Error with all output when it fails.
 */
export function runNode(
  args: readonly string[],
  {
    node = process.execPath,
    cwd = installedPackages().folder,
    variables = {},
  }: { node?: string; cwd?: string; variables?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  return execute(node, args, { cwd, variables })
}

/** Runs a command line in a folder, with the Node of the tests. @returns Its output. @throws Error with all output */
export function runShell(
  line: string,
  { cwd, variables = {} }: { cwd: string; variables?: Readonly<Record<string, string>> },
): Promise<string> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return execute('sh', ['-c', line], { cwd, variables: { PATH, ...variables } })
}

/** The script of a package's command, for `node`. */
export function command(packageName: string, bin: string): string {
  return join(packageFolder(packageName), bin)
}

/** The folder of a dependency of this package. */
export function packageFolder(name: string): string {
  return dirname(resolve(`${name}/package.json`))
}

async function execute(
  file: string,
  args: readonly string[],
  { cwd, variables }: { readonly cwd: string; readonly variables?: Readonly<Record<string, string>> },
): Promise<string> {
  try {
    const { stdout, stderr } = await run(file, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...variables } })
    return stdout + stderr
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** The path of the pnpm that runs the tests. */
function pnpm(cwd: string, ...args: string[]): Promise<string> {
  const script = process.env.npm_execpath
  if (script?.includes('pnpm'))
    return script.endsWith('js')
      ? execute(process.execPath, [script, ...args], { cwd })
      : execute(script, args, { cwd })
  return execute('npx', ['--yes', 'pnpm@12', ...args], { cwd })
}
