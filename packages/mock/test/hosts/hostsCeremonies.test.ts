import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { Mock } from '../../src/mock/createMock.ts'
import { createParties, idsOf, playRoom, sharesOf } from '../people/waasDevice.ts'

const host = createHost()
const message = 'ab'.repeat(32)

/** Plays a key generation and a signature against a mock. @returns Every reply of the service, and the signature. */
async function play(mock: Mock, fetch: typeof globalThis.fetch, chain: 'EVM' | 'SVM') {
  const replies: string[] = []
  const sending = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init)
    const text = await response.text()
    replies.push(`${response.status} ${text}`)
    return new Response(text, { status: response.status })
  }
  const place = { baseUrl: mock.baseUrl, fetch: sending as Mock['fetch'] }
  await mock.create.provider({ provider: 'dynamic' })
  const { id } = await mock.create.user({ email: 'ada@example.com' })
  const { token } = await mock.signIn(id)
  const base = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/waas`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const open = async (path: string, body: object) =>
    (await sending(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const identities = createParties('hosts')
  const clientKeygenIds = idsOf(identities)
  const keygenRoom = await open('create', { chain, clientKeygenIds, thresholdSignatureScheme: 'TWO_OF_TWO' })
  const keygen = await playRoom(place, keygenRoom.roomId, { parties: identities.map((identity) => ({ identity })) })
  const shares = sharesOf(keygen.results)
  const parties = identities.map((identity) => ({ identity, share: shares[identity.keygenId] }))
  const { roomId } = await open(`${keygenRoom.walletId}/signMessage`, { message, isFormatted: true })
  const { results } = await playRoom(place, roomId, { parties, more: { message } })
  return { replies, results }
}

describe('the same seed gives the same bytes in this host as in the core', () => {
  it.each(['EVM', 'SVM'] as const)('in the rooms of a wallet on %s', async (chain) => {
    const core = host.mock.fork()
    const expected = await play(core, core.fetch, chain)
    const actual = await play(host.mock, host.fetch, chain)
    expect(actual).toEqual(expected)
    expect(actual.replies.length).toBeGreaterThan(6)
    expect(Object.values(actual.results)).toMatchObject([{ kind: 'signature' }])
  })
})
