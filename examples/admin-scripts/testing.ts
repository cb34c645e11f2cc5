import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { bearer, createTransport } from '@latchkey/client'
import { startServer } from '@latchkey/mock/node'
import { expect, onTestFinished, vi } from 'vitest'

/** Where Node keeps what it has compiled, so that it compiles the scripts once and not for each test. */
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** A URL on loopback where nothing answers. */
export async function closedUrl(): Promise<string> {
  const { url, close } = await startServer()
  await close()
  return url
}

/**
 * A service on loopback with a frozen clock, and an empty folder to call scripts from. Both are removed after the test.
 */
export async function startWorld() {
  const { url, mock, close } = await startServer({ seed: 'admin scripts', now: '2026-01-15T09:30:00.000Z' })
  const folder = await mkdtemp(join(tmpdir(), 'admin-scripts-'))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  const { sandbox } = mock.defaults.environments
  const env = { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: sandbox.id, LATCHKEY_TOKEN: sandbox.token }
  return {
    url,
    mock,
    sandbox,
    env,
    /** A client to check the results with. */
    api: createTransport({ baseUrl: url, environmentId: sandbox.id, auth: bearer(sandbox.token) }),
    /** A file in the folder. */
    path: (name: string) => join(folder, name),
    run: (script: string, args: string[], overrides: Record<string, string> = {}) =>
      runScript(script, args, { folder, env: { ...env, ...overrides } }),
  }
}

interface Call {
  readonly args: readonly string[]
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const started = new Set<string>()
let imports = 0

/**
 * Runs a script like a person. Fails if it prints a token or a stack. The first run of each script is a process of its
 * own. Further ones take place in this process, which is quicker.
 */
async function runScript(script: string, args: string[], { folder, env }: Omit<Call, 'args'>): Promise<Ended> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const start = started.has(script) ? runHere : runProcess
  started.add(script)
  const ended = await start(path, { args, folder, env })
  expect(ended.stdout + ended.stderr).not.toMatch(/lk_[a-z]+_\w{6}/)
  expect(ended.stderr).not.toContain('    at ')
  return ended
}

/** The variables of the test itself, without those that are meant for scripts. */
const inherited = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LATCHKEY_')))

async function runProcess(path: string, { args, folder, env }: Call): Promise<Ended> {
  const child = spawn(process.execPath, [path, ...args], {
    cwd: folder,
    env: { ...inherited(), NODE_COMPILE_CACHE: compiled, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}

async function runHere(path: string, { args, folder, env }: Call): Promise<Ended> {
  const before = { argv: process.argv, env: process.env, exitCode: process.exitCode, cwd: process.cwd() }
  let stdout = ''
  let stderr = ''
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => void (stdout += `${format(...values)}\n`))
  const error = vi.spyOn(console, 'error').mockImplementation((...values) => void (stderr += `${format(...values)}\n`))
  process.argv = [process.execPath, path, ...args]
  process.env = { ...inherited(), ...env }
  process.exitCode = undefined
  process.chdir(folder)
  try {
    imports += 1
    await import(/* @vite-ignore */ `${path}?run=${imports}`)
    return { code: Number(process.exitCode ?? 0), stdout, stderr }
  } catch (thrown) {
    return { code: 1, stdout, stderr: stderr + String((thrown as Error).stack) }
  } finally {
    process.chdir(before.cwd)
    Object.assign(process, { argv: before.argv, env: before.env, exitCode: before.exitCode })
    log.mockRestore()
    error.mockRestore()
  }
}
