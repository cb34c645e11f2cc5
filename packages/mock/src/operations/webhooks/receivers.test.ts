import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { listenAt } from '../../../test/support/webhookReceiver.ts'
import type { Mock } from '../../mock/createMock.ts'

const host = createHost()
const [slow, quick] = ['https://slow.example.com/hook', 'https://quick.example.com/hook']

/** A webhook that has had its ping. */
async function listen(url: string) {
  listenAt(host, url)
  const { webhookId } = await host.mock.create.webhook({ url, events: ['user.created'] })
  await host.mock.clock.settle()
  return webhookId
}

describe('a slow receiver', () => {
  it('does not delay other webhooks, and does not change the order of the log', async () => {
    const [slowId, quickId] = [await listen(slow), await listen(quick)]
    const before = host.mock.webhooks.deliveries().length
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const answered: string[] = []
    host.mock.webhooks.receive(slow, async () => {
      await released
      answered.push('slow')
      return new Response()
    })
    host.mock.webhooks.receive(quick, () => {
      answered.push('quick')
      release()
      return new Response()
    })
    await host.mock.create.user()
    await host.mock.clock.settle()
    expect(answered).toEqual(['quick', 'slow'])
    expect(
      host.mock.webhooks
        .deliveries()
        .slice(before)
        .map(({ webhookId, status }) => [webhookId, status]),
    ).toEqual([
      [slowId, 'delivered'],
      [quickId, 'delivered'],
    ])
  })

  it('gets one message after the other, in the order of their creation', async () => {
    await listen(slow)
    let open = 0
    const seen: [number, unknown][] = []
    host.mock.webhooks.receive(slow, async (request) => {
      open += 1
      const { data } = (await request.json()) as { data: { alias: string } }
      await Promise.resolve()
      seen.push([open, data.alias])
      open -= 1
      return new Response()
    })
    for (const alias of ['a', 'b', 'c']) await host.mock.create.user({ alias })
    await host.mock.clock.settle()
    expect(seen).toEqual([
      [1, 'a'],
      [1, 'b'],
      [1, 'c'],
    ])
  })

  it('gets the message again from a mock that goes on with the state of before its answer', async () => {
    await listen(slow)
    let copy: Mock | undefined
    host.mock.webhooks.receive(slow, () => {
      copy = host.mock.fork()
      return new Response()
    })
    await host.mock.create.user({ alias: 'ada' })
    await host.mock.clock.settle()
    const received: unknown[] = []
    copy!.webhooks.receive(slow, async (request) => {
      received.push(((await request.json()) as { data: { alias: string } }).data.alias)
      return new Response()
    })
    await copy!.clock.settle()
    await copy!.clock.advance({ hours: 1 })
    expect(received).toEqual(['ada'])
    expect(host.mock.export().tables.jobs).toEqual(copy!.export().tables.jobs)
  })

  it('has a failed message if its webhook is disabled before it answers', async () => {
    const webhookId = await listen(slow)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    host.mock.webhooks.receive(slow, async () => {
      await released
      await host.call('webhooks.update', {
        params: { webhookId },
        body: { url: slow, isEnabled: false, events: ['user.created'] },
      })
      return new Response(null, { status: 503 })
    })
    await host.mock.create.user()
    await host.mock.create.user()
    release()
    await host.mock.clock.advance({ minutes: 5 })
    expect(host.mock.webhooks.messages(webhookId).map(({ status }) => status)).toEqual([
      'delivered',
      'failed',
      'failed',
    ])
    expect(host.mock.webhooks.deliveries(webhookId)).toHaveLength(2)
  })
})
