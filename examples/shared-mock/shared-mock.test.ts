import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from '@latchkey/client'
import * as profile from '@latchkey/client/operations/profile'
import { createSession, finishOAuth, memoryStorage, startOAuth } from '@latchkey/client/session'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// A bundle and workerd take their time on a machine that is busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const origin = 'https://mock.example.com'
const token = 'a-secret-of-the-company'
const preview = `${origin}/w/preview-12`
const app = 'https://preview-12.example.com/signed-in'

let script: string
let folder: string
let worker: Miniflare

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-mock-'))
  script = await bundle()
  worker = await start()
})
afterAll(async () => {
  await worker.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** Bundles the Worker as wrangler does. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('src/worker.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    minify: true,
    logLevel: 'error',
    conditions: ['workerd', 'worker', 'browser'],
  })
  return outputFiles[0]?.text ?? ''
}

/** Starts the Worker as `wrangler.json` describes it. */
async function start(): Promise<Miniflare> {
  const config = JSON.parse(await readFile(new URL('wrangler.json', import.meta.url), 'utf8'))
  const [{ name, class_name: className }] = config.durable_objects.bindings
  const useSQLite = config.migrations[0].new_sqlite_classes.includes(className)
  return new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: script }],
    compatibilityDate: config.compatibility_date,
    durableObjects: { [name]: { className, useSQLite } },
    durableObjectsPersist: folder,
    bindings: { LATCHKEY_CONTROL_TOKEN: token },
  })
}

async function send(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { url: href, method, headers, body } = new Request(url, { duplex: 'half', ...init } as RequestInit)
  const text = body && (await new Response(body).text())
  const sent = {
    method,
    headers: [...headers] as [string, string][],
    ...(text && { body: text }),
    redirect: 'manual',
  } as const
  return (await worker.dispatchFetch(href, sent)) as unknown as Response
}

async function control<T = undefined>(base: string, path: string, body?: object): Promise<T> {
  const response = await send(`${base}/__mock/v1/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** Follows redirects as a browser, until they lead to the app. */
async function browse(url: string): Promise<string> {
  for (let at = url; ;) {
    if (at.startsWith(app)) return at
    const next = (await send(at)).headers.get('location')
    if (next === null) throw new Error(`There is no way on from ${at}.`)
    at = new URL(next, at).href
  }
}

async function environmentId(): Promise<string> {
  const { environments } = await control<{ environments: { sandbox: { id: string } } }>(origin, 'defaults')
  return environments.sandbox.id
}

it('gives a preview a world, in which a person signs in by OAuth, and keeps both over a restart', async () => {
  expect(await control(origin, 'worlds', { name: 'preview-12' })).toEqual({ name: 'preview-12', url: preview })
  await control(preview, 'idp/users', { provider: 'google', email: 'ada@example.com' })

  const place = { baseUrl: preview, environmentId: await environmentId(), fetch: send }
  const [session, storage] = [createSession({ api: createTransport(place), storage: memoryStorage() }), memoryStorage()]
  let left = ''
  await startOAuth(session, {
    provider: 'google',
    redirectUrl: app,
    loginHint: 'ada@example.com',
    prompt: 'none',
    storage,
    navigate: (url) => (left = url),
  })
  const signedIn = await finishOAuth(session, await browse(left), { storage })
  expect(signedIn).toMatchObject({ state: 'signedIn', user: { email: 'ada@example.com' } })

  await worker.dispose()
  worker = await start()
  const mine = createTransport({ ...place, auth: session.auth })
  expect(await profile.get(mine)).toMatchObject({ email: 'ada@example.com' })
})

it('takes the session only in the world of the preview, and controls it only with the token', async () => {
  await control(origin, 'worlds', { name: 'preview-13' })
  const user = await control<{ id: string }>(preview, 'create/user', { email: 'bob@example.com' })
  const { token: jwt } = await control<{ token: string }>(preview, 'signIn', { userId: user.id })
  const path = `/api/v0/sdk/${await environmentId()}/users`
  const headers = { authorization: `Bearer ${jwt}` }
  const statuses = ['preview-12', 'preview-13', 'preview-14'].map(
    async (name) => (await send(`${origin}/w/${name}${path}`, { headers })).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 401, 404])
  expect((await send(`${preview}/__mock/v1/outbox/email`)).status).toBe(401)
  await control(origin, 'worlds/drop', { name: 'preview-13' })
  expect((await send(`${origin}/w/preview-13${path}`, { headers })).status).toBe(404)
})

it('shows the inspector of a preview, whose page has no data and asks for the token', async () => {
  await control(origin, 'worlds', { name: 'preview-15' })
  const page = await send(`${origin}/w/preview-15/`, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("'self'")])
  const html = await page.text()
  const scripts = Array.from(html.matchAll(/src="([^"]+)"/g), ([, path]) => path)
  expect(scripts).toEqual(['/w/preview-15/__mock/inspectorToken.js', '/w/preview-15/__mock/inspector.js'])
  expect(html).not.toContain(await environmentId())
  const code = await (await send(`${origin}/w/preview-15/__mock/inspector.js`)).text()
  expect(code).toContain('latchkey-inspector')
  expect((await send(`${origin}/w/nobody/`, { headers: { accept: 'text/html' } })).status).toBe(404)
})
