import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()
const url = 'https://app.example.com/hooks'

/** A user, of whose creation an endpoint is told that answers with a status. */
async function createEvent(status: number): Promise<void> {
  inspector.mock.webhooks.receive(url, () => new Response('answer of the app', { status }))
  await inspector.mock.create.webhook({ url })
  await inspector.mock.create.user({ email: 'ada@example.com' })
  await inspector.mock.clock.settle()
}

describe('events and webhooks', () => {
  it('say what to do while there is no message', async () => {
    const page = await inspector.open('#/events')
    await page.getByRole('heading', { name: 'No webhook messages yet' }).waitFor()
  })

  it('show the data of a message, and what was sent and answered, with the signature', async () => {
    await createEvent(200)
    const page = await inspector.open('#/events')
    await page.getByRole('link', { name: 'delivered user.created' }).click()
    await page.getByRole('group', { name: 'data of the event' }).getByText('ada@example.com').first().waitFor()
    const attempt = page.getByRole('region', { name: 'Attempt 1', exact: true })
    await attempt.getByText('x-webhook-signature-256').waitFor()
    await attempt.getByText('answer of the app').waitFor()
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
})
