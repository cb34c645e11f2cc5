import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { createCommandLine } from '../support/commandLine.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { freePort } from '../support/freePort.ts'

const node = createFakeNode()
const otherNode = createFakeNode()
const { run } = createCommandLine()

/** The number that a chain gives for anything: 1 on the real node, and 0 on the simulated chain. */
async function balanceOn(url: string): Promise<unknown> {
  const params = [`0x${'ad'.repeat(20)}`, 'latest']
  const response = await fetch(`${url}/__mock/chains/evm/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_getBalance', params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  return result ?? error
}
const real = '0x1'
const simulated = '0x0'

describe('a fork of a mock with a real node', () => {
  it('has the same node, and both say that it is shared until one of them leaves it', async () => {
    const mock = createMock()
    const alone = { name: 'chain 1', origin: node.url }
    expect(await mock.chain.attach(1, node.url)).toEqual(alone)
    const fork = mock.fork()
    expect([mock, fork].map((each) => each.chain.attached())).toEqual([
      [{ ...alone, shared: true }],
      [{ ...alone, shared: true }],
    ])
    expect(fork.chain.detach(1)).toBe(true)
    expect([mock, fork].map((each) => each.chain.attached())).toEqual([[alone], []])
    const second = mock.fork()
    await second.chain.attach(1, otherNode.url)
    expect(mock.chain.attached()).toEqual([alone])
    const third = mock.fork()
    third.close()
    expect(mock.chain.attached()).toEqual([alone])
  })
})

describe('the worlds of a server', () => {
  let server: MockServer
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'attached-'))
  })
  afterEach(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })

  const worlds = ['ada', 'grace'] as const
  const balances = async () =>
    Promise.all(['', ...worlds.map((name) => `/w/${name}`)].map((path) => balanceOn(server.url + path)))

  it('attach nodes of their own, and detach them, which changes no other world', async () => {
    server = await startServer()
    for (const name of worlds) server.worlds.create(name)
    await server.worlds.get('ada')?.chain.attach(1, node.url)
    expect(await balances()).toEqual([simulated, real, simulated])
    await server.mock.chain.attach(1, node.url)
    expect(await balances()).toEqual([real, real, simulated])
    server.worlds.get('ada')?.chain.detach(1)
    expect(await balances()).toEqual([real, simulated, simulated])
  })

  it('keep their nodes while they are out of the memory, and say nothing of them in their state', async () => {
    const state = join(directory, 'state.db')
    server = await startServer({}, { state, worlds: { idleMinutes: 0.0001 } })
    for (const name of worlds) server.worlds.create(name)
    const first = server.worlds.get('ada') as Mock
    await first.chain.attach(1, node.url)
    await new Promise((resolve) => setTimeout(resolve, 20))
    server.worlds.create('removes-the-idle')
    expect(server.worlds.get('ada')).not.toBe(first)
    expect(await balances()).toEqual([simulated, real, simulated])
    expect(server.worlds.get('ada')?.chain.attached()).toEqual([{ name: 'chain 1', origin: node.url }])
    expect(JSON.stringify(server.worlds.get('ada')?.export())).not.toContain(node.url)
  })
})

it('a kept world has the node of --chain again after a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attached-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const flags = [
    '--port',
    String(await freePort()),
    '--json',
    '--state',
    join(directory, 'state.db'),
    '--chain',
    `1=${node.url}`,
  ]
  for (const isNew of [true, false]) {
    const { child, started, ended } = run(...flags)
    const { url, controlUrl } = JSON.parse(await started) as { url: string; controlUrl: string }
    const worlds = (await (await fetch(`${controlUrl}/worlds`)).json()) as { name: string }[]
    expect(worlds.map(({ name }) => name)).toEqual(isNew ? [] : ['ada'])
    if (isNew) {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${controlUrl}/worlds`, { method: 'POST', headers, body: JSON.stringify({ name: 'ada' }) })
    }
    expect(await balanceOn(`${url}/w/ada`)).toBe(real)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})
