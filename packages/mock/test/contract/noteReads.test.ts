import { operationTable } from '@latchkey/types'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Exchange } from '../../src/http/exchange.ts'
import { createOverrides } from '../../src/http/overrides.ts'
import { isReadLine, noteReads } from './noteReads.ts'
import { recorded } from './replyRecordings.ts'
import { documentedInputs } from './requestInputs.ts'

const read = ['users.list?limit', 'users.list?offset', 'GateCreateRequest.name', 'GateCreateRequest.scope']
  .concat('profile.update header x-mfa-auth-token', 'profile.delete header x-mfa-auth-token')
  .map(isReadLine)

/** An observer, as if no test had read anything yet. */
function observe() {
  const before = [...recorded]
  recorded.clear()
  onTestFinished(() => {
    recorded.clear()
    for (const line of before) recorded.add(line)
  })
  const overrides = createOverrides(() => {})
  const world = { realParts: { list: () => [] }, settings: {}, deliver: vi.fn() }
  const { observeCall, observeReply } = noteReads({ world, overrides, strict: true })
  const reply = (body: unknown) =>
    observeReply?.({} as Exchange, { status: 200, headers: {}, isJson: true, text: JSON.stringify(body) })
  return { call: observeCall!, reply, lines: () => read.filter((line) => recorded.has(line)) }
}

it('records query parameters and headers by their operation, and fields of bodies by their schema', () => {
  const { call, lines } = observe()
  const list = call('users.list', { query: { limit: 1, offset: 0 }, request: {} }) as { query: { limit: number } }
  expect(list.query.limit).toBe(1)
  const create = call('gates.create', { body: { name: 'Members' }, request: {} }) as { body: { name: string } }
  expect(create.body.name).toBe('Members')
  const update = call('profile.update', { request: { mfaAuthToken: 'x' } }) as { request: { mfaAuthToken: string } }
  expect(update.request.mfaAuthToken).toBe('x')
  expect(lines()).toEqual(
    ['users.list?limit', 'GateCreateRequest.name', 'profile.update header x-mfa-auth-token'].map(isReadLine),
  )
})

it('records a field that is passed on when a reply shows its name with its value', () => {
  const { call, reply, lines } = observe()
  const create = call('gates.create', { body: { name: 'Members', scope: 'vip' }, request: {} }) as { body: object }
  expect({ ...create.body }).toEqual({ name: 'Members', scope: 'vip' })
  reply({ gates: [{ name: 'Others', scope: 'vip' }] })
  expect(lines()).toEqual(['GateCreateRequest.scope'].map(isReadLine))
})

it('knows the parts of requests, without the fields that only replies have', () => {
  const inputs = documentedInputs([['environments.update', operationTable['environments.update']]])
  expect(inputs.has('ProjectSettings.design')).toBe(true)
  expect(inputs.has('ProjectSettings.networks')).toBe(false)
})
