import { describe, expect, it } from 'vitest'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

async function sendCode(email: string): Promise<void> {
  const { id } = inspector.mock.defaults.environments.sandbox
  await fetch(`${inspector.server.url}/api/v0/sdk/${id}/emailVerifications/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
}

describe('the inbox', () => {
  it('says what to do while it is empty, and shows the code of a message at once', async () => {
    const page = await inspector.open('#/inbox')
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await sendCode('ada@example.com')
    const message = page.getByRole('article', { name: 'ada@example.com' })
    const code = inspector.mock.outbox.email.last('ada@example.com')?.code
    expect(await message.getByRole('status', { name: 'Code' }).textContent()).toBe(code)
    await message.getByRole('button', { name: 'Copy code' }).click()
    expect(await clipboardOf(page)).toBe(code)
  })

  it('is searched by address, and the search is in the link', async () => {
    await sendCode('ada@example.com')
    await sendCode('grace@example.com')
    const page = await inspector.open('#/inbox?to=grace')
    await page.getByRole('article', { name: 'grace@example.com' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    await page.getByRole('searchbox').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Show all 2' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
  })

  it('shows a mail as a mailbox does, in a frame that may do nothing', async () => {
    await sendCode('ada@example.com')
    const page = await inspector.open('#/inbox')
    await page.getByRole('button', { name: 'Show the HTML' }).press('Enter')
    const frame = page.frameLocator('iframe[title="HTML of the mail"]')
    const { code = '' } = inspector.mock.outbox.email.last() ?? {}
    await frame.getByText(code, { exact: true }).waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    // Its styles are allowed by the policy of the page, by their hashes.
    expect(await frame.locator('h1').evaluate((head) => getComputedStyle(head).fontSize)).toBe('22px')
    await page.getByRole('button', { name: 'Hide the HTML' }).click()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
  })

  it('runs no script of a mail, whatever its HTML is', async () => {
    await sendCode('ada@example.com')
    const page = await inspector.open('#/inbox')
    const html =
      '<script>top.document.title = 1</script><img src=x onerror="parent.document.title = 1"><h1>Read me</h1>'
    await page.route('**/__mock/v1/outbox/html*', (route) => route.fulfill({ json: { html } }))
    await page.getByRole('button', { name: 'Show the HTML' }).click()
    await page.frameLocator('iframe').getByText('Read me').waitFor()
    expect(await page.title()).toBe('Inbox · Latchkey')
  })

  it('marks as unread what nobody has read, here or by a test, and tells so at once', async () => {
    for (const name of ['ada', 'grace', 'alan']) await sendCode(`${name}@example.com`)
    const page = await inspector.open('#/inbox')
    const unread = page.getByRole('article').filter({ hasText: 'Unread' })
    await page.getByText('3 unread', { exact: true }).waitFor()
    await page.getByRole('article', { name: 'ada@example.com' }).getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => unread.count()).toBe(2)
    await inspector.mock.outbox.email.next('grace@example.com')
    await expect.poll(() => unread.count()).toBe(1)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => unread.count()).toBe(0)
    expect(inspector.mock.outbox.email.unread()).toEqual([])
  })

  it('deletes a message, and all', async () => {
    for (const name of ['ada', 'grace', 'alan']) await sendCode(`${name}@example.com`)
    const page = await inspector.open('#/inbox')
    const grace = page.getByRole('article', { name: 'grace@example.com' })
    await grace.getByRole('button', { name: 'Delete the message' }).press('Enter')
    await grace.waitFor({ state: 'detached' })
    expect(inspector.mock.outbox.email.unread().map(({ to }) => to)).toEqual(['ada@example.com', 'alan@example.com'])
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    expect(inspector.mock.outbox.email.list()).toEqual([])
  })
})
