import type { ControlRoute } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import { toServiceRequest } from '../../src/carriers/scriptRequest.ts'
import { createControlAnswer } from '../../src/control/http/controlAnswer.ts'
import { createWorlds } from '../../src/control/http/worlds.ts'
import { createAccess } from '../../src/mcp/access.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { arbitraryOf, type JsonSchema } from '../contract/arbitraryOf.ts'
import { fullBody } from '../contract/fullBodies.ts'
import { callTool, connectTools } from '../support/mcpTools.ts'
import { findSlow } from './findSlow.ts'
import { enlargements } from './largestInputs.ts'

// No work of the mock grows faster than what a caller sends. A comparison of an unknown name with those that it may be
// a typo of once took 22 seconds for one request.

// Unknown keys cost each operation the same, since one function refuses them. So a few operations stand for all.
const steps: Readonly<Partial<Record<string, number>>> =
  process.env.LATCHKEY_TESTS === 'full' ? {} : { 'the most keys': 10 }

type Row = readonly [OperationId, OperationRow]
const operations = Object.entries(operationTable) as unknown as readonly Row[]

function createTarget(): Mock {
  const mock = createMock({ seed: 'largest', now: '2026-01-15T09:30:00.000Z', rateLimits: false, onError: () => {} })
  onTestFinished(() => mock.close())
  return mock
}

/** Sends to an operation with the credential that it wants. */
function senderOf(mock: Mock) {
  const { sandbox } = mock.defaults.environments
  const tokens = { environment: sandbox.token, member: mock.defaults.admin.token } as Record<string, string | undefined>
  return async ([, { path, method, auth }]: Row, { id = sandbox.id, query = '', body = null as string | null }) => {
    const token = tokens[auth]
    const url =
      mock.baseUrl + path.replace(/\{\w+\}/g, (name) => (name === '{environmentId}' ? sandbox.id : id)) + query
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await mock.fetch(url, { method, headers, body, redirect: 'manual' })
    const text = await response.text()
    expect(response.status, text.slice(0, 300)).toBeLessThan(500)
    // A refusal does not repeat what it refuses.
    if (!response.ok) expect(text.length).toBeLessThan(100_000)
  }
}

describe.each(Object.entries(enlargements))('an input with %s', (name, enlarge) => {
  const isChosen = (_: unknown, at: number) => at % (steps[name] ?? 1) === 0

  it('costs each operation no more than linear work', { timeout: 600_000 }, async () => {
    const send = senderOf(createTarget())
    const cases = operations.flatMap((row): [string, () => unknown][] => {
      const body = fullBody(row[1])?.value
      if (body === undefined) return []
      const text = enlarge(body)
      return [[row[0], () => send(row, { body: text })]]
    })
    expect(cases.length).toBeGreaterThan(100)
    expect(await findSlow(cases.filter(isChosen))).toEqual([])
  })

  it('costs each control route no more than linear work', { timeout: 600_000 }, async () => {
    const mock = createTarget()
    const worlds = createWorlds(mock, { createDeliver: () => async () => ({ status: 200, body: '' }) })
    const answer = createControlAnswer(mock, worlds)
    vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => void vi.restoreAllMocks())
    const cases = Object.entries<ControlRoute>(controlRoutes).flatMap(([key, { input }]): [string, () => unknown][] => {
      const [method, path] = key.split(' ')
      if (method !== 'POST' || !input || key === 'POST outbox/next') return []
      const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      const [sample] = fc.sample(arbitraryOf(schema), { seed: 1, numRuns: 1 })
      const body = enlarge(Object(sample))
      const headers = { 'content-type': 'application/json' }
      return [[key, () => answer(toServiceRequest(`${mock.baseUrl}/__mock/v1/${path}`, { method, headers, body }))]]
    })
    expect(cases.length).toBeGreaterThan(50)
    expect(await findSlow(cases.filter(isChosen))).toEqual([])
  })
})

it('the longest texts in paths and queries cost each operation no more than linear work', async () => {
  const send = senderOf(createTarget())
  const long = 'gate'.repeat(20_000)
  const cases = operations.map((row): [string, () => unknown] => {
    const names = Object.keys(row[1].query ?? {}).concat(Array.from({ length: 500 }, (_, i) => `gateNme${i}`))
    const query = `?${new URLSearchParams(names.map((name, i) => [name, i < 4 ? long : name]))}`
    return [row[0], () => send(row, { id: long, query })]
  })
  expect(await findSlow(cases)).toEqual([])
}, 600_000)

it('the longest texts cost the tools of coding agents and the chains no more than linear work', async () => {
  const mock = createTarget()
  const client = await connectTools(createAccess({ url: mock.baseUrl, fetch: mock.fetch }))
  onTestFinished(() => client.close())
  const long = 'gates.lst'.repeat(20_000)
  const { tools } = await client.listTools()
  const withTexts = tools.map(({ name, inputSchema }): [string, () => unknown] => {
    const input = Object.fromEntries(Object.keys(inputSchema.properties ?? {}).map((field) => [field, long]))
    return [name, () => callTool(client, name, input)]
  })
  const rpc = (path: string, method: string, params: unknown[]) => async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    await (await mock.fetch(`${mock.baseUrl}/__mock/chains/${path}`, { method: 'POST', headers, body })).text()
  }
  const cases: [string, () => unknown][] = [
    ...withTexts,
    ['an unknown tool', () => callTool(client, long).catch(() => undefined)],
    ['an unknown method of Ethereum', rpc('evm/1', long, [])],
    ['an unknown method of Solana', rpc('solana', long, [])],
    ['an unknown cluster', rpc(`solana/${long.slice(0, 5_000)}`, 'getHealth', [])],
    ['an address of Ethereum', rpc('evm/1', 'eth_getBalance', [long, long])],
    ['an address of Solana', rpc('solana', 'getBalance', [long])],
    ['a transaction of Ethereum', rpc('evm/1', 'eth_sendRawTransaction', [`0x${'ab'.repeat(100_000)}`])],
    ['a transaction of Solana', rpc('solana', 'sendTransaction', [long])],
  ]
  expect(await findSlow(cases)).toEqual([])
}, 600_000)
