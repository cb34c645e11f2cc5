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
})
