import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import {
  createReceiver,
  deliver,
  type DelegatedWallet,
  enableDelegation,
  grantOf,
  pemOf,
  reshareForDelegate,
  seal,
} from '../../../test/people/delegates.ts'
import { createDeviceWallet, createPerson, setWaas } from '../../../test/people/deviceWallets.ts'
import { listenAt, type Received } from '../../../test/support/webhookReceiver.ts'

const host = createHost()

let received: Received[]
beforeEach(async () => {
  received = await enableDelegation(host)
})

const created = () => received.filter(({ body }) => body.eventName === 'wallet.delegation.created')
const refuse = (
  { wallet: { walletId, token }, delegate }: DelegatedWallet,
  encryptedDelegatedShare: object = seal(JSON.stringify(delegate)),
) => host.refuse('delegatedAccess.deliver', { token, params: { walletId }, body: { encryptedDelegatedShare } })

describe('delegatedAccess.deliver', () => {
  it('sends a webhook two envelopes, which the server opens: its share, and a wallet API key', async () => {
    const delegated = await reshareForDelegate(host)
    const { status } = await deliver(host, delegated)
    await host.mock.clock.settle()
    const [message] = created()
    const { wallet, delegate } = delegated
    expect(status).toBe('accepted')
    expect(message?.body.data).toEqual({
      chain: 'EVM',
      walletId: wallet.walletId,
      userId: wallet.userId,
      publicKey: wallet.address,
      encryptedDelegatedShare: expect.objectContaining({ alg: 'HYBRID-RSA-AES-256' }),
      encryptedWalletApiKey: expect.objectContaining({ alg: 'HYBRID-RSA-AES-256' }),
    })
    const grant = grantOf(message?.body as { data: unknown })
    expect(grant.party).toEqual(delegate)
    expect(grant.walletApiKey).toMatch(/^lk_wallet_\w{40}$/)
  })

  it('shows the wallet API key to the administration, without the key itself', async () => {
    const delegated = await reshareForDelegate(host)
    await deliver(host, delegated)
    const { walletId: otherId } = await createDeviceWallet(host)
    const { body } = await host.call('wallets.list')
    expect(body.wallets?.find(({ id }) => id === otherId)).not.toHaveProperty('delegatedAccessWalletApiKeys')
    const detail = body.wallets?.find(({ id }) => id === delegated.wallet.walletId)
    expect(detail?.delegatedAccessWalletApiKeys).toEqual([
      {
        encryptionPublicKey: (await host.call('delegatedAccess.listKeys')).body.key,
        scopes: ['waas.delegatedAccess.signMessage'],
        expiresAt: null,
        createdAt: host.mock.clock.iso(),
        updatedAt: host.mock.clock.iso(),
        deletedAt: null,
      },
    ])
  })

  it('lets the share count as backed up at the environment', async () => {
    const delegated = await reshareForDelegate(host)
    const { walletId, token } = delegated.wallet
    const call = { token, params: { walletId }, body: { location: 'delegated' as const } }
    expect(await host.refuse('keyShares.markLocation', call)).toMatchObject({ status: 422 })
    await deliver(host, delegated)
    expect((await host.call('keyShares.markLocation', call)).status).toBe(201)
  })

  it('leaves no share and no key in the journal, the state and the outbox', async () => {
    const delegated = await reshareForDelegate(host)
    const envelope = seal(JSON.stringify(delegated.delegate))
    await deliver(host, delegated, envelope)
    await host.mock.clock.settle()
    const { walletApiKey, party } = grantOf(created()[0]?.body as { data: unknown })
    const written = JSON.stringify([host.mock.export(), host.mock.journal.list(), host.mock.outbox.email.list()])
    expect(written).not.toContain(walletApiKey)
    expect(written).not.toContain(party.share.signingShare)
    expect(JSON.stringify(host.mock.journal.list())).not.toContain(envelope.ct)
  })

  it('waits for a webhook that takes the event', async () => {
    const [webhook] = (await host.call('webhooks.list')).body.data ?? []
    await host.call('webhooks.delete', { params: { webhookId: webhook?.webhookId ?? '' } })
    const delegated = await reshareForDelegate(host)
    expect(await deliver(host, delegated)).toMatchObject({ status: 'queued' })
    await host.mock.clock.settle()
    expect(created()).toEqual([])
    expect((await host.call('events.list')).body.map(({ eventName }) => eventName)).not.toContain(
      'wallet.delegation.created',
    )
    await createReceiver(host)
    await host.mock.clock.settle()
    expect(created()).toHaveLength(1)
    expect(grantOf(created()[0]?.body as { data: unknown }).party).toEqual(delegated.delegate)
  })

  it('waits while the only webhook is disabled, and sends when it is enabled', async () => {
    const [webhook] = (await host.call('webhooks.list')).body.data ?? []
    const { webhookId = '', url = '', events = [] } = webhook ?? {}
    await host.call('webhooks.update', { params: { webhookId }, body: { url, events, isEnabled: false } })
    const delegated = await reshareForDelegate(host)
    expect(await deliver(host, delegated)).toMatchObject({ status: 'queued' })
    await host.call('webhooks.update', { params: { webhookId }, body: { url, events, isEnabled: true } })
    await host.mock.clock.settle()
    expect(created()).toHaveLength(1)
  })

  it('is not sent to the webhooks of another environment', async () => {
    const { live } = host.mock.defaults.environments
    const url = 'https://other.example.com/'
    const foreign = listenAt(host, url)
    const body = { url, events: ['wallet.delegation.created' as const], isEnabled: true }
    await host.call('webhooks.create', { params: { environmentId: live.id }, token: live.token, body })
    await deliver(host, await reshareForDelegate(host))
    await host.mock.clock.settle()
    expect(foreign.map((message) => message.body.eventName)).toEqual(['ping'])
    expect(created()).toHaveLength(1)
  })

  it('answers the same envelope again alike, and refuses another one', async () => {
    const delegated = await reshareForDelegate(host)
    const envelope = seal(JSON.stringify(delegated.delegate))
    const first = await deliver(host, delegated, envelope)
    expect(await deliver(host, delegated, envelope)).toEqual(first)
    expect(await refuse(delegated)).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
    await host.mock.clock.settle()
    expect(created()).toHaveLength(1)
  })

  it('refuses a share of a wallet that was not reshared for the server', async () => {
    const wallet = await createDeviceWallet(host, { thresholdSignatureScheme: 'TWO_OF_THREE' })
    const [user, delegate] = wallet.parties
    const refusal = await refuse({ wallet, user: user!, delegate: delegate! })
    expect(refusal).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('refuses a share that is sealed to an earlier key', async () => {
    const delegated = await reshareForDelegate(host)
    const kid = (await host.call('delegatedAccess.listKeys')).body.key?.kid
    await host.mock.clock.advance({ seconds: 1 })
    const publicKey = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
    await host.call('delegatedAccess.createKey', { body: { publicKey } })
    const refusal = await refuse(delegated, { ...seal('share'), kid })
    expect(refusal).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
  })

  it('refuses an envelope that cannot be one', async () => {
    const delegated = await reshareForDelegate(host)
    const good = seal('share')
    const malformed = { status: 400, body: { code: 'validation_failed' } }
    expect(await refuse(delegated, { ...good, iv: 'AAAA' })).toMatchObject(malformed)
    expect(await refuse(delegated, { ...good, tag: 'AAAA' })).toMatchObject(malformed)
    expect(await refuse(delegated, { ...good, ek: good.ek.slice(4) })).toMatchObject(malformed)
    expect(await refuse(delegated, { ...good, ct: '' })).toMatchObject(malformed)
    expect(await refuse(delegated, { ...good, ct: 'A'.repeat(4097) })).toMatchObject(malformed)
    const refusal = await refuse(delegated, { ...good, alg: 'RSA-OAEP-256' })
    expect(refusal).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
  })

  it('refuses where delegated access is off, or was denied', async () => {
    const delegated = await reshareForDelegate(host)
    const { walletId, token } = delegated.wallet
    const body = { hasDeniedDelegatedAccess: true }
    await host.call('waas.updateSettings', { token, params: { walletId }, body })
    expect(await refuse(delegated)).toMatchObject({ status: 422, body: { code: 'invalid_update' } })
    await setWaas(host, { delegatedAccess: { enabled: false } })
    expect(await refuse(delegated)).toMatchObject({ status: 422, body: { code: 'provider_not_available' } })
  })

  it('refuses the wallet of another user, and a call without a session', async () => {
    const delegated = await reshareForDelegate(host)
    const { token } = await createPerson(host)
    const other = { ...delegated, wallet: { ...delegated.wallet, token } }
    expect(await refuse(other)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const { walletId } = delegated.wallet
    const body = { encryptedDelegatedShare: seal('share') }
    expect(await host.refuse('delegatedAccess.deliver', { token: null, params: { walletId }, body })).toMatchObject({
      status: 401,
    })
  })
})
