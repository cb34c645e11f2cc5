import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const shop = 'https://shop.example.com'
const tomorrow = '2026-01-16T09:30:00.000Z'
let userId = ''
let token = ''

beforeEach(async () => {
  await host.call('globalWallets.create', { body: { walletName: 'Example Wallet' } })
  await host.call('globalWallets.enable')
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
})

const inputFrom = (origin: string | null, expiresAt: unknown = tomorrow) => ({
  token,
  body: { expiresAt },
  headers: origin === null ? undefined : { origin },
})
const connect = async (origin = shop, expiresAt = tomorrow) =>
  (await host.call('globalWalletConnections.create', inputFrom(origin, expiresAt))).body
const refuse = (origin: string | null, expiresAt?: unknown) =>
  host.refuse('globalWalletConnections.create', inputFrom(origin, expiresAt))
const list = async () => (await host.call('globalWalletConnections.list', { query: { userId } })).body
const idOf = ({ id }: { id: string }) => ({ params: { globalWalletConnectionId: id }, token })

describe('globalWalletConnections.create', () => {
  it('connects the site of the Origin until its expiry, and administrators see it', async () => {
    const connection = await connect(shop, '2026-01-16T11:30:00+02:00')
    expect(connection).toEqual({
      id: expect.any(String),
      userId,
      appUrl: shop,
      status: 'connected',
      expiresAt: tomorrow,
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: '2026-01-15T09:30:00.000Z',
    })
    expect(await list()).toEqual([connection])
    await host.mock.clock.advance({ days: 1 })
    expect(await list()).toEqual([{ ...connection, status: 'disconnected', updatedAt: tomorrow }])
  })

  it('renews an open connection, and opens another one after it has ended', async () => {
    const first = await connect()
    const renewed = await connect(shop, '2026-01-17T09:30:00.000Z')
    expect(renewed).toMatchObject({ id: first.id, expiresAt: '2026-01-17T09:30:00.000Z' })
    await host.call('globalWalletConnections.disconnect', idOf(first))
    expect((await connect()).id).not.toBe(first.id)
    expect(await list()).toHaveLength(2)
  })

  it.each([null, 'null'])('refuses a request without a site: Origin %s', async (origin) => {
    expect(await refuse(origin)).toMatchObject({ status: 400, code: 'bad_request' })
    expect(await list()).toEqual([])
  })

  it('refuses an expiry that has passed, and one that is not an instant', async () => {
    for (const expiresAt of ['2026-01-15T09:30:00.000Z', '2025-01-15T09:30:00.000Z', 'tomorrow', '', null])
      expect(await refuse(shop, expiresAt), String(expiresAt)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    expect(await list()).toEqual([])
  })

  it('keeps out the sites that the access list excludes', async () => {
    await host.call('globalWalletAccess.create', { body: { type: 'allow' } })
    await host.call('globalWalletAccess.addDomain', { body: { domain: shop } })
    await host.call('globalWalletAccess.enable')
    expect(await refuse('https://evil.example.com')).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(await connect()).toMatchObject({ appUrl: shop, status: 'connected' })
  })

  it('needs a global wallet that is on', async () => {
    await host.call('globalWallets.disable')
    expect(await refuse(shop)).toMatchObject({ status: 422, code: 'no_global_wallet_found' })
  })

  it('refuses a call without a session, in another environment and before the second factor', async () => {
    const input = inputFrom(shop)
    expect((await host.refuse('globalWalletConnections.create', { ...input, token: null })).status).toBe(401)
    const params = { environmentId: host.mock.defaults.environments.live.id }
    expect((await host.refuse('globalWalletConnections.create', { ...input, params })).status).toBe(401)
    const text = await host.refuse('globalWalletConnections.create', {
      ...input,
      headers: { origin: shop, 'content-type': 'text/plain' },
    })
    expect(text.status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refuse(shop)).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('globalWalletConnections.disconnect', () => {
  it('ends the connection for good, and changes nothing the second time', async () => {
    const connection = await connect()
    await host.mock.clock.advance({ minutes: 5 })
    const { body: ended } = await host.call('globalWalletConnections.disconnect', idOf(connection))
    expect(ended).toEqual({ ...connection, status: 'disconnected', updatedAt: '2026-01-15T09:35:00.000Z' })
    await host.mock.clock.advance({ minutes: 5 })
    expect((await host.call('globalWalletConnections.disconnect', idOf(connection))).body).toEqual(ended)
    expect(await list()).toEqual([ended])
  })

  it('shows a connection that has expired as ended at its expiry', async () => {
    const connection = await connect()
    await host.mock.clock.advance({ days: 2 })
    token = (await host.mock.signIn(userId)).token
    const { body } = await host.call('globalWalletConnections.disconnect', idOf(connection))
    expect(body).toEqual({ ...connection, status: 'disconnected', updatedAt: tomorrow })
  })

  it("does not find another user's connection, which stays open", async () => {
    const connection = await connect()
    const { token: otherToken } = await host.mock.signIn(await host.mock.create.user({ email: 'eve@example.com' }))
    const foreign = { ...idOf(connection), token: otherToken }
    expect(await host.refuse('globalWalletConnections.disconnect', foreign)).toMatchObject({ status: 404 })
    expect(await list()).toEqual([connection])
  })

  it('refuses unknown and malformed ids, and calls without a session', async () => {
    const refusal = (id: string, bearer: string | null = token) =>
      host.refuse('globalWalletConnections.disconnect', { ...idOf({ id }), token: bearer })
    expect(await refusal(unknownId)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusal('no-uuid')).toMatchObject({ status: 400, code: 'validation_failed' })
    const connection = await connect()
    expect((await refusal(connection.id, null)).status).toBe(401)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await refusal(connection.id)).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
