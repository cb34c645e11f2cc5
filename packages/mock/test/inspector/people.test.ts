import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

const createUser = (email: string, fields: object = {}) => inspector.mock.create.user({ email, ...fields })
const rows = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('link')
const names = (page: Page) => rows(page).locator('b').allTextContents()
const dialog = (page: Page) => page.getByRole('dialog')
const open = (userId: string) => inspector.open(`#/people/${userId}`)
const openDialog = async (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Waits until changes arrive. */
const isLive = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
/** Text that stands beside a field of a dialog. */
const besides = async (page: Page, label: string) => {
  const id = await dialog(page).getByLabel(label, { exact: true }).getAttribute('aria-describedby')
  return id === null ? null : dialog(page).locator(`[id="${id}"]`).textContent()
}

/** A user, as the service answers servers. */
async function readUser(userId: string) {
  const { id, token } = inspector.mock.defaults.environments.sandbox
  const response = await fetch(`${inspector.server.url}/api/v0/environments/${id}/users/${userId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { user } = (response.ok ? await response.json() : {}) as { user?: Record<string, unknown> }
  return { status: response.status, user }
}

/** Returns the status with which the service answers a session token. */
async function statusOf(token: string): Promise<number> {
  const { id } = inspector.mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${inspector.server.url}/api/v0/sdk/${id}/users`, { headers })).status
}

describe('the list of people', () => {
  it('says what to do while there is nobody, and shows who signs up at once', async () => {
    const page = await inspector.open('#/people')
    await page.getByRole('heading', { name: 'Nobody is here yet' }).waitFor()
    await isLive(page)
    await createUser('ada@example.com')
    await expect.poll(() => names(page)).toEqual(['ada@example.com'])
  })

  it('creates a person, and says beside the field why an address is refused', async () => {
    const page = await inspector.open('#/people')
    await openDialog(page, 'Create a person…')
    await createUser('ada@example.com')
    await dialog(page).getByLabel('E-mail').fill('ada@example.com')
    await dialog(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => besides(page, 'E-mail')).toBe('A user of this environment has this e-mail already.')
    await dialog(page).getByLabel('E-mail').fill('countess@example.com')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Ada Lovelace', level: 2 }).waitFor()
    const userId = new URL(page.url()).hash.split('/')[2]?.split('?')[0] ?? ''
    expect((await readUser(userId)).user).toMatchObject({ email: 'countess@example.com', alias: 'Ada Lovelace' })
  })

  it('is searched by what belongs to a person, with the search in the link', async () => {
    const ada = await createUser('ada@example.com', { alias: 'Countess', phoneNumber: '+442071838750' })
    const wallet = await inspector.mock.create.wallet(ada.id)
    await createUser('grace@example.com')
    const page = await inspector.open('#/people')
    for (const text of ['ADA@', 'countess', '+4420', wallet.publicKey.slice(0, 12).toUpperCase(), ada.id.slice(-10)]) {
      await page.getByRole('searchbox').fill(text)
      await expect.poll(() => names(page), { message: text }).toEqual(['Countess'])
    }
    await page.getByRole('searchbox').fill('grace')
    await expect.poll(() => names(page)).toEqual(['grace@example.com'])
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['grace@example.com'])
    expect(new URL(page.url()).hash).toBe('#/people?search=grace')
    await page.getByRole('searchbox').press('End')
    await page.keyboard.type(' hopper')
    await page.getByRole('heading', { name: 'Nobody matches the search' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('grace hopper')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
  })

  it('shows a part of many people, and more on demand', async () => {
    for (let number = 1; number <= 53; number++) await createUser(`person${number}@example.com`)
    const page = await inspector.open('#/people')
    await page.getByText('53 people').waitFor()
    expect(await rows(page).count()).toBe(50)
    await page.getByRole('button', { name: 'Show more of 53' }).click()
    await expect.poll(() => rows(page).count()).toBe(53)
  })

  it('shows each environment, and that of a person whom a link opens', async () => {
    const { live } = inspector.mock.defaults.environments
    await createUser('ada@example.com')
    const grace = await inspector.mock.create.user({ email: 'grace@example.com' }, { environmentId: live.id })
    const page = await inspector.open('#/people')
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('Live')
    await expect.poll(() => names(page)).toEqual(['grace@example.com'])
    const linked = await open(grace.id)
    await expect.poll(() => names(linked)).toEqual(['grace@example.com'])
    await linked.getByRole('article', { name: 'Person' }).getByText('Live', { exact: true }).waitFor()
  })

  it('is gone through by the arrow keys, and gives its place to the person in a narrow window', async () => {
    for (const name of ['alan', 'grace', 'ada']) await createUser(`${name}@example.com`)
    const page = await inspector.open('#/people')
    await rows(page).first().press('ArrowDown')
    await page.getByRole('heading', { name: 'grace@example.com', level: 2 }).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('heading', { name: 'alan@example.com', level: 2 }).waitFor()
    expect(await rows(page).last().getAttribute('aria-current')).toBe('true')

    const narrow = await inspector.open('#/people', { viewport: { width: 375, height: 800 } })
    await rows(narrow).first().press('Enter')
    await narrow.getByRole('heading', { name: 'ada@example.com', level: 2 }).waitFor()
    expect(await rows(narrow).first().isVisible()).toBe(false)
  })
})

describe("a person's page", () => {
  it('says in each part what to do while it is empty', async () => {
    const { id } = await createUser('ada@example.com')
    const page = await open(id)
    for (const words of ['No custom field', 'No gate and no list', 'No wallet', 'No second factor', 'No session yet'])
      await page.getByText(words).waitFor()
  })

  it('shows wallets, factors with their codes, custom fields, gates and lists', async () => {
    const { id } = await createUser('ada@example.com')
    const { publicKey } = await inspector.mock.create.wallet(id)
    await inspector.mock.create.customField({ name: 'Plan' })
    await inspector.mock.people.update(id, { metadata: { plan: 'gold', theme: 'dark' } })
    await inspector.mock.create.gate({ name: 'Holders', outcome: 'scope', scope: 'holder' })
    const list = await inspector.mock.create.allowlist({ name: 'Friends', outcome: 'scope', scope: 'friend' })
    await inspector.mock.create.allowlistEntry(list.id, { email: 'ada@example.com' })
    await inspector.mock.settings.patch({ security: { mfa: { enabled: true } } })
    const app = await inspector.mock.create.totp(id)
    const page = await open(id)
    await page.getByRole('list', { name: 'Wallets' }).getByText(publicKey).waitFor()
    await page.getByText('gold', { exact: true }).waitFor()
    await page.getByRole('group', { name: 'metadata' }).getByText('"dark"').waitFor()
    const rules = page.getByRole('list', { name: 'Gates and lists' }).getByRole('listitem')
    await rules.filter({ hasText: 'Holders' }).getByText('not passed').waitFor()
    await rules.filter({ hasText: 'Friends' }).getByText('listed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show code' }).click()
    expect(await page.getByRole('status', { name: 'Present code' }).textContent()).toBe(app.code())
    await inspector.mock.clock.advance({ seconds: 30 })
    await page.getByRole('button', { name: 'Read anew' }).click()
    await expect.poll(() => page.getByRole('status', { name: 'Present code' }).textContent()).toBe(app.code())

    await openDialog(page, 'Delete factors…')
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No second factor').waitFor()
    expect((await readUser(id)).user?.mfaDevices).toEqual([])
  })

  it('says why the person cannot sign in, and shows the refusal of an attempt', async () => {
    const { id } = await createUser('ada@example.com')
    await inspector.mock.create.allowlist({ name: 'Friends', outcome: 'siteAccess' })
    const page = await open(id)
    await page.getByText('A sign-in is refused at present:').waitFor()
    await openDialog(page, 'Sign in as…')
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    const { refusal } = (await inspector.mock.people.details(id)).access
    await dialog(page).getByRole('alert').getByText(String(refusal?.error)).waitFor()
    expect(inspector.mock.export().tables.sessions).toEqual([])
  })

  it('leads to what other views have of the person', async () => {
    const { id } = await createUser('ada@example.com')
    await createUser('grace@example.com')
    const wallet = await inspector.mock.create.wallet(id, { walletName: 'phantom' })
    await readUser(id)
    const page = await open(id)
    const elsewhere = page.getByRole('list', { name: 'More about this person' })
    await elsewhere.getByRole('link', { name: 'Requests' }).click()
    await expect.poll(() => page.getByRole('list', { name: 'Requests' }).getByRole('link').count()).toBe(1)
    expect(new URL(page.url()).hash).toBe(`#/requests?user=${id}`)
    await page.goBack()
    await elsewhere.getByRole('link', { name: 'Wallets' }).click()
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/wallets?user=${id}`)
    await page.goBack()
    await page.getByRole('list', { name: 'Wallets' }).getByRole('link', { name: 'phantom' }).click()
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/wallets/${wallet.id}`)
    await page.goBack()
    await elsewhere.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/inbox?to=ada%40example.com')
  })
})

describe('signing in as a person', () => {
  it('gives a token that the service accepts, and shows the scopes that it got', async () => {
    const { id } = await createUser('ada@example.com')
    const list = await inspector.mock.create.allowlist({ name: 'Friends', outcome: 'scope', scope: 'friend' })
    await inspector.mock.create.allowlistEntry(list.id, { email: 'ada@example.com' })
    const page = await open(id)
    await openDialog(page, 'Sign in as…')
    await dialog(page).getByLabel('Origin of your app').fill('https://app.example.com')
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: 'Session token' })
    await card.getByText('friend', { exact: true }).waitFor()
    expect(await card.textContent()).not.toContain('eyJ')
    await card.getByRole('button', { name: 'Copy session token' }).click()
    const token = await clipboardOf(page)
    expect(await statusOf(token)).toBe(200)
    const { scope, aud } = JSON.parse(atob(String(token.split('.')[1]).replaceAll('-', '+').replaceAll('_', '/')))
    expect([scope.split(' ').includes('friend'), aud]).toEqual([true, 'https://app.example.com'])
    await page.getByRole('list', { name: 'Sessions' }).getByText('https://app.example.com').first().waitFor()
  })

  it('gives snippets for the page of an app, the client and a shell', async () => {
    const { id } = await createUser('ada@example.com')
    const { url } = inspector.server
    const { sandbox } = inspector.mock.defaults.environments
    const page = await open(id)
    await openDialog(page, 'Sign in as…')
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    const copy = async (name: string) => {
      await page.getByRole('tab', { name, exact: true }).click()
      await page.getByRole('button', { name: `Copy ${name} snippet of the session` }).click()
      return clipboardOf(page)
    }
    const [, address = '', token = ''] = /^curl (\S+).*Bearer (\S+)'$/s.exec(await copy('curl')) ?? []
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    const client = await copy('Client')
    for (const part of [`baseUrl: '${url}'`, `environmentId: '${sandbox.id}'`, `bearer('${token}')`])
      expect(client).toContain(part)
    const [assignment = ''] = (await copy('Browser')).split('\n')
    await page.evaluate(assignment)
    const stored = await page.evaluate((key) => localStorage.getItem(key), `latchkey.session.${sandbox.id}`)
    expect(JSON.parse(String(stored))).toMatchObject({ v: 1, token, user: { id, email: 'ada@example.com' } })
  })
})

describe('revoking sessions', () => {
  it('revokes one session, whose token is refused, and then all', async () => {
    const { id } = await createUser('ada@example.com')
    const tokens: string[] = []
    for (const name of ['one', 'two', 'three'])
      tokens.push((await inspector.mock.signIn(id, { origin: `https://${name}.example.com` })).token)
    const statuses = () => Promise.all(tokens.map(statusOf))
    const page = await open(id)
    await page.getByRole('button', { name: 'Revoke the session of https://two.example.com' }).click()
    await page.getByText('The session was revoked.').waitFor()
    expect(await statuses()).toEqual([200, 401, 200])
    const two = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: 'two.example' })
    await two.getByText('revoked').waitFor()
    await page.getByRole('button', { name: 'Revoke all' }).click()
    await page.getByText('All sessions were revoked.').waitFor()
    expect(await statuses()).toEqual([401, 401, 401])
    await expect.poll(() => page.getByRole('button', { name: 'Revoke all' }).count()).toBe(0)
  })
})

describe('editing a person', () => {
  it('writes the profile, the address, custom fields and metadata', async () => {
    await inspector.mock.create.customField({ name: 'Plan' })
    await inspector.mock.create.customField({ name: 'News', fieldType: 'checkbox' })
    const { id } = await createUser('ada@example.com', {
      jobTitle: 'Analyst',
      metadata: { plan: 'gold', theme: 'dark' },
    })
    const page = await open(id)
    await openDialog(page, 'Edit…')
    const fill = (label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)
    await fill('E-mail', 'ada@example.org')
    await fill('First name', 'Ada')
    await fill('Job title', '')
    await fill('Plan', '')
    await dialog(page).getByLabel('News').selectOption('Yes')
    await fill('Other metadata, as JSON', '{ "theme": "light", "size": 4 }')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('The person was changed.').waitFor()
    const { user } = await readUser(id)
    expect(user).toMatchObject({
      email: 'ada@example.org',
      firstName: 'Ada',
      metadata: { theme: 'light', size: 4, news: true },
      verifiedCredentials: [{ email: 'ada@example.org' }],
    })
    expect(user).toHaveProperty('jobTitle', null)
    expect(user).not.toHaveProperty('metadata.plan')
    await page.getByRole('article', { name: 'Person' }).getByText('ada@example.org').first().waitFor()
  })

  it('shows the refusals beside their fields, keeps what was typed in, and writes nothing', async () => {
    await createUser('grace@example.com', { username: 'grace' })
    const { id } = await createUser('ada@example.com')
    const before = await readUser(id)
    const page = await open(id)
    await openDialog(page, 'Edit…')
    const save = async (fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields))
        await dialog(page).getByLabel(label, { exact: true }).fill(text)
      await dialog(page).getByRole('button', { name: 'Save' }).click()
    }
    await save({ 'First name': 'Ada', 'E-mail': 'Grace@example.com' })
    await expect.poll(() => besides(page, 'E-mail')).toBe('A user of this environment has this e-mail already.')
    const email = dialog(page).getByLabel('E-mail')
    await expect.poll(() => email.evaluate((element) => element.matches(':focus'))).toBe(true)
    expect(await email.inputValue()).toBe('Grace@example.com')
    await save({ 'E-mail': 'ada@example.org', Username: 'Grace' })
    await expect.poll(() => besides(page, 'Username')).toBe('A user of this environment has this username already.')
    await save({ Username: 'ada', Country: 'uk' })
    await expect.poll(() => besides(page, 'Country')).toMatch(/country code of two capitals/)
    await save({ Country: '', 'Metadata, as JSON': '[1' })
    await expect.poll(() => besides(page, 'Metadata, as JSON')).toMatch(/^Must be a JSON object/)
    await save({ 'Metadata, as JSON': JSON.stringify({ long: 'x'.repeat(3000) }) })
    await expect.poll(() => besides(page, 'Metadata, as JSON')).toBe('The metadata is larger than two kilobytes.')
    expect(await readUser(id)).toEqual(before)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).count()).toBe(0)
    expect(await readUser(id)).toEqual(before)
  })
})

describe('deleting a person', () => {
  it('asks first, and deletes only when that is confirmed', async () => {
    const { id } = await createUser('ada@example.com')
    await createUser('grace@example.com')
    const page = await open(id)
    await openDialog(page, 'Delete…')
    await dialog(page).getByText('ada@example.com').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog(page).count()).toBe(0)
    expect((await readUser(id)).status).toBe(200)
    await openDialog(page, 'Delete…')
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The person was deleted.').waitFor()
    expect((await readUser(id)).status).toBe(404)
    await expect.poll(() => names(page)).toEqual(['grace@example.com'])
    await page.getByRole('heading', { name: 'Choose a person' }).waitFor()
  })

  it('is said of a person whom somebody else deletes meanwhile, also while the person is edited', async () => {
    const { id } = await createUser('ada@example.com')
    const page = await open(id)
    await isLive(page)
    await openDialog(page, 'Edit…')
    await inspector.mock.people.delete(id)
    await page.getByRole('heading', { name: 'This person does not exist' }).waitFor()
    await expect.poll(() => dialog(page).count()).toBe(0)
    const unknown = await open('nobody')
    await unknown.getByRole('heading', { name: 'This person does not exist' }).waitFor()
  })
})
