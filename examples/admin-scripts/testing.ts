import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bearer, createTransport } from '@latchkey/client'
import { startServer } from '@latchkey/mock/node'
import { expect, onTestFinished } from 'vitest'

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

/** Runs a script like a person. Fails if it prints a token. */
async function runScript(
  script: string,
  args: string[],
  { folder, env }: { folder: string; env: Record<string, string> },
) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('LATCHKEY_'))
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE: compiled, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  expect(stdout + stderr).not.toMatch(/lk_[a-z]+_\w{6}/)
  expect(stderr).not.toContain('    at ')
  return { code, stdout, stderr }
}
