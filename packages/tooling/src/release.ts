/**
 * Builds the packages, checks what would be published, and publishes it.
 *
 * `--dry-run` publishes nothing. Versions that are published already are left out. In a workflow the registry takes the
 * workflow's identity in place of a token.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pnpmCommand } from './pnpm.ts'
import { packageProblems, type ReleasePackage } from './release/packageProblems.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const isDryRun = values['dry-run']

type Packed = ReleasePackage & { readonly packedBytes: number }

pnpm(root, 'inherit', '--silent', 'build')
const packages = globSync('packages/*/package.json', { cwd: root })
  .map((path) => dirname(path))
  .filter((folder) => !readJson<{ private?: boolean }>(join(root, folder, 'package.json')).private)
  .map(read)
for (const { manifest, files, packedBytes } of packages) {
  const size = `${files.length} files, ${Math.round(packedBytes / 1000)} kB packed`
  console.log(`${manifest.name} ${manifest.version}: ${size}`)
}

const pending = globSync('.changeset/*.md', { cwd: root })
const problems = packages.flatMap(packageProblems)
if (pending.length > 0 && !isDryRun)
  problems.push(`${pending.length} changesets are not in a version yet: run "pnpm changeset version".`)
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  process.exitCode = 1
} else if (isDryRun) {
  console.log(`${packages.length} packages are ready. Nothing was published, because of --dry-run.`)
  if (pending.length > 0) console.log(`${pending.length} changesets wait for the version after this one.`)
} else {
  pnpm(root, 'inherit', '--recursive', 'publish', '--no-git-checks')
}

/** Reads the package that would be published from a folder. */
function read(folder: string): Packed {
  const path = join(root, folder)
  const text = pnpm(path, 'pipe', 'publish', '--dry-run', '--no-git-checks', '--ignore-scripts', '--json')
  const packed = JSON.parse(text) as { size: number; files: { path: string }[] }
  const changelog = join(path, 'CHANGELOG.md')
  return {
    folder,
    manifest: readJson(join(path, 'package.json')),
    files: packed.files.map((file) => file.path),
    changelog: existsSync(changelog) ? readFileSync(changelog, 'utf8') : '',
    packedBytes: packed.size,
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

/** Runs the pnpm that runs this script. @returns What it printed, with `pipe`. */
function pnpm(cwd: string, output: 'inherit' | 'pipe', ...args: string[]): string {
  const [file, ...first] = pnpmCommand()
  return String(
    execFileSync(file, [...first, ...args], { cwd, stdio: ['ignore', output, 'inherit'], encoding: 'utf8' }) ?? '',
  )
}
