import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileProblem } from '../readDataFile.ts'
import { findPackageManager, type PackageManager } from './packageManagers.ts'

/** The project that `init` adds files to. */
export interface Project {
  readonly folder: string
  /** The declared dependencies, also those for development: their ranges by name. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly isTypeScript: boolean
  /** Whether its `.js` files are ES modules. */
  readonly isModule: boolean
  readonly manager: PackageManager
  /** The first of these paths that exists. */
  find(paths: readonly string[]): string | undefined
  /** The text of a file; empty without the file. */
  text(path: string | undefined): string
}

interface Manifest {
  readonly type?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * Reads a project's folder.
 *
 * @throws TypeError with one line where the folder has no readable `package.json`
 */
export function readProject(path: string, userAgent?: string): Project {
  const folder = resolve(path)
  const { type, dependencies, devDependencies } = readManifest(folder)
  const declared = { ...dependencies, ...devDependencies }
  return {
    folder,
    dependencies: declared,
    isTypeScript: existsSync(join(folder, 'tsconfig.json')) || 'typescript' in declared,
    isModule: type === 'module',
    manager: findPackageManager(folder, userAgent),
    find: (paths) => paths.find((file) => existsSync(join(folder, file))),
    text: (file) => (file === undefined ? '' : readFileSync(join(folder, file), 'utf8')),
  }
}

function readManifest(folder: string): Manifest {
  if (!readable(folder)) throw new TypeError(`There is no folder ${folder}.`)
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new TypeError(`There is no package.json in ${folder}. Run init in a project, or create one with "npm init".`)
  const value = parse(file)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`The file ${file} is not an object of JSON.`)
  return value
}

function readable(folder: string): boolean {
  try {
    readdirSync(folder)
    return true
  } catch {
    return false
  }
}

function parse(file: string): unknown {
  try {
    // npm accepts a byte order mark, too.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw fileProblem('file', file, error)
  }
}

/**
 * Refuses a project that has an older version of a package than the files need.
 *
 * @param minimum - Major and minor version.
 * @throws TypeError with one line
 */
export function requireVersion(project: Project, name: string, [major, minor]: readonly [number, number]): void {
  const version = installedVersion(project.folder, name) ?? project.dependencies[name] ?? ''
  // Other ranges, such as ">=3", may well be met by a new version.
  const match = /^(?:npm:[^ ]+@)?[\^~v=]?(\d+)(?:\.(\d+))?/.exec(version)
  if (!match) return
  const [hasMajor, hasMinor] = [Number(match[1]), match[2] === undefined ? undefined : Number(match[2])]
  // A caret allows later minor versions; only what is installed is exact.
  const isExact = !/[\^x*]/.test(version) && hasMinor !== undefined
  if (hasMajor > major || (hasMajor === major && !(isExact && hasMinor < minor))) return
  throw new TypeError(
    `The kit needs ${name} ${major}.${minor} or later, and this project has ${version}. Update it first.`,
  )
}

/** The version that Node finds from a folder. */
function installedVersion(folder: string, name: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json')
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  return dirname(folder) === folder ? undefined : installedVersion(dirname(folder), name)
}
