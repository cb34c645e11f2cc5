import { expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { createEventReader } from '../../../../test/support/eventReader.ts'
import { createMailServers } from '../../../../test/support/mailServer.ts'
import { connectMock } from '../../remote/connectMock.ts'

const control = createControlClient()
const startMail = createMailServers()
const channel = 'email'

it('attaches a mailbox over HTTP, shows what became of a mail, and detaches it', async () => {
  const mail = await startMail()
  const part = { name: 'mail', origin: mail.url }
  const url = mail.url.replace('//', '//shop:s3cr3t@')
  expect((await control.post('outbox/attach', { channel, url })).body).toEqual(part)
  expect((await control.get('outbox/attached', { channel })).body).toEqual({ attached: part })
  expect((await control.get('outbox/attached', { channel: 'sms' })).body).toEqual({})
  await control.sdk('emailVerifications/create', { email: 'ada@example.com' })
  await expect
    .poll(async () => (await control.get('outbox/email/last')).body.message.delivery)
    .toMatchObject({ status: 'delivered' })
  expect((await control.post('outbox/detach', { channel })).body).toEqual({ detached: true })
  expect((await control.post('outbox/detach', { channel })).body).toEqual({ detached: false })
})

it('refuses a bad URL of a mailbox with a sentence, and a page of another origin', async () => {
  expect(await control.post('outbox/attach', { channel, url: 'http://127.0.0.1:1025' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('begins with smtp:// or smtps://') },
  })
  const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
  expect((await control.post('outbox/attach', { channel, url: 'smtp://127.0.0.1' }, headers)).status).toBe(403)
  expect((await control.get('outbox/attached', { channel })).body).toEqual({})
})

it('lets the worlds of a server send to its mailbox, and attach their own', async () => {
  const [mail, other] = [await startMail(), await startMail()]
  const mock = await connectMock(control.server.url)
  await mock.outbox.email.attach(new URL(mail.url))
  const ada = await mock.worlds.create('ada')
  expect(await ada.outbox.email.attached()).toEqual({ name: 'mail', origin: mail.url, shared: true })
  await ada.outbox.email.attach(other.url)
  expect(await mock.outbox.email.attached()).toEqual({ name: 'mail', origin: mail.url })
  await control.sdk('emailVerifications/create', { email: 'ada@example.com' })
  const { id } = control.server.mock.defaults.environments.sandbox
  const path = `/w/ada/api/v0/sdk/${id}/emailVerifications/create`
  const headers = { 'content-type': 'application/json' }
  await fetch(control.server.url + path, { method: 'POST', headers, body: '{"email":"grace@example.com"}' })
  await expect.poll(() => mail.addressees).toEqual([['ada@example.com']])
  await expect.poll(() => other.addressees).toEqual([['grace@example.com']])
})

it('tells the stream of changes when a mail was delivered', async () => {
  const mail = await startMail()
  const mock = await connectMock(control.server.url)
  await mock.outbox.email.attach(mail.url)
  const { body } = await fetch(`${control.server.url}/__mock/v1/stream`)
  if (!body) throw new Error('The stream has no body.')
  const events = createEventReader(body)
  await control.sdk('emailVerifications/create', { email: 'ada@example.com' })
  const outboxChanges = async () => {
    const event = await events.next()
    return event?.name === 'state' && event.data.tables.includes('outbox') ? event.data.tables : undefined
  }
  await expect.poll(outboxChanges).toContain('verifications')
  await expect.poll(outboxChanges).toEqual(['outbox', 'realParts'])
  expect((await mock.outbox.email.last())?.delivery?.status).toBe('delivered')
  await events.cancel()
})
