import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()
const start = '2026-03-01T09:00:00.000Z'
const hook = 'https://app.example.com/hooks'
const inUtc = { timezoneId: 'UTC' }

const items = (page: Page) => page.getByRole('list', { name: 'What falls due' }).getByRole('listitem')
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** The status of a call with a token of the sandbox. */
async function statusWith(token: string): Promise<number> {
  const { id } = inspector.mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${inspector.server.url}/api/v0/environments/${id}/users`, { headers })).status
}

describe('the clock', () => {
  it('shows the time, advances it by buttons and by a span, and sets it', async () => {
    const page = await inspector.open('#/clock', inUtc)
    await page.getByRole('main').getByText('09:00:00', { exact: true }).waitFor()
    await page.getByText(/^Sunday,? 1 March 2026$/).waitFor()
    for (const step of ['+ 1 min', '+ 15 min', '+ 1 h', '+ 1 day', '+ 30 days']) {
      await page.getByRole('button', { name: step, exact: true }).click()
      await expect.poll(() => page.getByRole('button', { name: step, exact: true }).isEnabled()).toBe(true)
    }
    await expect.poll(() => inspector.mock.clock.iso()).toBe('2026-04-01T10:16:00.000Z')
    await page.getByRole('main').getByText('10:16:00', { exact: true }).waitFor()

    await page.getByRole('textbox', { name: 'How far' }).fill('1.5')
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('hours')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await notice(page, 'The clock is 1.5 hours further.').waitFor()
    expect(inspector.mock.clock.iso()).toBe('2026-04-01T11:46:00.000Z')

    const instant = page.getByLabel('Day and time, in your time zone')
    expect(await instant.inputValue()).toBe('2026-04-01T11:46')
    await instant.fill('2026-03-01T09:00:00')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await notice(page, 'The clock is set.').waitFor()
    expect(inspector.mock.clock.iso()).toBe(start)
  })

  it("shows how far it is from the machine's time, and leads back to it", async () => {
    inspector.mock.clock.resume()
    const page = await inspector.open('#/clock', inUtc)
    await page.getByText(/^For this machine, that is (in [\d,]+ days|[\d,]+ days ago)\.$/).waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await notice(page, "The clock shows the machine's time.").waitFor()
    expect(Math.abs(inspector.mock.clock.now() - Date.now())).toBeLessThan(60_000)
    await page.getByRole('button', { name: 'Back to now' }).waitFor({ state: 'detached' })
  })

  it('reads and shows instants in the time zone of the reader', async () => {
    const page = await inspector.open('#/clock', { timezoneId: 'Asia/Tokyo' })
    await page.getByRole('main').getByText('18:00:00', { exact: true }).waitFor()
    await page.getByLabel('Day and time, in your time zone').fill('2026-03-02T00:30:00')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect.poll(() => inspector.mock.clock.iso()).toBe('2026-03-01T15:30:00.000Z')
  })

  it('is resumed and frozen', async () => {
    const page = await inspector.open('#/clock', inUtc)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('main').getByText('running').waitFor()
    expect(inspector.mock.clock.isRunning).toBe(true)
    await page.getByRole('main').getByText('09:00:02', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('main').getByText('frozen').waitFor()
    expect(inspector.mock.clock.isRunning).toBe(false)
  })

  it.each([
    ['0', 'Enter how far the clock is to go: a number that is more than 0.'],
    ['-5', 'Enter how far the clock is to go: a number that is more than 0.'],
    ['soon', 'Enter how far the clock is to go: a number that is more than 0.'],
    ['99999999', 'The clock cannot pass the year 9900.'],
  ])('stays where it is for the span "%s"', async (amount, reason) => {
    const page = await inspector.open('#/clock', inUtc)
    await page.getByRole('textbox', { name: 'How far' }).fill(amount)
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('days')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await expectRefused(page.getByRole('textbox', { name: 'How far' }), reason)
    expect(inspector.mock.clock.iso()).toBe(start)
  })

  it.each([
    ['', 'Enter a day and a time of day.'],
    [
      '9950-01-01T00:00:00',
      'The instant must be an ISO 8601 instant between 1970 and 9900, such as 2026-01-15T09:30:00Z.',
    ],
  ])('stays where it is for the instant "%s"', async (instant, reason) => {
    const page = await inspector.open('#/clock', inUtc)
    const field = page.getByLabel('Day and time, in your time zone')
    await field.fill(instant)
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expectRefused(field, reason)
    expect(inspector.mock.clock.iso()).toBe(start)
  })
})

describe('the timeline', () => {
  it('says so when nothing falls due', async () => {
    const page = await inspector.open('#/clock')
    await page.getByRole('heading', { name: 'Nothing falls due' }).waitFor()
    expect(await page.getByRole('button', { name: 'Go to the next job' }).isDisabled()).toBe(true)
  })

  it('delivers a webhook message once more when the clock is advanced to there', async () => {
    inspector.mock.webhooks.receive(hook, () => new Response(null, { status: 503 }))
    await inspector.mock.create.webhook({ url: hook, events: ['user.created'] })
    await inspector.mock.create.user({ email: 'ada@example.com' })
    await inspector.mock.clock.settle()
    const received: string[] = []
    inspector.mock.webhooks.receive(hook, async (request) => {
      received.push(((await request.json()) as { eventName: string }).eventName)
      return new Response()
    })
    const page = await inspector.open('#/clock?show=jobs', inUtc)
    const retry = items(page).filter({ hasText: `Delivers user.created to ${hook}.` })
    await retry.getByText('attempt 2').waitFor()
    await retry.getByText(/^in \d+ (seconds|minutes?)$/).waitFor()
    await retry.getByRole('button', { name: 'Advance to here' }).click()
    await expect.poll(() => received).toContain('user.created')
    await expect.poll(() => retry.count()).toBe(0)
    const [attempt] = inspector.mock.webhooks.deliveries().toReversed()
    expect(attempt).toMatchObject({ attempt: 2, status: 'delivered', deliveredAt: inspector.mock.clock.iso() })
  })

  it('goes to the next job by a button', async () => {
    await inspector.mock.create.customHostname({ hostname: 'auth.example.com' })
    const [job] = inspector.mock.clock.due()
    const page = await inspector.open('#/clock')
    await page.getByRole('button', { name: 'Go to the next job' }).click()
    await notice(page, 'It was time: Looks up the DNS records of auth.example.com.').waitFor()
    expect(inspector.mock.clock.iso()).toBe(job?.dueAt)
  })

  it('shows what expires, which is no longer valid when the clock is advanced to there', async () => {
    const { rawToken: token } = await inspector.mock.create.token({ note: 'CI', expiresAt: '2026-03-01T12:00:00.000Z' })
    expect(await statusWith(token)).toBe(200)
    const page = await inspector.open('#/clock', inUtc)
    const expiry = items(page).filter({ hasText: 'The API token "CI" of the sandbox environment expires.' })
    await expiry.getByText('in 3 hours').waitFor()
    await inspector.mock.clock.advance({ minutes: 1 })
    // To the nearest hour.
    await expiry.getByText('in 3 hours').waitFor()
    await expiry.getByText('1 Mar 2026, 12:00:00').waitFor()
    await expiry.getByRole('button', { name: 'Advance to here' }).click()
    await page.getByRole('heading', { name: 'Nothing falls due' }).waitFor()
    expect(await statusWith(token)).toBe(401)
    // An earlier time brings it back.
    await inspector.mock.clock.set(start)
    await expiry.waitFor()
  })

  it('shows only jobs or only expiries, and the choice is in the link', async () => {
    await inspector.mock.create.customHostname({ hostname: 'auth.example.com' })
    await inspector.mock.signIn(await inspector.mock.create.user({ email: 'ada@example.com' }))
    const page = await inspector.open('#/clock')
    await expect.poll(() => items(page).count()).toBe(2)
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Expiries')
    await expect.poll(() => items(page).count()).toBe(1)
    await items(page).getByText('The session of ada@example.com expires.').waitFor()
    await page.reload()
    await items(page).getByText('The session of ada@example.com expires.').waitFor()
    expect(await items(page).count()).toBe(1)
  })

  it('shows the next ones of very many', async () => {
    const ada = await inspector.mock.create.user({ email: 'ada@example.com' })
    for (let count = 0; count < 201; count += 1) await inspector.mock.signIn(ada)
    const page = await inspector.open('#/clock')
    await page.getByText('The next 200 of 201 are shown.').waitFor()
    expect(await items(page).count()).toBe(200)
  })

  it('follows what others do', async () => {
    const page = await inspector.open('#/clock')
    await page.getByText('Live', { exact: true }).waitFor()
    await inspector.mock.signIn(await inspector.mock.create.user({ email: 'ada@example.com' }))
    await items(page).getByText('The session of ada@example.com expires.').waitFor()
    await inspector.mock.clock.advance({ days: 400 })
    await page.getByRole('heading', { name: 'Nothing falls due' }).waitFor()
  })
})
