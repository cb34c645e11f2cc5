import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()

/** Lists users, and gives the status; 0 when there is none. */
async function listUsers(): Promise<number> {
  const { id, token } = inspector.mock.defaults.environments.sandbox
  const url = `${inspector.server.url}/api/v0/environments/${id}/users`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
  await response?.text().catch(() => undefined)
  return response?.status ?? 0
}
async function bodyOfList(): Promise<unknown> {
  const { id, token } = inspector.mock.defaults.environments.sandbox
  const url = `${inspector.server.url}/api/v0/environments/${id}/users`
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()
}

/** The entered fields; the others keep their first values. */
interface Entered {
  readonly operation?: string
  readonly kind?: string
  readonly status?: string
  readonly retryAfter?: string
  readonly delay?: string
  readonly body?: string
  readonly times?: string
}

const form = (page: Page) => page.getByRole('form', { name: 'Set a fault' })
const operation = (page: Page) => form(page).getByRole('combobox', { name: 'Operation' })
const kind = (page: Page) => form(page).getByRole('combobox', { name: 'What it does' })
const often = (page: Page) => form(page).getByRole('combobox', { name: 'How often' })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Set the fault' }).click()
const rows = (page: Page) => page.getByRole('list', { name: 'Faults that are set' }).getByRole('listitem')
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text)

describe('the faults', () => {
  it('are set from the form, and happen exactly as often as it says', async () => {
    const page = await inspector.open('#/faults')
    await page.getByRole('heading', { name: 'No fault is set' }).waitFor()
    await operation(page).fill('users.list')
    await form(page).getByText('users.list has the errors 400').waitFor()
    await often(page).selectOption('Several times')
    await form(page).getByRole('textbox', { name: 'Times' }).fill('2')
    await submit(page)
    await notice(page, 'The fault of users.list is set.').waitFor()
    await rows(page).getByText('2 times left').waitFor()
    expect(await listUsers()).toBe(503)
    await rows(page).getByText('1 time left').waitFor()
    await rows(page).getByText('Happened once').waitFor()
    expect([await listUsers(), await listUsers()]).toEqual([503, 200])
    await page.getByRole('heading', { name: 'No fault is set' }).waitFor()
  })

  it('answer a status with Retry-After and a body of their own', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('users.list')
    await form(page).getByRole('textbox', { name: 'Status' }).fill('422')
    await form(page).getByRole('textbox', { name: 'Retry-After, in seconds' }).fill('7')
    await form(page).getByRole('textbox', { name: 'Body, as JSON' }).fill('{"error":"out of tea"}')
    await submit(page)
    await rows(page).getByText('answers 422 with Retry-After 7 s with a body of its own').waitFor()
    expect(inspector.mock.faults.list()).toMatchObject([
      { operation: 'users.list', status: 422, retryAfterSeconds: 7, body: { error: 'out of tea' }, times: 1 },
    ])
    expect(await bodyOfList()).toEqual({ error: 'out of tea' })
  })

  it('answer a code of the operation, and let calls pass first', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('users.list')
    await form(page).getByRole('textbox', { name: 'Status' }).fill('401')
    await form(page).getByRole('combobox', { name: 'Code' }).fill('token_expired')
    await form(page).getByRole('textbox', { name: 'After so many calls' }).fill('1')
    await submit(page)
    await rows(page).getByText('answers 401 token_expired').waitFor()
    expect([await listUsers(), await bodyOfList(), await listUsers()]).toEqual([
      200,
      { error: 'This credential has expired.', code: 'token_expired' },
      200,
    ])
  })

  it('offer the codes of the operation, each with its status', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('users.list')
    await form(page).getByText('users.list has the errors 400').waitFor()
    await form(page).getByRole('textbox', { name: 'Status' }).fill('500')
    await form(page).getByRole('combobox', { name: 'Code' }).fill('expired')
    await form(page).getByRole('option', { name: 'token_expired status 401' }).click()
    await expect.poll(() => form(page).getByRole('textbox', { name: 'Status' }).inputValue()).toBe('401')
    await submit(page)
    await rows(page).getByText('answers 401 token_expired').waitFor()
    expect(await listUsers()).toBe(401)
  })

  it.each([
    ['Refuses for too many requests (429)', { status: 429 }, 429],
    ['Breaks the connection', { networkError: true }, 0],
    ['Runs, and loses the reply', { loseReply: true }, 0],
    ['Runs, and sends half of the reply', { truncate: true }, 200],
  ])('can do this: "%s"', async (words, fault, status) => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('*')
    await kind(page).selectOption(words)
    await often(page).selectOption('Until it is cleared')
    await submit(page)
    await rows(page).getByText('All operations').waitFor()
    expect(inspector.mock.faults.list()).toMatchObject([{ operation: '*', ...fault }])
    expect(await listUsers()).toBe(status)
    await rows(page).getByText('until it is cleared').waitFor()
    await rows(page).getByText('Happened once').waitFor()
  })

  it('can wait before the operation runs', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('users.list')
    await kind(page).selectOption('Runs, after a wait')
    await form(page).getByRole('textbox', { name: 'Wait first, in milliseconds' }).fill('20')
    await submit(page)
    await rows(page).getByText('waits 20 ms').waitFor()
    expect(await listUsers()).toBe(200)
    const [entry] = inspector.mock.journal.list('users.list')
    expect(entry?.fault).toMatchObject({ delayMs: 20 })
    expect(entry?.durationMs).toBeGreaterThanOrEqual(15)
  })

  it('lead to the requests that they happened to', async () => {
    inspector.mock.faults.set('users.list', { status: 503 })
    await listUsers()
    inspector.mock.faults.set('*', { status: 500 })
    await fetch(`${inspector.server.url}/api/v0/sdk/${inspector.mock.defaults.environments.sandbox.id}/healthcheck`)
    await listUsers()
    const page = await inspector.open('#/faults')
    await page.getByRole('list', { name: 'Requests with a fault' }).getByRole('link').first().waitFor()
    expect(await page.getByRole('list', { name: 'Requests with a fault' }).getByRole('link').count()).toBe(3)
    await rows(page).filter({ hasText: 'users.list' }).getByRole('link', { name: 'Happened 2 times' }).click()
    const requests = page.getByRole('list', { name: 'Requests' }).getByRole('link')
    await expect.poll(() => requests.locator('b').allTextContents()).toEqual(['users.list', 'users.list'])
    await requests.first().click()
    await page.getByText('A fault that was set happened to this request: it answers 503.').waitFor()
    await page.getByRole('combobox', { name: 'Fault' }).selectOption('With a fault')
    await expect.poll(() => requests.count()).toBe(3)
  })

  it('are cleared one by one, and all at once', async () => {
    inspector.mock.faults.set('users.list', { status: 503 })
    inspector.mock.faults.set('users.list', { status: 500 })
    inspector.mock.faults.set('gates.list', { networkError: true })
    const page = await inspector.open('#/faults')
    await page.getByRole('button', { name: 'Clear the fault of users.list that answers 503' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(await listUsers()).toBe(500)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('heading', { name: 'No fault is set' }).waitFor()
    expect(await listUsers()).toBe(200)
  })

  it.each<[entered: Entered, field: string, reason: string]>([
    [{ operation: '' }, 'Operation', 'Choose one, or "*" for all of them.'],
    [{ operation: 'user.list' }, 'Operation', 'Must be an operation (did you mean "users.list"?).'],
    [{ status: '200' }, 'Status', 'Enter that of an error: a whole number from 400 to 599.'],
    [{ status: '' }, 'Status', 'Enter that of an error: a whole number from 400 to 599.'],
    [{ retryAfter: '-1' }, 'Retry-After, in seconds', 'Enter the seconds of Retry-After: 0 or more.'],
    [{ delay: '-5' }, 'Wait first, in milliseconds', 'Enter how many milliseconds to wait: 0 or more.'],
    [
      { kind: 'Runs, after a wait' },
      'Wait first, in milliseconds',
      'Enter how many milliseconds to wait: more than 0.',
    ],
    [{ body: '{error: 1}' }, 'Body, as JSON', 'Must be JSON. Texts are in quotation marks.'],
    [{ times: '0' }, 'Times', 'Enter how many times it happens: a whole number, 1 or more.'],
  ])('are not set from %j, and say why at the field', async (entered, field, reason) => {
    const page = await inspector.open('#/faults')
    await operation(page).fill(entered.operation ?? 'users.list')
    if (entered.kind !== undefined) await kind(page).selectOption(entered.kind)
    if (entered.times !== undefined) await often(page).selectOption('Several times')
    const fields = {
      Status: entered.status,
      'Retry-After, in seconds': entered.retryAfter,
      'Wait first, in milliseconds': entered.delay,
      Times: entered.times,
    }
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) await form(page).getByRole('textbox', { name }).fill(value)
    if (entered.body !== undefined) await form(page).getByRole('textbox', { name: 'Body, as JSON' }).fill(entered.body)
    await submit(page)
    await expectRefused(form(page).getByLabel(field, { exact: true }), reason)
    expect(inspector.mock.faults.list()).toEqual([])
  })
})

describe('failures by chance', () => {
  const chanceForm = (page: Page) => page.getByRole('form', { name: 'Failures by chance' })
  const field = (page: Page, name: string) => chanceForm(page).getByRole('textbox', { name })
  const start = (page: Page) => chanceForm(page).getByRole('button', { name: 'Let calls fail' }).click()

  it('begin with a seed, a rate, kinds and operations, are shown, and end', async () => {
    const page = await inspector.open('#/faults')
    await field(page, 'Calls that fail, in percent').fill('100')
    await field(page, 'Seed').fill('storm')
    await field(page, 'Longest delay').fill('20')
    await field(page, 'Operations').fill('users.list\ngates.list')
    for (const kind of ['refusal', 'connection', 'lost', 'cut', 'stall'])
      await chanceForm(page).getByRole('checkbox', { name: kind }).uncheck()
    await start(page)
    await page
      .getByText(
        '100% of the calls of users.list, gates.list fail (503, a late reply), late ones by 0 to 20 ms, with the seed “storm”.',
      )
      .waitFor()
    expect(inspector.mock.faults.chaos).toEqual({
      rate: 1,
      seed: 'storm',
      kinds: ['outage', 'delay'],
      operations: ['users.list', 'gates.list'],
      delayMs: [0, 20],
    })
    await listUsers()
    await page.getByRole('list', { name: 'Requests with a fault' }).getByRole('link').first().waitFor()
    await page.getByRole('button', { name: 'Stop the failures by chance' }).click()
    await page.getByText('The same calls fail for the same seed.').waitFor()
    expect([inspector.mock.faults.chaos, await listUsers()]).toEqual([undefined, 200])
  })

  it('that a test has set are shown, with all that it leaves out', async () => {
    const page = await inspector.open('#/faults')
    inspector.mock.faults.random({ rate: 0.07 })
    await page.getByText('7% of the calls fail, with the seed “chaos”.').waitFor()
  })

  it.each([
    ['Calls that fail, in percent', '0', 'Enter more than 0, and 100 at most.'],
    ['Calls that fail, in percent', '101', 'Enter more than 0, and 100 at most.'],
    ['Shortest delay, in milliseconds', '-1', 'Enter milliseconds: 0 or more.'],
    ['Shortest delay, in milliseconds', '5', 'Enter milliseconds: no fewer than the shortest delay.'],
    ['Operations, with spaces between them', 'user.list', 'did you mean "users.list"?'],
  ])('do not begin when "%s" is "%s", which says why', async (name, value, reason) => {
    const page = await inspector.open('#/faults')
    await field(page, name).fill(value)
    await start(page)
    await chanceForm(page).getByText(reason).waitFor()
    expect(inspector.mock.faults.chaos).toBeUndefined()
  })
})

describe('failures of something that is not an operation', () => {
  const failureForm = (page: Page) => page.getByRole('form', { name: 'Make something else fail' })
  const planned = (page: Page) => page.getByRole('list', { name: 'Planned failures' }).getByRole('listitem')
  const plan = (page: Page) => failureForm(page).getByRole('button', { name: 'Plan the failure' }).click()
  const chooseKind = (page: Page, kind: string) =>
    page.getByRole('combobox', { name: 'What fails the next time' }).selectOption(kind)
  const choose = (page: Page, label: string, value: string) =>
    failureForm(page).getByRole('combobox', { name: label }).selectOption(value)

  it('are planned for each kind, listed until they have happened, and cleared', async () => {
    const { mock } = inspector
    const page = await inspector.open('#/faults')
    await choose(page, 'Provider', 'github')
    await failureForm(page).getByRole('textbox', { name: 'OAuth error' }).fill('server_error')
    await failureForm(page).getByRole('textbox', { name: 'Times' }).fill('2')
    await plan(page)
    await planned(page).filter({ hasText: 'Sign-in at github' }).getByText('2 times left').waitFor()
    await chooseKind(page, 'A room of embedded wallets')
    await choose(page, 'Kind of room', 'refresh')
    await choose(page, 'What happens', 'The room expires')
    await plan(page)
    await planned(page).filter({ hasText: 'Room of the kind refresh' }).getByText('fails with “expired”').waitFor()
    await chooseKind(page, 'An export')
    await plan(page)
    await planned(page).filter({ hasText: 'Export' }).getByText('The storage is full.').waitFor()
    await chooseKind(page, 'A transfer of an exchange')
    await choose(page, 'Exchange', 'kraken')
    await plan(page)
    await planned(page).filter({ hasText: 'Transfer of kraken' }).waitFor()
    expect(mock.failures.list()).toMatchObject([
      { kind: 'signIn', name: 'github', reason: 'server_error', times: 2 },
      { kind: 'room', name: 'refresh', reason: 'expired' },
      { kind: 'export', reason: 'The storage is full.' },
      { kind: 'transfer', name: 'kraken', times: 1 },
    ])
    await page.getByRole('button', { name: 'Clear the failure: Room of the kind refresh' }).click()
    await expect.poll(() => planned(page).count()).toBe(3)
    expect(mock.failures.list().map(({ kind }) => kind)).toEqual(['signIn', 'export', 'transfer'])
    await mock.failures.clear()
    await expect.poll(() => planned(page).count()).toBe(0)
  })

  it('are refused beside the form, and nothing is planned', async () => {
    const page = await inspector.open('#/faults')
    await failureForm(page).getByRole('textbox', { name: 'Times' }).fill('none')
    await plan(page)
    await expectRefused(failureForm(page).getByLabel('Times'), 'Write a whole number, 1 or more.')
    await failureForm(page).getByRole('textbox', { name: 'Times' }).fill('1')
    await failureForm(page).getByRole('textbox', { name: 'OAuth error' }).fill('no way!')
    await plan(page)
    await expectRefused(failureForm(page).getByLabel('OAuth error'), 'An OAuth error is 5 to 100 letters')
    await chooseKind(page, 'A transfer of an exchange')
    await failureForm(page).getByRole('combobox', { name: 'Exchange' }).waitFor()
    expect(await failureForm(page).locator('.refused').count()).toBe(0)
    expect(inspector.mock.failures.list()).toEqual([])
  })
})

describe('the field of the operation', () => {
  const options = (page: Page) => page.getByRole('listbox', { name: 'Operation' }).getByRole('option')
  const active = (page: Page) =>
    operation(page).evaluate((field) => {
      const id = field.getAttribute('aria-activedescendant')
      return id && (field.getRootNode() as ShadowRoot).getElementById(id)?.querySelector('b')?.textContent
    })

  it('searches names and URLs, and can be used by the keyboard only', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).press('ArrowDown')
    await expect.poll(() => active(page)).toBe('*')
    expect(await operation(page).getAttribute('aria-expanded')).toBe('true')
    await operation(page).fill('get /users list')
    await expect.poll(() => options(page).locator('b').allTextContents()).toContain('users.list')
    await operation(page).fill('gates.')
    await expect.poll(() => options(page).first().locator('b').textContent()).toBe('gates.create')
    await operation(page).press('ArrowDown')
    await operation(page).press('ArrowDown')
    await expect.poll(() => active(page)).toBe('gates.delete')
    await operation(page).press('ArrowUp')
    await operation(page).press('ArrowUp')
    const last = await options(page).last().locator('b').textContent()
    await expect.poll(() => active(page)).toBe(last)
    expect(await options(page).last().getAttribute('aria-selected')).toBe('true')
    await operation(page).press('Enter')
    expect(await operation(page).inputValue()).toBe(last)
    expect(await options(page).count()).toBe(0)
    expect(inspector.mock.faults.list()).toEqual([])
  })

  it('closes its list by Escape, and by leaving it', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('gates')
    await options(page).first().waitFor()
    await operation(page).press('Escape')
    await expect.poll(() => options(page).count()).toBe(0)
    expect(await operation(page).getAttribute('aria-expanded')).toBe('false')
    expect(await operation(page).inputValue()).toBe('gates')
    await operation(page).press('ArrowDown')
    await options(page).first().waitFor()
    await operation(page).press('Tab')
    await expect.poll(() => options(page).count()).toBe(0)
  })

  it('takes a choice by the mouse', async () => {
    const page = await inspector.open('#/faults')
    await operation(page).fill('relay')
    await options(page).filter({ hasText: 'relay.messages' }).click()
    expect(await operation(page).inputValue()).toBe('relay.messages')
    await often(page).selectOption('Until it is cleared')
    await submit(page)
    await expect.poll(() => inspector.mock.faults.list()).toMatchObject([{ operation: 'relay.messages', status: 503 }])
  })
})
