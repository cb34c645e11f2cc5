import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from './server.ts'
import type { ServerOptions } from './serverOptions.ts'

// Real proxies, where the machine has them. What they and others send is replayed in controlAccess.test.ts.

const recipe = new URL('../../docs/recipes/proxy.md', import.meta.url)
const controlToken = 'a long control token'

interface Proxy {
  /** The configuration as it comes, in which nobody has thought of headers. */
  shortest(ports: Ports): string
  /** The configuration of the recipe, without TLS. */
  ofRecipe(block: string, ports: Ports): string
  readonly fence: string
  /** @param file - The configuration. */
  readonly command: (file: string) => readonly [program: string, ...args: string[]]
}

interface Ports {
  readonly proxy: number
  readonly mock: number
}

const nginxConfiguration = (servers: string) => `
  daemon off; master_process off; pid nginx.pid; error_log stderr;
  events {}
  http {
    access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    ${servers}
  }`

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    fence: 'nginx',
    command: (file) => ['nginx', '-p', join(file, '..'), '-c', file],
    shortest: ({ proxy, mock }) =>
      nginxConfiguration(`server { listen 127.0.0.1:${proxy}; location / { proxy_pass http://127.0.0.1:${mock}; } }`),
    ofRecipe: (block, { proxy, mock }) =>
      nginxConfiguration(block.replace('443 ssl', `127.0.0.1:${proxy}`).replace('4010', `${mock}`)),
  },
  caddy: {
    fence: 'caddy',
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    shortest: ({ proxy, mock }) => `{
  admin off
}
http://mock.example.com:${proxy} {
  reverse_proxy 127.0.0.1:${mock} {
    header_up Host {upstream_hostport}
  }
}
`,
    ofRecipe: (block, { proxy, mock }) =>
      `{\n  admin off\n}\n${block.replace('mock.example.com', `http://mock.example.com:${proxy}`).replace('4010', `${mock}`)}`,
  },
}

const installed = Object.entries(proxies).filter(([program]) => spawnSync(program, ['version']).error === undefined)

it('has a configuration of the recipe for each proxy that it starts', async () => {
  for (const { fence } of Object.values(proxies)) expect(await readBlock(fence)).toContain('4010')
})

for (const [name, proxy] of installed)
  describe(`a mock behind ${name}`, () => {
    let folder: string
    let server: MockServer
    let child: ChildProcess | undefined
    let ports: Ports

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'latchkey-proxy-'))
    })
    afterEach(async () => {
      child?.kill()
      if (child) await once(child, 'exit')
      await server.close()
    })
    afterAll(() => rm(folder, { recursive: true }))

    async function start(configurationOf: (ports: Ports) => string, options: ServerOptions = {}) {
      ports = { proxy: await freePort(), mock: await freePort() }
      server = await startServer({ seed: name }, { ...options, port: ports.mock })
      const file = join(folder, 'configuration')
      await writeFile(file, configurationOf(ports))
      const [program, ...args] = proxy.command(file)
      child = spawn(program, args, {
        stdio: 'ignore',
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      })
      while (!(await call('/__mock/health').catch(() => undefined)))
        await new Promise((resolve) => setTimeout(resolve, 20))
    }

    /** A visitor's request, with the headers by which one would hide that it has passed a proxy. */
    function call(path: string, headers: Record<string, string> = {}) {
      const host = `mock.example.com:${ports.proxy}`
      const hidden = { connection: 'X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto, close' }
      return new Promise<{ status: number; text: string }>((resolve, reject) => {
        const outgoing = request({ port: ports.proxy, path, headers: { host, ...hidden, ...headers } }, (incoming) => {
          const chunks: string[] = []
          incoming.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
          incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: chunks.join('') }))
        })
        outgoing.on('error', reject).end()
      })
    }

    it('is not controlled through its shortest configuration, without a flag', async () => {
      await start(proxy.shortest)
      const { status, text } = await call('/__mock/v1/defaults')
      expect([status, text]).toEqual([403, expect.stringContaining('A proxy has passed this request on')])
    })

    it('is controlled through the configuration of the recipe with the token only, by its own page too', async () => {
      const block = await readBlock(proxy.fence)
      const proxyPort = await freePort()
      const baseUrl = `http://mock.example.com:${proxyPort}`
      await start((chosen) => proxy.ofRecipe(block, (ports = { ...chosen, proxy: proxyPort })), {
        baseUrl,
        trustProxy: true,
        controlToken,
      })
      const bearer = { authorization: `Bearer ${controlToken}` }
      expect((await call('/__mock/v1/defaults')).status).toBe(401)
      expect((await call('/', { accept: 'text/html' })).text).toContain('inspectorToken.js')
      const own = { ...bearer, origin: baseUrl, 'sec-fetch-site': 'same-origin' }
      expect((await call('/__mock/v1/defaults', own)).status).toBe(200)
      expect((await call('/__mock/v1/defaults', { ...own, origin: 'https://evil.example' })).status).toBe(200)
      // The mock hears of the visitor, whatever address the visitor claims.
      await call('/api/v0/nothing', { 'x-forwarded-for': '203.0.113.7' })
      expect(JSON.stringify(server.mock.journal.list().at(-1))).not.toContain('203.0.113.7')
    })
  })

async function readBlock(fence: string): Promise<string> {
  const [, block = ''] = (await readFile(recipe, 'utf8')).split(`\`\`\`${fence}\n`)
  return block.slice(0, block.indexOf('```'))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
