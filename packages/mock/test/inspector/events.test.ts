import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()
const url = 'https://app.example.com/hooks'

/** A user, of whose creation an endpoint is told that answers with a status. */
async function createEvent(status: number): Promise<void> {
  inspector.mock.webhooks.receive(url, () => new Response('answer of the app', { status }))
  await inspector.mock.create.webhook({ url })
  await inspector.mock.create.user({ email: 'ada@example.com' })
  await inspector.mock.clock.settle()
}

const attempts = (page: Page) => page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')

describe('events', () => {
  it('say what to do while there is no event', async () => {
    const page = await inspector.open('#/events')
    await page.getByRole('heading', { name: 'No events yet' }).waitFor()
  })

  it('appear as they arise, also without a webhook, and lead to their request', async () => {
    const page = await inspector.open('#/events')
    await page.getByRole('heading', { name: 'No events yet' }).waitFor()
    const { id, token } = inspector.mock.defaults.environments.sandbox
    await fetch(`${inspector.server.url}/api/v0/environments/${id}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    await page.getByRole('link', { name: /^user.created/ }).click()
    await page.getByRole('group', { name: 'data of the event' }).getByText('ada@example.com').first().waitFor()
    await page.getByText('No webhook of the environment subscribes to this event.').waitFor()
    await page.getByRole('link', { name: 'req_00000001' }).click()
    await page.getByRole('heading', { name: 'users.create' }).waitFor()
    await page.getByRole('group', { name: 'Events' }).getByRole('link', { name: 'user.created' }).click()
    await page.getByRole('article', { name: /^Event / }).waitFor()
  })

  it('are filtered by type and environment, which the link keeps', async () => {
    const { sandbox, live } = inspector.mock.defaults.environments
    const user = await inspector.mock.create.user({ email: 'ada@example.com' })
    await inspector.mock.create.user({ email: 'grace@example.com' }, { environmentId: live.id })
    await inspector.mock.signIn(user)
    const page = await inspector.open('#/events')
    const rows = page.getByRole('region', { name: 'List' }).getByRole('link')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('combobox', { name: 'Type' }).selectOption('user.created')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('main').getByRole('combobox', { name: 'Environment' }).selectOption(live.id)
    await expect.poll(() => rows.count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows.count()).toBe(1)
    await page.goto(`${inspector.server.url}/__mock/#/events?type=user.deleted&environment=${sandbox.id}`)
    await page.getByRole('heading', { name: 'No event matches the filter' }).waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect.poll(() => rows.count()).toBe(3)
  })

  it('are searched by their names, ids and data, which the link keeps', async () => {
    const ada = await inspector.mock.create.user({ email: 'ada@example.com' })
    await inspector.mock.create.user({ email: 'grace@example.com' })
    const page = await inspector.open('#/events')
    const rows = page.getByRole('region', { name: 'List' }).getByRole('link')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('searchbox').fill('GRACE@')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.click()
    await page.getByRole('group', { name: 'data of the event' }).getByText('grace@example.com').first().waitFor()
    await page.reload()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('searchbox').fill(ada.id)
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('searchbox').fill('nowhere')
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect.poll(() => rows.count()).toBe(2)
  })

  it('are said once to have gone to no webhook, and not on each row', async () => {
    await inspector.mock.create.user({ email: 'grace@example.com' })
    const page = await inspector.open('#/events')
    const list = page.getByRole('region', { name: 'List' })
    await list.getByText('No webhook subscribes to these events.').waitFor()
    await createEvent(200)
    await list.getByText('1 went to no webhook.').waitFor()
    await expect.poll(() => list.getByRole('link').count()).toBeGreaterThan(1)
    expect((await list.textContent())?.match(/no webhook/gi)).toHaveLength(1)
  })

  it('say that an event is not among those that are shown', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/events/00000000-0000-7000-8000-00000000ffff')
    await page.getByRole('heading', { name: 'This event is not among the latest ones' }).waitFor()
  })

  it('show the data of an event, and what was sent and answered, with the signature', async () => {
    await createEvent(200)
    const page = await inspector.open('#/events')
    await page.getByRole('link', { name: 'delivered user.created' }).click()
    await page.getByRole('group', { name: 'data of the event' }).getByText('ada@example.com').first().waitFor()
    const attempt = attempts(page).filter({ hasText: 'Attempt 1' })
    await attempt.getByText('answered 200').click()
    await attempt.getByText('x-webhook-signature-256').waitFor()
    await attempt.getByRole('group', { name: 'answer to attempt 1' }).getByText('answer of the app').waitFor()
  })

  it('have the attempts, and the button for another one, above all JSON, and the failed ones first', async () => {
    inspector.mock.webhooks.receive('https://fine.example.com/hooks', () => new Response())
    await inspector.mock.create.webhook({ url: 'https://fine.example.com/hooks' })
    await createEvent(503)
    const page = await inspector.open('#/events')
    await page.getByRole('link', { name: 'pending user.created' }).click()
    const article = page.getByRole('article')
    await expect.poll(() => attempts(page).count()).toBe(2)
    expect(await attempts(page).first().textContent()).toContain('answered 503“answer of the app”')
    expect(await article.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'user.created',
      `Webhook ${url}`,
      'Webhook https://fine.example.com/hooks',
      'Data',
    ])
    const [json] = await article.locator('pre:visible').all()
    const top = (await json?.boundingBox())?.y ?? 0
    for (const part of [
      ...(await attempts(page).all()),
      ...(await page.getByRole('button', { name: 'Redeliver' }).all()),
    ])
      expect((await part.boundingBox())?.y).toBeLessThan(top)
  })

  it('send a failed message once more', async () => {
    await createEvent(503)
    const page = await inspector.open('#/events')
    await page.getByRole('link', { name: 'pending user.created' }).click()
    inspector.mock.webhooks.receive(url, () => new Response())
    await page.getByRole('button', { name: 'Redeliver' }).click()
    await page.getByRole('status').getByText('The message was sent once more.').waitFor()
    await page.getByRole('link', { name: 'delivered user.created' }).waitFor()
    await page.getByText('Redelivery, attempt 1').waitFor()
  })

  it('say that the attempt has failed, with the answer', async () => {
    await createEvent(503)
    const page = await inspector.open('#/events')
    await page.getByRole('link', { name: 'pending user.created' }).click()
    await page.getByRole('button', { name: 'Redeliver' }).click()
    const sentence = 'The message was sent once more, and the attempt failed: the receiver answered 503.'
    await page.getByText(sentence).waitFor()
  })

  it('say what is due, and set the clock forward to it', async () => {
    await createEvent(503)
    const page = await inspector.open('#/events')
    const due = page.getByRole('region', { name: 'Due deliveries' })
    await due.getByText('2 deliveries are due.').waitFor()
    inspector.mock.webhooks.receive(url, () => new Response())
    await due.getByRole('button', { name: 'Set the clock forward' }).click()
    await page.getByRole('link', { name: 'delivered user.created' }).waitFor()
    await expect.poll(() => due.count()).toBe(0)
  })

  it('say why an action has failed', async () => {
    await createEvent(503)
    const page = await inspector.open('#/events')
    await page.getByRole('link', { name: 'pending user.created' }).click()
    await page.route('**/webhooks/redeliver', (route) => route.abort())
    await page.getByRole('button', { name: 'Redeliver' }).click()
    await page.getByText(`The mock at ${inspector.server.url} does not answer.`).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0)
  })

  it('are triggered with other values, sent to the webhook, and marked', async () => {
    const received: unknown[] = []
    inspector.mock.webhooks.receive(url, async (request) => {
      received.push(await request.json())
      return new Response()
    })
    await inspector.mock.create.webhook({ url, events: ['wallet.deleted'] })
    await inspector.mock.clock.settle()
    const page = await inspector.open('#/events')
    await page.getByRole('button', { name: 'Trigger an event…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trigger an event' })
    await dialog.getByLabel('Event').selectOption('wallet.deleted')
    await dialog.getByLabel('Other values, as JSON').fill('{ "name": "phantom" }')
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    await page.getByRole('status').getByText('wallet.deleted was delivered.').waitFor()
    await page.getByRole('link', { name: 'delivered wallet.deleted triggered' }).waitFor()
    const article = page.getByRole('article', { name: /^Event / })
    await article.getByText('nothing: it was triggered').waitFor()
    await article.getByRole('group', { name: 'data of the event' }).getByText('phantom').first().waitFor()
    expect(received.slice(1)).toMatchObject([{ eventName: 'wallet.deleted', data: { name: 'phantom' } }])
  })

  it('are triggered with the data of a record, and say that the webhook has failed', async () => {
    await createEvent(503)
    const user = inspector.mock.events.last({ eventName: 'user.created' })?.data
    const page = await inspector.open('#/events')
    await page.getByRole('button', { name: 'Trigger an event…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trigger an event' })
    await dialog.getByLabel('Id of a record').fill(String(user?.id))
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    const notice = page.locator('.notice').filter({ hasText: 'user.created was sent, and the attempt failed.' })
    await notice.waitFor()
    expect(await notice.getAttribute('class')).toBe('notice failed')
    await page.getByRole('link', { name: 'pending user.created triggered' }).waitFor()
    await page.getByRole('group', { name: 'data of the event' }).getByText('ada@example.com').first().waitFor()
  })

  it('are not triggered by values that are not JSON or do not fit, and the form says why', async () => {
    await createEvent(200)
    const count = inspector.mock.webhooks.messages().length
    const page = await inspector.open('#/events')
    await page.getByRole('button', { name: 'Trigger an event…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trigger an event' })
    const values = dialog.getByLabel('Other values, as JSON')
    await values.fill('{ email')
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    await expectRefused(values, 'Must be JSON.')
    await values.fill('{ "emial": "grace@example.com" }')
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    await expectRefused(values, /emial must be left out, since there is no such field/i)
    expect(await values.inputValue()).toContain('emial')
    await values.fill('')
    await dialog.getByLabel('Id of a record').fill('00000000-0000-7000-8000-00000000ffff')
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    await expectRefused(dialog.getByLabel('Id of a record'), 'no such record has the id')
    await dialog.getByLabel('Event').selectOption('wallet.exported')
    await dialog.getByRole('button', { name: 'Trigger' }).click()
    await expectRefused(dialog.getByLabel('Event'), 'subscribes to "wallet.exported"')
    expect(inspector.mock.webhooks.messages()).toHaveLength(count)
  })
})
