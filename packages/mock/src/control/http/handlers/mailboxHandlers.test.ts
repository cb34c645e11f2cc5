import { mailboxRoutes } from '@latchkey/contract/routes/mailboxRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { connectMock } from '../../remote/connectMock.ts'

const control = createControlClient()
const { get, post, sdk } = control
const email = 'email' as const
const [ada, grace] = ['ada@example.com', 'grace@example.com'] as const
const sendTo = (address: string) => sdk('emailVerifications/create', { email: address })
const unread = async () =>
  (await get('outbox/unread', { channel: email })).body.messages.map(({ to }: { to: string }) => to)

describe('POST outbox/next', () => {
  it('gives each message once, the oldest first, also one that came before the call', async () => {
    for (const address of [ada, grace, ada]) await sendTo(address)
    const ids: string[] = control.server.mock.outbox.email.list(ada).map(({ id }) => id)
    for (const id of ids)
      expect((await post('outbox/next', { channel: email, to: ada })).body).toMatchObject({ id, to: ada })
    expect(await unread()).toEqual([grace])
    expect((await post('outbox/next', { channel: email })).body).toMatchObject({ to: grace, code: expect.any(String) })
  })

  it('waits for a message that comes later, and gives each of two callers another one', async () => {
    const waiting = [1, 2].map(() => post('outbox/next', { channel: email, to: ada, timeoutMs: 20_000 }))
    await sendTo(grace)
    await sendTo(ada)
    await sendTo(ada)
    const ids = (await Promise.all(waiting)).map(({ body }) => body.id)
    expect(ids.toSorted()).toEqual(control.server.mock.outbox.email.list(ada).map(({ id }) => id))
    expect(await unread()).toEqual([grace])
  })

  it('says after its time what came instead, and refuses a time that is too long', async () => {
    expect(await post('outbox/next', { channel: 'sms', timeoutMs: 1 })).toMatchObject({
      status: 400,
      body: {
        kind: 'use',
        error: expect.stringContaining('no unread message came within 1 ms. None has come at all.'),
      },
    })
    await sendTo(grace)
    expect(await post('outbox/next', { channel: email, to: ada, timeoutMs: 1 })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('to ada@example.com came within 1 ms. Before, messages came to grace@') },
    })
    expect((await post('outbox/next', { channel: email, timeoutMs: 120_001 })).status).toBe(400)
    expect(await unread()).toEqual([grace])
  })

  it('is a function of a connected mock, and of the mock', async () => {
    const mock = await connectMock(control.server.url)
    const coming = mock.outbox.email.next(ada)
    await sendTo(ada)
    expect(await coming).toEqual(await mock.outbox.email.last(ada))
    await expect(mock.outbox.email.next(ada, { timeoutMs: 1 })).rejects.toThrow('within 1 ms')
    await expect(control.server.mock.outbox.sms.next(undefined, { timeoutMs: 1 })).rejects.toThrow(TypeError)
  })
})

describe('the outbox as a mailbox', () => {
  it('marks messages as read, one or all, and tells watchers', async () => {
    const { mock } = control.server
    for (const address of [ada, grace, ada]) await sendTo(address)
    const changes: (readonly string[])[] = []
    mock.watch((tables) => changes.push(tables))
    const [{ id } = { id: '' }] = mock.outbox.email.list(grace)
    expect((await post('outbox/read', { channel: email, messageId: id })).status).toBe(204)
    expect(changes).toEqual([['outbox']])
    expect(await unread()).toEqual([ada, ada])
    await post('outbox/read', { channel: email })
    expect(await unread()).toEqual([])
    expect((await post('outbox/read', { channel: 'sms', messageId: id })).status).toBe(400)
  })

  it('has all messages unread again after a reset that brings the same ones back', async () => {
    const { mock } = control.server
    await sendTo(ada)
    const { id } = await mock.outbox.email.next(ada)
    mock.reset()
    await sendTo(ada)
    expect(mock.outbox.email.unread().map(({ to }) => to)).toEqual([ada])
    expect(mock.outbox.email.last(ada)?.id).toBe(id)
  })

  it('deletes messages, one or all, and refuses an unknown one', async () => {
    for (const address of [ada, grace, ada]) await sendTo(address)
    const [{ id } = { id: '' }] = control.server.mock.outbox.email.list(grace)
    expect((await post('outbox/delete', { channel: email, messageId: id })).status).toBe(204)
    expect(await unread()).toEqual([ada, ada])
    expect(await post('outbox/delete', { channel: email, messageId: id })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(`there is no message "${id}"`) },
    })
    await post('outbox/delete', { channel: email })
    expect((await get('outbox/email')).body.messages).toEqual([])
  })

  it('gives a mail as a page, with its code and link, and not one of another channel', async () => {
    await sendTo(ada)
    const { id = '', code = '' } = control.server.mock.outbox.email.last() ?? {}
    const { html } = (await get('outbox/html', { channel: email, messageId: id })).body
    expect(html).toContain(code)
    expect(html).toMatch(/^<!doctype html>/)
    expect((await get('outbox/html', { channel: 'sms', messageId: id })).status).toBe(400)
  })

  it('has no route that the tests above have not called', () => {
    expect(Object.keys(mailboxRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })

  it('keeps a program alive that only waits for it', async () => {
    const { mock } = control.server
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const coming = mock.outbox.email.next(ada)
    expect(timers()).toBe(before + 1)
    await sendTo(ada)
    await coming
  })
})
