import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'
import { expectRollback, type Send } from './rollback.ts'

/** Creates an allowlist with this name. */
async function createAllowlist(mock: Mock, name: string): Promise<Response> {
  const { defaults } = mock
  return mock.fetch(`${mock.baseUrl}/api/v0/environments/${defaults.environments.sandbox.id}/allowlists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${defaults.environments.sandbox.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
}

let count = 0

/** Requests that are not all or nothing. */
const faulty: Record<string, { readonly send: Send; readonly sentence: RegExp }> = {
  'commits a part of its work first': {
    async send(mock) {
      const first = await createAllowlist(mock, 'First')
      return first.ok ? createAllowlist(mock, 'Second') : first
    },
    sentence: /changes nothing, but these differ: allowlists/,
  },
  'counts its calls outside of the state': {
    send: (mock) => createAllowlist(mock, `List ${(count += 1)}`),
    sentence: /is answered as usual when it is sent again/,
  },
  'answers as usual when a write fails': {
    async send(mock) {
      const response = await createAllowlist(mock, 'Members')
      return response.status === 500 ? new Response(null, { status: 201 }) : response
    },
    sentence: /is refused/,
  },
  'sends a message in a transaction of its own': {
    async send(mock) {
      const { defaults, baseUrl } = mock
      const sent = await mock.fetch(
        `${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/emailVerifications/create`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ada@example.com' }),
        },
      )
      return sent.ok ? createAllowlist(mock, 'Members') : sent
    },
    sentence: /changes nothing, but these differ: .*\bmail\b/,
  },
}

describe('the proof that a request is all or nothing', () => {
  it('holds for a request in one transaction', async () => {
    const response = await expectRollback('allowlists.create', createMock(mockOptions), (mock) =>
      createAllowlist(mock, 'Members'),
    )
    expect(response.status).toBe(201)
  })

  it.each(Object.entries(faulty))('finds a request that %s', async (_, { send, sentence }) => {
    await expect(expectRollback('allowlists.create', createMock(mockOptions), send)).rejects.toThrow(sentence)
  })
})
