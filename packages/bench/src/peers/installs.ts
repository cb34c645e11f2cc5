import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpmCommand } from '../../../tooling/src/pnpm.ts'
import { median } from '../measure.ts'
import { plainEnvironment } from './runningServer.ts'
import type { Subject } from './subject.ts'

const peers = fileURLToPath(new URL('../../peers/', import.meta.url))
const packages = fileURLToPath(new URL('../../../', import.meta.url))
const turns = 3
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** A project in which a subject is installed, as npm does it. */
export interface Install {
  readonly project: string
  readonly version: string
  readonly license: string
  /** By a lockfile and from npm's cache, without the network: the median of three. */
  readonly ms: number
  /** Sum of the sizes of all files. */
  readonly bytes: number
}

/** Installs ours from tarballs, with the dependencies that users get. */
export function installOurs(): Install {
  const project = mkdtempSync(join(tmpdir(), 'latchkey-ours-'))
  const [file, ...args] = pnpmCommand()
  for (const name of ['types', 'mock'])
    execFileSync(file, [...args, 'pack', '--pack-destination', project], { cwd: join(packages, name), stdio: 'ignore' })
  const tarballs = globSync('*.tgz', { cwd: project }).map((name) => `./${name}`)
  npm(project, ['install', '--offline', '--package-lock-only', ...tarballs])
  return measure('@latchkey/mock', project)
}

/** Installs a peer in a new project. If npm's cache lacks a package, the first install fills it. */
export function installPeer({ package: name, folder = '' }: Subject): Install {
  const project = mkdtempSync(join(tmpdir(), `latchkey-${folder}-`))
  cpSync(join(peers, folder), project, { recursive: true })
  try {
    return measure(name, project)
  } catch {
    npm(project, ['ci'])
    return measure(name, project)
  }
}

export function remove({ project }: Install): void {
  rmSync(project, { recursive: true, force: true })
}

function measure(name: string, project: string): Install {
  const modules = join(project, 'node_modules')
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    rmSync(modules, { recursive: true, force: true })
    const start = performance.now()
    npm(project, ['ci', '--offline'])
    times.push(performance.now() - start)
  }
  const { version, license } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as Record<
    'version' | 'license',
    string
  >
  return { project, version, license, ms: median(times), bytes: sizeOf(modules) }
}

function npm(cwd: string, args: readonly string[]): void {
  execFileSync('npm', [...args, ...quiet], { cwd, env: plainEnvironment(), stdio: 'pipe' })
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
