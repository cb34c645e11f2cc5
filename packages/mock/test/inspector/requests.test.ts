import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

async function send(path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) {
  const { id, token } = inspector.mock.defaults.environments.sandbox
  const response = await fetch(`${inspector.server.url}/api/v0/environments/${id}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  }).catch(() => undefined)
  return response?.json() as Promise<{ user: { id: string } }>
}
const createUser = (email: string) => send('users', { method: 'POST', body: { email } })

const rows = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('link')
const rowNames = (page: Page) => rows(page).locator('b').allTextContents()

/** A page that has asked the mock for nothing yet. */
async function openLater(): Promise<Page> {
  const page = await inspector.open()
  await page.goto('about:blank')
  return page
}

describe('the list of requests', () => {
  it('says what to do while there is none, and shows each request as it comes in', async () => {
    const page = await inspector.open('#/requests')
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await createUser('ada@example.com')
    await rows(page).filter({ hasText: 'users.create' }).waitFor()
    await send('gates')
    await expect.poll(() => rowNames(page)).toEqual(['gates.list', 'users.create'])
  })

  it('keeps its filters in the address, so that they outlive a reload', async () => {
    await createUser('ada@example.com')
    await createUser('not an address')
    await send('gates')
    const page = await inspector.open('#/requests')
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('users.create')
    await expect.poll(() => rowNames(page)).toEqual(['users.create', 'users.create'])
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(new URL(page.url()).hash).toBe('#/requests?operation=users.create&status=4')
  })

  it('shows the latest of many requests at once, and reads the older ones after them', async () => {
    await createUser('ada@example.com')
    for (let count = 0; count < 449; count += 1) await inspector.mock.fetch(`${inspector.server.url}/api/v0/nothing`)
    const page = await openLater()
    const answers: number[] = []
    page.on('response', async (response) => {
      if (!response.url().includes('/journal?')) return
      // A reply to the page that was left has no body any more.
      const body = (await response.json().catch(() => undefined)) as { entries: unknown[] } | undefined
      if (body) answers.push(body.entries.length)
    })
    await page.goto(`${inspector.server.url}/__mock/#/requests`)
    await page.getByText('450', { exact: true }).waitFor()
    await expect.poll(() => answers).toEqual([50, 200, 200, 0])
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('users.create')
    await expect.poll(() => rowNames(page)).toEqual(['users.create'])
  })

  it('forgets older requests that arrive after the journal was emptied', async () => {
    for (let count = 0; count < 300; count += 1) await inspector.mock.fetch(`${inspector.server.url}/api/v0/nothing`)
    const page = await openLater()
    let answer = () => {}
    const emptied = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/journal?*before=*', async (route) => {
      const response = await route.fetch()
      await emptied
      await route.fulfill({ response })
    })
    await page.goto(`${inspector.server.url}/__mock/#/requests`)
    await expect.poll(() => rows(page).count()).toBe(50)
    const older = page.waitForResponse(/before=/)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    answer()
    await older
    await createUser('ada@example.com')
    await expect.poll(() => rowNames(page)).toEqual(['users.create'])
  })

  it('finds the requests of a user, and those that need a look', async () => {
    const { user: ada } = await createUser('ada@example.com')
    await createUser('grace@example.com')
    await send('gate')
    const page = await inspector.open('#/requests')
    await page.getByRole('textbox', { name: 'User id' }).fill(ada.id)
    await expect.poll(() => rowNames(page)).toEqual(['users.create'])
    await page.getByRole('textbox', { name: 'User id' }).fill('')
    await page.getByRole('switch', { name: 'Problems only' }).check()
    await expect.poll(() => rowNames(page)).toEqual(['No operation'])
    await page.getByRole('searchbox').fill('nothing has this')
    await page.getByRole('button', { name: 'Show all 3' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
  })

  it('shows the requests of a user, by the link of one of them', async () => {
    const [ada, grace] = await Promise.all(
      ['ada', 'grace'].map((name) => inspector.mock.create.user({ email: `${name}@example.com` })),
    )
    const { id, token } = inspector.mock.defaults.environments.sandbox
    for (const user of [ada, grace]) {
      const { headers } = await inspector.mock.signIn(user as NonNullable<typeof ada>)
      await fetch(`${inspector.server.url}/api/v0/sdk/${id}/users`, { headers })
    }
    await fetch(`${inspector.server.url}/api/v0/users/${ada?.id}`, { headers: { authorization: `Bearer ${token}` } })
    await fetch(`${inspector.server.url}/api/v0/nowhere`)
    const all = inspector.mock.journal.list().length
    const page = await inspector.open(`#/requests?user=${grace?.id}`)
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page).click()
    await page
      .getByRole('article')
      .getByText(grace?.id ?? '', { exact: true })
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: 'User id' }).fill(ada?.id ?? '')
    // The call of a server names Ada in its path.
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('textbox', { name: 'User id' }).fill('')
    await expect.poll(() => rows(page).count()).toBe(all)
  })

  it('is gone through by the arrow keys', async () => {
    for (const name of ['ada', 'grace', 'alan']) await createUser(`${name}@example.com`)
    const page = await inspector.open('#/requests')
    await rows(page).first().press('ArrowDown')
    await page.getByRole('region', { name: 'Request' }).getByText('grace@example.com').waitFor()
    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'Request' }).getByText('ada@example.com').waitFor()
    await page.keyboard.press('Home')
    await page.getByRole('region', { name: 'Request' }).getByText('alan@example.com').waitFor()
    expect(await rows(page).first().getAttribute('aria-current')).toBe('true')
  })

  it.each([375, 1280])('says what was done beside the data and not over it, in a window %i wide', async (width) => {
    await createUser('ada@example.com')
    const page = await inspector.open('#/requests', { viewport: { width, height: 600 } })
    await page.getByRole('button', { name: 'Clear' }).click()
    const notice = page.getByRole('status').getByText('The journal is empty.')
    await notice.waitFor()
    const [data, message] = [await page.getByRole('main').boundingBox(), await notice.boundingBox()]
    expect(message?.y).toBeGreaterThanOrEqual((data?.y ?? 0) + (data?.height ?? 0))
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(600)
  })

  it('is emptied', async () => {
    await createUser('ada@example.com')
    const page = await inspector.open('#/requests')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    expect(inspector.mock.journal.list()).toEqual([])
  })
})

describe('a request', () => {
  const openLast = async () => {
    const { requestId } = inspector.mock.journal.list().at(-1) ?? { requestId: '' }
    const page = await inspector.open(`#/requests/${requestId}`)
    await page.getByRole('article').waitFor()
    return page
  }

  it('stands beside its reply, with secrets covered', async () => {
    const user = await inspector.mock.create.user({ email: 'ada@example.com' })
    const { token } = await inspector.mock.signIn(user)
    const { id } = inspector.mock.defaults.environments.sandbox
    await fetch(`${inspector.server.url}/api/v0/sdk/${id}/refresh`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const page = await openLast()
    const [request, reply] = await Promise.all(
      ['Request', 'Reply'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
    )
    expect(reply?.y).toBe(request?.y)
    expect(reply?.x).toBeGreaterThan((request?.x ?? 0) + (request?.width ?? 0))
    await page.getByRole('region', { name: 'Reply' }).getByText('[redacted]').first().waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('eyJ')
  })

  it('says why it was refused, and what was meant by an unknown URL', async () => {
    await createUser('not an address')
    const refused = await openLast()
    await refused.getByText('validation_failed').first().waitFor()
    await send('gate')
    const unknown = await openLast()
    await unknown.getByText('No operation has this URL and method. Similar ones:').waitFor()
    expect(await unknown.getByRole('article').getByRole('listitem').allTextContents()).toContainEqual(
      expect.stringContaining('gates'),
    )
  })

  it.each([
    [{}, 'No credential was sent: the request has neither a header `authorization` nor cookies.'],
    [{ authorization: 'Bearer undefined' }, 'No token was sent: the header is `authorization: Bearer undefined`.'],
    [{ authorization: 'Basic YWRhOnBhc3M=' }, 'Sent, but not as a bearer token'],
    [{ cookie: 'LATCHKEY_AUTH=abc' }, 'No header `authorization` was sent. Cookies: LATCHKEY_AUTH=[redacted'],
  ])('that got a 401 says which credential it had: %j', async (headers: Record<string, string>, words) => {
    const { id } = inspector.mock.defaults.environments.sandbox
    await inspector.mock.fetch(`${inspector.server.url}/api/v0/environments/${id}/users`, { headers })
    const page = await openLast()
    await page.getByText(words).waitFor()
  })

  it('shows its headers when they are asked for, and at once for a 401, with the credential covered', async () => {
    await send('gates')
    const fine = await openLast()
    const headers = fine.getByRole('region', { name: 'Request', exact: true }).locator('details')
    expect(await headers.getAttribute('open')).toBeNull()
    await headers.getByText(/^Headers \(\d+\)$/).press('Enter')
    await headers.getByText('Bearer [redacted: API token of a sandbox environment]').waitFor()
    const { id } = inspector.mock.defaults.environments.live
    const { token } = await inspector.mock.signIn(await inspector.mock.create.user({ email: 'ada@example.com' }))
    await fetch(`${inspector.server.url}/api/v0/environments/${id}/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const refused = await openLast()
    await refused.getByText('Sent as a bearer token: session token.').waitFor()
    await refused.locator('details[open]').getByText('Bearer [redacted: session token]').waitFor()
    expect(await refused.getByRole('main').textContent()).not.toContain(token)
  })

  it('says that a fault has broken the connection', async () => {
    inspector.mock.faults.set('gates.list', { networkError: true }, 1)
    await send('gates')
    const page = await openLast()
    await page.getByText('A fault that was set has broken the connection.').waitFor()
  })

  it('says that the journal has cut a long body, and how long it was', async () => {
    await send('users', { method: 'POST', body: { email: 'ada@example.com', metadata: { note: 'x'.repeat(70_000) } } })
    const page = await openLast()
    await page
      .getByText(/The journal has kept the beginning: the whole has 70,0\d\d bytes\./)
      .first()
      .waitFor()
  })

  it('is sent once more, and its answer is shown', async () => {
    await createUser('ada@example.com')
    const page = await inspector.open('#/requests')
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('status').getByText('The request was sent once more.').waitFor()
    await expect.poll(() => rowNames(page)).toEqual(['users.create', 'users.create'])
    await page.getByRole('article').getByText('422', { exact: true }).waitFor()
    expect((await inspector.mock.people.list()).count).toBe(1)
  })

  it('is sent once more with the secrets that a person fills in', async () => {
    const { id } = inspector.mock.defaults.environments.sandbox
    const body = { verificationUUID: id, verificationToken: '918273' }
    await fetch(`${inspector.server.url}/api/v0/sdk/${id}/emailVerifications/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const page = await inspector.open('#/requests')
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Send again…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Body').fill('{')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Must be JSON.').waitFor()
    expect(inspector.mock.journal.list()).toHaveLength(1)
    await dialog.getByLabel('Body').fill(JSON.stringify(body))
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => inspector.mock.journal.list('emailSignIn.signIn').length).toBe(2)
    await dialog.waitFor({ state: 'detached' })
  })

  it('is copied as a curl command that does the same once more', async () => {
    await createUser("o'hara@example.com")
    const page = await openLast()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const { url } = inspector.server
    const { id } = inspector.mock.defaults.environments.sandbox
    expect(await clipboardOf(page)).toBe(
      String.raw`curl --request POST '${url}/api/v0/environments/${id}/users' \
  --header "authorization: Bearer $LATCHKEY_TOKEN" \
  --header 'content-type: application/json' \
  --data '{"email":"o'\''hara@example.com"}'`,
    )
  })

  it('is copied as code of the client', async () => {
    await createUser('ada@example.com')
    const page = await openLast()
    await page.getByRole('button', { name: 'Copy as test code' }).click()
    expect(await clipboardOf(page)).toBe(`import { users } from '@latchkey/client/operations'

const result = await users.create(client, {
  environmentId: '${inspector.mock.defaults.environments.sandbox.id}',
  body: {
    email: 'ada@example.com'
  }
})`)
  })

  it('that is no longer kept is said to be gone', async () => {
    await createUser('ada@example.com')
    const page = await inspector.open('#/requests/req_of_yesterday')
    await page.getByRole('heading', { name: 'This request is no longer kept' }).waitFor()
  })
})

describe('the connection', () => {
  it('is said to be lost when the mock is gone, and comes back by itself', async () => {
    const page = await inspector.open('#/requests')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.route('**/__mock/v1/**', (route) => route.abort())
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-inspector')
      // Opens a new connection.
      element?.setAttribute('token', 'another')
    })
    await page.getByText('Connection lost.').waitFor()
    await page.getByText('does not answer').waitFor()
    await page.unroute('**/__mock/v1/**')
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await page.getByText('Connection lost.').count()).toBe(0)
    await createUser('ada@example.com')
    await rows(page).waitFor()
  })
})
