import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '@latchkey/chromium/browser'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import type { HostileServer } from './hostileServer.ts'
import type { Verdict } from './runCases.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A module and all it needs in one file, as text. */
async function bundle(entry: string, platform: 'node' | 'browser', format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'entries', entry)],
    bundle: true,
    write: false,
    platform,
    format,
    target: 'es2022',
    conditions: ['@latchkey/source'],
  })
  return outputFiles[0]?.text ?? ''
}

/** A folder for a bundle that processes run; next to the packages, so that it finds only Node's own modules. */
export async function withNodeBundle<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(here, '.bundle-'))
  const outfile = join(folder, 'node.mjs')
  // Libraries written for CommonJS ask for `require` when they are bundled.
  const js = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  try {
    await build({
      entryPoints: [join(here, 'entries/node.ts')],
      bundle: true,
      outfile,
      platform: 'node',
      format: 'esm',
      target: 'es2022',
      conditions: ['@latchkey/source'],
      banner: { js },
      logLevel: 'error',
    })
    return await work(outfile)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the hostile server in a process of its own, for as long as the work takes. */
export async function withServer<T>(work: (server: HostileServer) => Promise<T>): Promise<T> {
  const child = fork(join(here, 'entries/server.ts'), { execArgv: [] })
  try {
    const server = await new Promise<HostileServer>((resolve, reject) => {
      child.once('message', (message) => resolve(message as HostileServer))
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was there.`)))
    })
    return await work(server)
  } finally {
    child.kill()
  }
}

/** All cases with one client in a Node process. */
export function runInNode(
  { execPath, file }: { readonly execPath: string; readonly file: string },
  { baseUrl, otherUrl }: HostileServer,
  name: string,
): Promise<Verdict[]> {
  return new Promise((resolve, reject) => {
    const child = fork(file, [baseUrl, otherUrl, name], { execPath, execArgv: [] })
    let verdicts: Verdict[] | undefined
    child.on('message', (message) => (verdicts = message as Verdict[]))
    child.on('error', reject)
    child.on('exit', (code) =>
      verdicts
        ? resolve(verdicts)
        : reject(new Error(`The process for ${name} ended with ${code} and without verdicts.`)),
    )
  })
}

/** The program of a Node, `Node 20`, as far as the machine has one of that version. */
export function findNode(runtime: string): string | undefined {
  const names = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return [process.execPath, ...names].find((path) => {
    try {
      return execFileSync(path, ['-p', 'process.versions.node'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).startsWith(`${runtime.slice(5)}.`)
    } catch {
      return false
    }
  })
}

/** All cases with this package in a page of Chromium, whose origin is not the service's. */
export async function runInChromium({ baseUrl, otherUrl }: HostileServer): Promise<Verdict[]> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${otherUrl}/page`)
    await page.addScriptTag({ content: await bundle('page.ts', 'browser', 'iife') })
    return (await page.evaluate(`tryAll(${JSON.stringify(baseUrl)}, ${JSON.stringify(otherUrl)})`)) as Verdict[]
  } finally {
    await browser.close()
  }
}

/** All cases with this package in workerd. */
export async function runInWorkerd({ baseUrl, otherUrl }: HostileServer): Promise<Verdict[]> {
  const worker = new Miniflare({
    modules: true,
    script: await bundle('worker.ts', 'browser', 'esm'),
    compatibilityDate: '2026-01-01',
  })
  try {
    const response = await worker.dispatchFetch('http://worker.test/', {
      method: 'POST',
      body: JSON.stringify({ baseUrl, otherUrl }),
    })
    if (!response.ok) throw new Error(`The worker failed: ${await response.text()}`)
    return (await response.json()) as Verdict[]
  } finally {
    await worker.dispose()
  }
}
