import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { requestLine } from './requestLine.ts'

/** The line of a request, without colours and time. */
async function lineOf(path: string, init?: RequestInit, world?: string): Promise<string> {
  const mock = createMock()
  const lines: string[] = []
  mock.journal.watch((entry) => lines.push(requestLine({ ...entry, durationMs: 1.5 }, world)))
  await mock.fetch(mock.baseUrl + path, init)
  expect(lines).toHaveLength(1)
  return stripVTControlCharacters(lines.join())
}

const { sandbox } = createMock().defaults.environments
const users = `/api/v0/environments/${sandbox.id}/users`

describe('the line of a request', () => {
  it('has method, path, status, operation and time', async () => {
    const headers = { authorization: `Bearer ${sandbox.token}` }
    expect(await lineOf(users, { headers })).toBe(`  GET     ${users}  200  users.list  1.5 ms`)
    expect(await lineOf(users, { headers }, 'ada')).toContain(`  GET     /w/ada${users}  200`)
  })

  it('says why a request was refused, and what a wrong path could mean', async () => {
    expect(await lineOf(users)).toMatch(/ {2}401 {2}users\.list {2}1\.5 ms {2}\S.*\.$/)
    expect(await lineOf('/api/v0/enviroments')).toMatch(/ {2}404 {2}no operation {2}1\.5 ms {2}.*Did you mean/)
  })

  it('says what came over a WebSocket, and how it ended', async () => {
    const mock = createMock()
    const lines: string[] = []
    mock.journal.watch((entry) => lines.push(stripVTControlCharacters(requestLine(entry))))
    const socket = mock.chain.socket(1)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const send = (method: string) => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))
    for (const method of ['eth_chainId', 'eth_\u001bnothing']) send(method)
    socket.send('{')
    await expect.poll(() => lines).toHaveLength(4)
    socket.close(4001, 'Left.')
    const start = '  GET     /__mock/chains/evm/1  101  WebSocket'
    expect(lines.map((line) => line.replace(/[\d.]+ ms/, '1 ms'))).toEqual([
      `${start} opened`,
      `${start} eth_chainId  1 ms`,
      `${start} eth_�nothing  1 ms  -32601  the method eth_�nothing does not exist/is not available`,
      `${start} message  -32700  The body is not valid JSON.`,
      `${start} closed 4001 Left.`,
    ])
  })

  it('passes on no control characters of a caller', async () => {
    const line = await lineOf(`${users}/%1b]0;gone`)
    // oxlint-disable-next-line no-control-regex -- what must not come through
    expect(line).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
  })
})

describe('journal.watch', () => {
  it('ends with its function, and reports what a listener throws', async () => {
    const faults: unknown[] = []
    const mock = createMock({ onError: (cause) => faults.push(cause) })
    let count = 0
    const end = mock.journal.watch(() => {
      count++
      throw new Error('broken listener')
    })
    const status = async () => (await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${sandbox.id}/healthcheck`)).status
    expect(await status()).toBe(200)
    end()
    expect(await status()).toBe(200)
    expect([count, faults.map(String)]).toEqual([1, ['Error: broken listener']])
  })
})
