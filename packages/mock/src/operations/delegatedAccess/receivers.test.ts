import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { deliver, enableDelegation, reshareForDelegate, seal } from '../../../test/people/delegates.ts'
import { listenAt } from '../../../test/support/webhookReceiver.ts'

const host = createHost()
const url = 'https://users.example.com/'

beforeEach(() => enableDelegation(host, { hasWebhook: false }))

describe('shares that wait', () => {
  const created = 'wallet.delegation.created'
  const create = (
    environment: 'sandbox' | 'live',
    ...events: ('user.created' | 'wallet.delegation.revoked' | typeof created)[]
  ) => {
    const { id: environmentId, token } = host.mock.defaults.environments[environment]
    return host.call('webhooks.create', { params: { environmentId }, token, body: { url, events, isEnabled: true } })
  }

  it('are sent to the first webhook of their environment that takes them, and to no other', async () => {
    const received = listenAt(host, url)
    const names = () => received.map(({ body }) => body.eventName).filter((name) => name === created)
    expect(await deliver(host, await reshareForDelegate(host))).toMatchObject({ status: 'queued' })
    await create('live', created)
    await create('sandbox', 'user.created', 'wallet.delegation.revoked')
    await host.mock.clock.settle()
    expect(names()).toEqual([])

    await create('sandbox', created)
    await host.mock.clock.settle()
    expect(names()).toEqual([created])
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
