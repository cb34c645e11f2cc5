import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from './server.ts'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'entrance' }, { allowHosts: ['mock.example'] })
})
afterEach(() => server.close())

const ask = (path: string, init?: RequestInit) => fetch(server.url + path, init)
const paths = ['/', '/?from=probe', '/__mock/health', '/openapi.json', '/openapi-3.0.json']

describe.each(['', '/w/ada'])('a server, for programs, below "%s"', (base) => {
  it.each(paths)('answers GET and HEAD of %s, which is what tools wait for', async (path) => {
    const reply = await ask(base + path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await reply.json()).toEqual(expect.any(Object))
    const head = await ask(base + path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/json', ''])
  })

  it('says at the root where everything is, by URLs that answer', async () => {
    const { name, version, api, ...urls } = (await (await ask(`${base}/`)).json()) as Record<string, string>
    expect([name, version, api]).toEqual(['Latchkey mock', expect.any(String), `${server.url}${base}/api/v0`])
    expect(Object.keys(urls)).toEqual(['openapi', 'openapi30', 'health', 'inspector', 'control'])
    for (const url of Object.values(urls)) {
      expect(url.startsWith(`${server.url}${base}/`), url).toBe(true)
      expect((await fetch(url)).status, url).toBe(200)
    }
  })

  it.each([
    ['/openapi.json', '3.1.0'],
    ['/openapi-3.0.json', '3.0.3'],
  ])('serves the contract at %s with itself as the first server, and a call of it by that URL', async (at, version) => {
    const { openapi, paths, servers } = (await (await ask(base + at)).json()) as {
      openapi: string
      paths: Record<string, { get?: { operationId: string } }>
      servers: { url: string }[]
    }
    expect(openapi).toBe(version)
    expect(servers[0]?.url).toBe(server.url + base)
    const [path] = Object.entries(paths).find(([, { get }]) => get?.operationId === 'health.check') ?? []
    const { id } = server.mock.defaults.environments.sandbox
    const url = `${servers[0]?.url}${path?.replace('{environmentId}', id)}`
    expect((await fetch(url)).status, url).toBe(200)
  })

  it('shows the inspector to browsers at the root, with its headers for HEAD', async () => {
    const accept = { accept: 'text/html,application/xhtml+xml' }
    const page = await ask(`${base}/`, { headers: accept })
    expect(await page.text()).toContain('<title>Latchkey inspector</title>')
    const head = await ask(`${base}/`, { method: 'HEAD', headers: accept })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('is healthy while every operation fails, the one of that name included', async () => {
    server.mock.faults.set('*', { networkError: true })
    server.mock.faults.set('health.check', { status: 503 })
    expect((await ask(`${base}/__mock/health`)).status).toBe(200)
  })

  it.each(paths.filter((path) => !path.includes('?')))('refuses POST %s, and names what it answers', async (path) => {
    const reply = await ask(base + path, { method: 'POST' })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await reply.json()).toMatchObject({ error: expect.stringContaining('answers GET and HEAD, not POST') })
  })

  it('is not served to pages of other origins', async () => {
    for (const path of paths)
      expect((await ask(base + path, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  })
})

it('leaves other paths at the root to the service, which knows none of them', async () => {
  for (const path of ['/index.html', '/openapi.yaml', '/openapi-3.1.json', '/__mock/healthy', '/w/ada/__mock/healthy'])
    expect((await ask(path)).status, path).toBe(404)
})

it('a mock in the process serves none of these pages, since there they are paths of the app', async () => {
  const { mock } = server
  for (const path of ['/', '/openapi.json', '/openapi-3.0.json'])
    expect((await mock.fetch(mock.baseUrl + path)).status, path).toBe(404)
})
