import { execFile } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A whole run writes no more: bundles, packed packages, and projects that install them. */
const neededBytes = 3 * 2 ** 30

/** The least Node on which npm works as the tests use it: that of `engines`. */
const leastNode = [20, 19] as const

/** The facts about the machine that the command needs. */
export interface Machine {
  freeBytes(folder: string): number
  /** The version of the Node that npm and npx run on, such as `v20.19.0`; undefined without one. */
  nodeVersion(): Promise<string | undefined>
  /** Why npm does not reach its registry, by the code of the error; undefined when it does. */
  registryFault(): Promise<string | undefined>
}

/**
 * Says what the machine lacks, since a test would fail by it with another sentence.
 *
 * @param needs.registry - Whether tests will run that install from the registry.
 */
export async function describeLack(
  root: string,
  needs: { readonly registry: boolean },
  machine: Machine = thisMachine,
): Promise<string[]> {
  const [version, fault] = await Promise.all([
    machine.nodeVersion(),
    needs.registry ? machine.registryFault() : undefined,
  ])
  return [
    ...describeDisks([...new Set([root, tmpdir()])], machine),
    ...(version === undefined || isEnough(version)
      ? []
      : [
          `The machine has Node ${version.replace('v', '')}, on which npm and npx run. The tests that use these need ` +
            `${leastNode.join('.')}; the others run on the Node of this repository.`,
        ]),
    ...(fault === undefined
      ? []
      : [`npm does not reach its registry (${fault}), so the tests will fail that install packages from there.`]),
  ]
}

function describeDisks(folders: readonly string[], { freeBytes }: Machine): string[] {
  return folders.flatMap((folder) => {
    const free = freeBytes(folder)
    if (free >= neededBytes) return []
    return `Only ${(free / 2 ** 30).toFixed(1)} GiB are free at ${folder}. The tests need ${neededBytes / 2 ** 30}.`
  })
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

const thisMachine: Machine = {
  freeBytes(folder) {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
  async nodeVersion() {
    // pnpm puts the Node of the repository before that of the machine.
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !/[\\/]node_modules[\\/]\.bin$/.test(folder))
      .join(delimiter)
    const answer = await run('node', ['--version'], { env: { ...process.env, PATH } }).catch(() => undefined)
    return answer?.stdout.trim()
  },
  async registryFault() {
    const args = ['ping', '--fetch-retries=0', '--fetch-timeout=20000']
    const error = await run('npm', args, { shell: process.platform === 'win32' }).then(
      () => undefined,
      ({ stderr }: { stderr?: string }) => String(stderr),
    )
    return error === undefined ? undefined : faultIn(error)
  },
}

/** The code of a connection that failed in the errors of npm. A registry that refuses a ping, by a status, is there. */
export function faultIn(output: string): string | undefined {
  return /^npm (?:error|ERR!) code (E[A-Z_]+)$/m.exec(output)?.[1]
}
