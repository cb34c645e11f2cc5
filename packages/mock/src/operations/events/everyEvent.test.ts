import { webhookSchemas } from '@latchkey/types/zod'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { type Change, eventChanges, externalWallet, prepareEvents } from '../../../test/contract/eventChanges.ts'
import type { Refusal } from '../../../test/hosts/harness.ts'
import { siteHeaders, walletPeople } from '../../../test/people/walletPeople.ts'
import { listenAt, type Received } from '../../../test/support/webhookReceiver.ts'
import type { TriggerArguments } from '../../control/objects/triggerWebhooks.ts'
import type { EventName } from '../../domain/webhooks/eventNames.ts'

const host = createHost()
const { signed } = walletPeople(host)
const url = 'https://hooks.example.com/identity'

/** A webhook that listens to everything there is. */
let received: Received[] = []
beforeEach(async () => {
  received = listenAt(host, url)
  const { body } = await host.call('events.listTypes')
  await host.mock.create.webhook({ url, events: body.map(({ name }) => name) })
  await prepareEvents(host)
  await host.mock.clock.settle()
})

const newUser = () => host.mock.create.user({ email: 'ada@example.com' })
const names = async () => (await host.call('events.list')).body.map(({ eventName }) => eventName)
const changes = eventChanges(host)

/** Events that no operation causes: see spec/decisions/12-events.md. A ping reports no change. */
const untold: readonly EventName[] = ['ping']

describe('an event', () => {
  it('of the catalogue is emitted by an operation, or listed here as never emitted', async () => {
    const { body } = await host.call('events.listTypes')
    expect([...Object.keys(changes), ...untold].sort()).toEqual(body.map(({ name }) => name).sort())
  })

  it.each(Object.entries(changes) as [EventName, Change][])(
    '%s is emitted once, to the list and to webhooks, by the call that causes it',
    async (name, { prepare, besides = [] }) => {
      const call = await prepare()
      await host.mock.clock.settle()
      const before = await names()
      received.length = 0
      await call()
      await host.mock.clock.settle()
      const { body } = await host.call('events.list')
      const newEvents = body.slice(0, body.length - before.length)
      expect(newEvents.map(({ eventName }) => eventName).sort()).toEqual([name, ...besides].sort())
      expect(received.map(({ body: message }) => message.eventId)).toEqual(
        newEvents.map(({ eventId }) => eventId).reverse(),
      )
      for (const { eventName, data } of newEvents)
        expect(webhookSchemas[eventName as EventName].data('closed').safeParse(data).error?.issues).toBeUndefined()
    },
  )

  it.each(Object.entries(changes) as [EventName, Change][])(
    '%s can be triggered with the data that it had',
    async (name, { prepare }) => {
      const call = await prepare()
      await host.mock.clock.settle()
      await call()
      await host.mock.clock.settle()
      const { body: events } = await host.call('events.list')
      const data = events.find(({ eventName }) => eventName === name)?.data ?? {}
      received.length = 0
      await host.mock.webhooks.trigger(...([name, data] as TriggerArguments))
      expect(received.map(({ body }) => body)).toMatchObject([{ eventName: name, data }])
    },
  )

  it('is not emitted by a call that is refused or rolled back', async () => {
    const { id: userId, email } = await newUser()
    const { token } = await host.mock.signIn(userId)
    const link = await signed(await host.mock.wallets.evm())
    const params = { userId }
    await host.mock.clock.settle()
    const before = await names()
    received.length = 0
    const refused: Promise<Refusal>[] = [
      host.refuse('users.create', {
        body: {
          email: 'grace@example.com',
          wallets: [externalWallet, { ...externalWallet, publicWalletAddress: 'not an address' }],
        },
      }),
      host.refuse('users.create', { body: { email } }),
      host.refuse('users.update', { params, body: { metadata: { much: 'x'.repeat(3_000) } } }),
      host.refuse('users.delete', { params: { userId: unknownId } }),
      host.refuse('wallets.create', { params, body: { ...externalWallet, publicWalletAddress: 'not an address' } }),
      host.refuse('wallets.delete', { params: { walletId: unknownId } }),
      host.refuse('walletSignIn.link', {
        token,
        body: { ...link, signedMessage: `0x${'1'.repeat(130)}` },
        headers: siteHeaders,
      }),
      host.refuse('profile.merge', { token }),
      host.refuse('sessions.revokeById', { params: { sessionId: unknownId } }),
      host.refuse('visits.create', {
        body: { address: '', chain: 'EVM', provider: 'browserExtension', walletName: 'metamask' },
      }),
    ]
    await Promise.all(refused)
    await host.mock.clock.settle()
    expect(await names()).toEqual(before)
    expect(received).toEqual([])
  })
})
