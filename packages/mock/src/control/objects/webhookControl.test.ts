import { describe, expect, it } from 'vitest'
import { mockOptions } from '../../../test/hosts/harness.ts'
import { createMock } from '../../mock/createMock.ts'

const url = 'https://hooks.example.com/'

describe("a function of one's own that sends webhooks", () => {
  it.each<[fault: string, send: () => never]>([
    [
      'throws',
      () => {
        throw new Error('The proxy is down.')
      },
    ],
    ['rejects', () => Promise.reject(new Error('The proxy is down.')) as never],
    ['returns nothing', () => undefined as never],
    ['returns what is no result', () => ({ statusCode: 204 }) as never],
  ])('that %s has made a failed attempt, and the message is sent again', async (_, send) => {
    const reported: unknown[] = []
    let isBroken = true
    const mock = createMock({
      ...mockOptions,
      deliver: async () => (isBroken ? send() : { status: 204 }),
      onError: (cause) => reported.push(cause),
    })
    await mock.create.webhook({ url, events: ['user.created'] })
    await mock.clock.settle()
    const error = 'The message could not be sent: `deliver` threw an error, which the log has.'
    expect(mock.webhooks.last()).toMatchObject({ attempt: 1, status: 'pending', response: { error } })
    expect(reported).toEqual([expect.any(Error)])
    isBroken = false
    await mock.clock.advance({ seconds: 15 })
    expect(mock.webhooks.last()).toMatchObject({ attempt: 2, status: 'delivered', response: { status: 204 } })
  })
})
