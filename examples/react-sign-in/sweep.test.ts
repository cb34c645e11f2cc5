import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import setup from '@latchkey/chromium/setup'
import { build, type InlineConfig, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// The sweeps of the page, which need only Playwright: `npx playwright test`.
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 })

const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
let folder: string
let server: PreviewServer
let stopBrowser: Awaited<ReturnType<typeof setup>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-react-'))
  vi.stubEnv('VITE_API_URL', 'https://api.example.com')
  const options: InlineConfig = { root: import.meta.dirname, logLevel: 'error', build: { outDir: folder } }
  await build(options)
  server = await preview({ ...options, preview: { port: 0 } })
  stopBrowser = await setup()
})

afterAll(async () => {
  await stopBrowser?.()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the tests of Playwright. @returns What they have written, and whether they have passed */
async function runPlaywright(): Promise<{ output: string; code: number | null }> {
  const env = {
    ...process.env,
    APP_URL: server.resolvedUrls?.local[0] ?? '',
    PW_TEST_CONNECT_WS_ENDPOINT: process.env.LATCHKEY_CHROMIUM ?? '',
  }
  const child = spawn(process.execPath, [playwright, 'test', '-c', 'patient.config.ts', '--reporter=line'], {
    cwd: import.meta.dirname,
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { output, code }
}

it('has no fault in any way in which its sign-in and its profile can fail', async () => {
  const { output, code } = await runPlaywright()
  expect(code, output).toBe(0)
  expect(output).toMatch(/signs in by code, edits the profile, and signs out: \d+ cases, 0 faults/)
})
