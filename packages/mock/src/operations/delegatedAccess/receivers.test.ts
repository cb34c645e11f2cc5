import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { deliver, enableDelegation, reshareForDelegate, seal } from '../../../test/people/delegates.ts'
import { listenAt } from '../../../test/support/webhookReceiver.ts'

const host = createHost()
const url = 'https://users.example.com/'

beforeEach(() => enableDelegation(host, { hasWebhook: false }))

const createWebhook = (...events: ('user.created' | 'wallet.delegation.created' | 'wallet.delegation.revoked')[]) =>
  host.call('webhooks.create', { body: { url, events, isEnabled: true } })

describe('a webhook of other events', () => {
  it('receives no shares, so that they wait', async () => {
    const received = listenAt(host, url)
    await createWebhook('user.created', 'wallet.delegation.revoked')
    const delegated = await reshareForDelegate(host)
    expect(await deliver(host, delegated)).toMatchObject({ status: 'queued' })
    await host.mock.clock.settle()
    const names = () => received.map(({ body }) => body.eventName)
    expect(names()).not.toContain('wallet.delegation.created')

    await createWebhook('wallet.delegation.created')
    await host.mock.clock.settle()
    expect(names().filter((name) => name === 'wallet.delegation.created')).toHaveLength(1)
  })
})

describe('the initialization vector of a share', () => {
  it.each([11, 13, 16])('is refused with %i bytes', async (length) => {
    const { wallet, delegate } = await reshareForDelegate(host)
    const iv = Buffer.alloc(length, 7).toString('base64url')
    const body = { encryptedDelegatedShare: { ...seal(JSON.stringify(delegate)), iv } }
    const params = { walletId: wallet.walletId }
    expect(await host.refuse('delegatedAccess.deliver', { token: wallet.token, params, body })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  it('is taken with the 12 bytes of AES-GCM', async () => {
    const delegated = await reshareForDelegate(host)
    const envelope = seal(JSON.stringify(delegated.delegate))
    expect(Buffer.from(envelope.iv, 'base64url')).toHaveLength(12)
    expect(await deliver(host, delegated, envelope)).toMatchObject({ status: 'queued' })
  })
})
