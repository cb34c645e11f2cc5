import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodes } from '@latchkey/runners'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { nameOf } from './testCommand/outcome.ts'
import { isPart } from './testCommand/plan.ts'
import { listTasks } from './testCommand/tasks.ts'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  'runs-on': string
  'continue-on-error'?: boolean
  uses?: string
  env?: Record<string, string>
  permissions?: Record<string, string>
  needs?: string
  strategy?: { 'fail-fast'?: boolean; matrix: Record<string, unknown> }
  steps?: Step[]
}

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const textOf = (name: string) => readFileSync(join(root, '.github/workflows', `${name}.yml`), 'utf8')
const workflow = (name: string) => parse(textOf(name)) as Workflow
const names = globSync('.github/workflows/*.yml', { cwd: root }).map((path) => basename(path, '.yml'))
const commandsOf = (job?: Job) => job?.steps?.flatMap(({ run }) => run ?? []) ?? []
/** Returns the input of the step with an action. */
const inputOf = (job: Job | undefined, action: string) =>
  job?.steps?.find(({ uses }) => uses?.startsWith(`actions/${action}@`))?.with
const readManifest = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as {
    name: string
    private?: boolean
    scripts: Record<string, string>
  }

describe('every workflow', () => {
  it('names each action by the hash of a commit, with the version that it is, and each action once', () => {
    const uses = names.flatMap((name) => textOf(name).match(/(?<=\buses: )(?!\.\/).*/g) ?? [])
    expect(uses.length).toBeGreaterThan(8)
    expect(uses.filter((line) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
    const actions = [...new Set(uses)].map((line) => line.split('@')[0])
    expect(actions.sort()).toEqual([...new Set(actions)].sort())
  })

  it('keeps no credentials in its checkout', () => {
    const jobs = names.flatMap((name) => Object.values(workflow(name).jobs)).filter(({ uses }) => uses === undefined)
    expect(jobs.map((job) => inputOf(job, 'checkout')?.['persist-credentials'])).toEqual(jobs.map(() => false))
  })
})

describe('the workflow that tests', () => {
  const { permissions, jobs } = workflow('test')

  it('has the whole history where messages of commits are checked and branches compared', () => {
    expect(inputOf(jobs.part, 'checkout')).toMatchObject({ 'fetch-depth': 0 })
  })

  it('runs the first tier in parts, on the oldest Node', () => {
    expect(inputOf(jobs.part, 'setup-node')?.['node-version']).toBe(20)
    expect(commandsOf(jobs.part)).toEqual(["npx --yes pnpm@12 test --only '${{ matrix.part }}'"])
  })

  it('tries the packed packages on each supported Node and platform', () => {
    const { smoke } = jobs
    const supported = Object.keys(nodes).map(Number)
    const os = ['ubuntu-latest', 'macos-latest', 'windows-latest']
    expect(smoke?.strategy).toEqual({ 'fail-fast': false, matrix: { os, node: supported } })
    expect(smoke?.['runs-on']).toBe('${{ matrix.os }}')
    expect(inputOf(smoke, 'setup-node')?.['node-version']).toBe('${{ matrix.node }}')
  })

  it('tries them with the Node of the machine: only by the command, since pnpm would bring its own', () => {
    const [command = '', ...others] = commandsOf(jobs.smoke)
    const [, program = '', folder] = /^node (\S+) (\S+)$/.exec(command) ?? []
    expect(others).toEqual([])
    expect(existsSync(join(root, program))).toBe(true)
    expect(inputOf(jobs.smoke, 'download-artifact')).toEqual({ name: 'tarballs', path: folder })
  })

  it('packs every package that is published, where the others take them from', () => {
    const { tarballs: script = '' } = readManifest('package.json').scripts
    const published = globSync('packages/*/package.json', { cwd: root })
      .map(readManifest)
      .filter((manifest) => !manifest.private)
      .map(({ name }) => name)
    expect(script.match(/(?<=--filter )\S+/g)?.sort()).toEqual(published.sort())
    expect(script).toMatch(/--pack-destination tarballs(?: &&|$)/)
    expect(commandsOf(jobs.tarballs)).toEqual(['npx --yes pnpm@12 tarballs'])
    expect(inputOf(jobs.tarballs, 'upload-artifact')).toMatchObject({ name: 'tarballs', path: 'tarballs' })
    expect(jobs.smoke?.needs).toBe('tarballs')
  })

  it('downloads dependencies once for each lock file', () => {
    const hasCache = (job: Job) =>
      `${inputOf(job, 'cache')?.key}`.includes("hashFiles('pnpm-lock.yaml')") ||
      inputOf(job, 'setup-node')?.['cache-dependency-path'] === 'pnpm-lock.yaml'
    expect(Object.entries(jobs).filter(([, job]) => !hasCache(job))).toEqual([])
  })

  it('may write nothing', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.values(jobs).filter((job) => job.permissions)).toEqual([])
  })
})

describe.each(['test', 'full'])('the parts of the workflow %s', (name) => {
  const parts = (workflow(name).jobs.part?.strategy?.matrix.part ?? []) as string[]
  const { checks, suites } = listTasks(root)

  it.each([...checks, ...suites].map((task) => [nameOf(task), task] as const))('run %s once', (_, task) => {
    expect(parts.filter((part) => part.split(',').some((each) => isPart(each, task)))).toHaveLength(1)
  })
})

describe('the workflow of the night', () => {
  const { jobs } = workflow('full')

  it('runs both tiers whole, in the parts of the first', () => {
    expect(jobs.part?.env).toEqual({ LATCHKEY_TESTS: 'full' })
    expect(commandsOf(jobs.part)).toEqual(["npx --yes pnpm@12 test --all --only '${{ matrix.part }}'"])
    expect(jobs.part?.strategy).toEqual(workflow('test').jobs.part?.strategy)
    expect(textOf('full')).toMatch(/^ {4}- cron: /m)
  })

  it('keeps the measurements as a record, which fails nothing', () => {
    expect(jobs.bench?.['continue-on-error']).toBe(true)
    expect(inputOf(jobs.bench, 'upload-artifact')).toMatchObject({ path: 'bench.txt' })
  })
})

describe('the workflow that releases', () => {
  const { permissions, jobs } = workflow('release')

  it('gives each job only the rights that it needs, and needs no secret', () => {
    expect(permissions).toEqual({})
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['full', { contents: 'read' }],
      ['release', { contents: 'read', 'id-token': 'write' }],
      ['executables', { contents: 'read' }],
      ['downloads', { attestations: 'write', contents: 'write', 'id-token': 'write' }],
      ['image', { attestations: 'write', contents: 'read', 'id-token': 'write', packages: 'write' }],
    ])
    expect(textOf('release')).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/)
  })

  it('waits for everything at full size', () => {
    expect(jobs.full?.uses).toBe('./.github/workflows/full.yml')
    expect(jobs.release?.needs).toBe('full')
  })

  it('builds the executables on each system by a script of the mock, after the packages', () => {
    const { executables, downloads, image } = jobs
    expect([executables?.needs, downloads?.needs, image?.needs]).toEqual(['release', 'executables', 'release'])
    const { os = [] } = (executables?.strategy?.matrix ?? {}) as { os?: string[] }
    const systems = os.map((each) => each.split('-')[0])
    expect([...new Set(systems)]).toEqual(['ubuntu', 'macos', 'windows'])
    const [, name = ''] = /--filter @latchkey\/mock (\S+) executables$/.exec(commandsOf(executables).at(-1) ?? '') ?? []
    expect(readManifest('packages/mock/package.json').scripts).toHaveProperty([name])
    const uploaded = inputOf(executables, 'upload-artifact')
    expect(uploaded).toMatchObject({ path: 'packages/mock/executables', name: 'executable-${{ matrix.os }}' })
  })

  it('gives checksums and provenance for what can be downloaded, and provenance for the image', () => {
    const { downloads, image } = jobs
    expect(inputOf(downloads, 'download-artifact')).toMatchObject({ pattern: 'executable-*', path: 'executables' })
    expect(commandsOf(downloads)[0]).toContain('sha256sum -- * > SHA256SUMS')
    expect(inputOf(downloads, 'attest-build-provenance')).toEqual({ 'subject-path': 'executables/*' })
    expect(commandsOf(image).join('\n')).toMatch(/--sbom=true --provenance=mode=max[^]* packages\/mock$/m)
    expect(existsSync(join(root, 'packages/mock/Dockerfile'))).toBe(true)
    expect(inputOf(image, 'attest-build-provenance')).toMatchObject({ 'push-to-registry': true })
  })
})
