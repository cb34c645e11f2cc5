import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByEmail } from '../people/oneTimeCodes.ts'

const host = createHost()
const url = 'https://hooks.example.com/identity'
const seen: string[] = []

beforeEach(async () => {
  host.mock.webhooks.receive(url, async (request) => {
    seen.push(((await request.json()) as { eventName: string }).eventName)
    return new Response(null, { status: 204 })
  })
  await host.mock.create.webhook({ url, events: ['user.created', 'user.updated', 'user.session.created'] })
  // The ping of a new webhook.
  await host.mock.clock.settle()
  seen.length = 0
})

describe('a webhook for all that happens to users', () => {
  // https://github.com/woocommerce/woocommerce/issues/43019
  it('hears of a new user by one event, and of no update', async () => {
    await host.call('users.create', { body: { email: 'ada@example.com', firstName: 'Ada' } })
    await host.mock.clock.settle()
    expect(seen).toEqual(['user.created'])
  })

  // https://github.com/polarsource/polar/issues/6751
  it('hears that a user was created before it hears of the session that the same call began', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    await signInByEmail(host, 'ada@example.com')
    await host.mock.clock.settle()
    expect(seen).toEqual(['user.created', 'user.session.created'])
  })
})
