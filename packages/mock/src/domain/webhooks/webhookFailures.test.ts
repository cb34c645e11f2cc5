import { newRecord } from '@latchkey/base/newRecord'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { Webhook, WebhookMessage } from '../../store/records.ts'
import { transact } from '../../world/world.ts'
import type { Backend } from '../shared/backend.ts'
import { disableWebhook, failuresUntilDisabled, noteFailure } from './webhookFailures.ts'

const ids = { live: '00000000-0000-7000-8000-000000000005', sandbox: '00000000-0000-7000-8000-000000000004' }
const days = (count: number) => count * 86_400_000
type Name = keyof typeof ids

async function createWorld(environmentName: Name) {
  const world = createTestWorld()
  const webhook = await transact(world, (backend): Webhook =>
    backend.store.webhooks.insert({
      ...newRecord(backend),
      environmentId: ids[environmentName],
      url: 'https://hooks.example.com/',
      secret: 'a secret',
      version: '1',
      events: ['user.created'],
      isEnabled: true,
      enabledAt: backend.clock.iso(),
      updatedAt: backend.clock.iso(),
    }),
  )
  const message = (backend: Backend, status: WebhookMessage['status']) =>
    backend.store.webhookMessages.insert({
      ...newRecord(backend),
      environmentId: webhook.environmentId,
      environmentName,
      webhookId: webhook.id,
      eventId: backend.newId(),
      eventName: 'user.created',
      eventCreatedAt: backend.clock.iso(),
      data: {},
      status,
    })
  world.clock.advance(60_000)
  return {
    world,
    now: () => world.store.reader.webhooks.get(webhook.id) as Webhook,
    put: (values: Partial<Webhook>) =>
      transact(world, ({ store }) => store.webhooks.put({ ...(store.webhooks.get(webhook.id) as Webhook), ...values })),
    /** Lets as many messages fail as it is told. */
    fail: (count: number, status: WebhookMessage['status'] = 'failed') =>
      transact(world, (backend) => {
        for (let i = 0; i < count; i++) noteFailure(backend, message(backend, status).id)
      }),
  }
}

describe.each(Object.keys(ids) as Name[])('a webhook of a %s environment', (name) => {
  const limit = failuresUntilDisabled[name]

  it('is disabled when the limit of failed messages within thirty days is reached', async () => {
    const { world, now, fail } = await createWorld(name)
    await fail(limit - 1)
    expect(now().isEnabled).toBe(true)
    world.clock.advance(days(30) - 1)
    await fail(1)
    expect(now()).toMatchObject({ isEnabled: false, updatedAt: world.clock.iso() })
    expect(now()).not.toHaveProperty('enabledAt')
  })

  it('stays enabled if one of them failed thirty days ago', async () => {
    const { world, now, fail } = await createWorld(name)
    await fail(1)
    world.clock.advance(days(29))
    await fail(limit - 2)
    world.clock.advance(days(1))
    await fail(1)
    expect(now().isEnabled).toBe(true)
    await fail(1)
    expect(now().isEnabled).toBe(false)
  })
})

describe('the count of failed messages', () => {
  const limit = failuresUntilDisabled.sandbox

  it('restarts when the webhook is enabled again, even at the same instant', async () => {
    const { world, now, fail, put } = await createWorld('sandbox')
    await fail(limit)
    expect(now().isEnabled).toBe(false)
    await put({ isEnabled: true, enabledAt: world.clock.iso() })
    world.clock.advance(60_000)
    await fail(limit - 1)
    expect(now().isEnabled).toBe(true)
    await fail(1)
    expect(now().isEnabled).toBe(false)
  })

  it('does not include delivered messages and other webhooks', async () => {
    const { now, fail, put } = await createWorld('sandbox')
    await fail(limit - 1)
    await fail(1, 'delivered')
    expect(now().isEnabled).toBe(true)
    await put({ id: '00000000-0000-7000-8000-00000000beef' })
    await fail(1)
    expect(now().isEnabled).toBe(false)
  })

  it('does not disable a webhook twice', async () => {
    const { world, now, fail } = await createWorld('sandbox')
    await transact(world, (backend) => void disableWebhook(backend, now()))
    const before = now()
    world.clock.advance(1_000)
    await fail(limit + 1)
    expect(now()).toBe(before)
  })
})
