import { execFileSync } from 'node:child_process'
import { operationIds } from '@latchkey/contract/operationIds'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { clipboardOf, createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()

const rows = (page: Page) => page.getByRole('list', { name: 'Operations' }).getByRole('link')
const reply = (page: Page) => page.getByRole('region', { name: 'Reply', exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()
const answered = (page: Page, status: number) =>
  reply(page).locator('header').getByText(String(status), { exact: true }).waitFor()
const body = (page: Page) => page.getByRole('textbox', { name: 'Body as JSON' })
const last = () => inspector.mock.journal.list().at(-1)

describe('the list of operations', () => {
  it('has all of the service, and is searched by name, path and purpose, which the link keeps', async () => {
    const page = await inspector.open('#/operations')
    await expect.poll(() => rows(page).count()).toBe(operationIds.length)
    await page.getByRole('heading', { name: 'Choose an operation' }).waitFor()
    await page.getByRole('searchbox').fill('gates/{gateId} delete')
    await expect.poll(() => rows(page).locator('b').allTextContents()).toEqual(['gates.delete'])
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('searchbox').fill('no operation has this')
    await page.getByRole('button', { name: `Show all ${operationIds.length}` }).click()
    await expect.poll(() => rows(page).count()).toBe(operationIds.length)
  })

  it('is gone through by the arrow keys, and shows the description of each', async () => {
    const page = await inspector.open('#/operations/gates.enable')
    await page.getByRole('article', { name: 'Operation gates.enable' }).getByText('Enable a gate.').waitFor()
    await page.getByRole('link', { name: 'PUT gates.enable' }).press('ArrowUp')
    await page.getByRole('article', { name: 'Operation gates.disable' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/operations/gates.disable')
    await inspector
      .open('#/operations/gates.nothing')
      .then((other) => other.getByText('There is no such operation').waitFor())
  })
})

describe('the choice of an operation', () => {
  it('is in sight in the list, however far down it is', async () => {
    const page = await inspector.open('#/operations/webhooks.list')
    const row = page.getByRole('link', { name: 'GET webhooks.list' })
    await row.waitFor()
    await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0)
  })
})

describe('the form of an operation', () => {
  it.each([
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ])('begins in a window of $width by $height, below a long description that opens', async (viewport) => {
    const page = await inspector.open('#/operations/users.create', { viewport })
    const first = page.getByRole('combobox', { name: 'Who calls' })
    await first.waitFor()
    const { y = 0, height = 0 } = (await first.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(viewport.height)
    const end = page.getByText('is stored as it is given')
    expect(await end.count()).toBe(0)
    await page.getByRole('button', { name: 'Show the whole description' }).click()
    await end.waitFor()
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(() => end.count()).toBe(0)
    await send(page)
    await answered(page, 201)
    await expect.poll(async () => (await reply(page).locator('header').boundingBox())?.y).toBeLessThan(viewport.height)
  })
})

describe('a call', () => {
  it('begins with the example, is sent as the environment, and shows the reply and its request', async () => {
    const page = await inspector.open('#/operations/gates.create')
    await send(page)
    await answered(page, 201)
    await reply(page).getByText('Holders only').or(reply(page).getByText('name')).first().waitFor()
    await send(page)
    await answered(page, 422)
    await reply(page).getByText('gate_exists').waitFor()
    await reply(page)
      .getByText(/^Headers/)
      .click()
    await reply(page).getByText('application/json').waitFor()
    await reply(page).getByRole('link').click()
    await page.getByRole('heading', { name: 'gates.create' }).waitFor()
    expect(inspector.mock.journal.list('gates.create').map(({ status }) => status)).toEqual([201, 422])
  })

  it.each([
    ['nobody', undefined, 401],
    ['admin', 'Bearer [redacted: API token of a member]', 200],
    ['environment', 'Bearer [redacted: API token of a sandbox environment]', 200],
  ] as const)('is sent as %s', async (kind, authorization, status) => {
    const page = await inspector.open('#/operations/gates.list')
    await page.getByRole('combobox', { name: 'Who calls' }).selectOption(kind)
    await send(page)
    await answered(page, status)
    expect(last()?.headers?.authorization).toBe(authorization)
  })

  it('is sent as a person, whom it signs in, and as a new one where there is none', async () => {
    const page = await inspector.open('#/operations/profile.get')
    await send(page)
    await answered(page, 200)
    const [created] = (await inspector.mock.people.list()).users
    expect(last()).toMatchObject({ operation: 'profile.get', userId: created?.id })
    const grace = await inspector.mock.create.user({ email: 'grace@example.com' })
    await page.getByRole('combobox', { name: /^Person/ }).fill('grace@')
    await page.getByRole('option', { name: 'grace@example.com' }).click()
    await send(page)
    await expect.poll(() => last()?.userId).toBe(grace.id)
  })

  it('takes another token, and says in the reply why it is refused', async () => {
    const page = await inspector.open('#/operations/profile.get')
    await page.getByRole('combobox', { name: 'Who calls' }).selectOption('other')
    await page.getByRole('textbox', { name: 'Token' }).fill(inspector.mock.defaults.admin.token)
    await send(page)
    await answered(page, 401)
    expect(last()?.headers?.authorization).toBe('Bearer [redacted: API token of a member]')
  })

  it('has path, query and headers, and offers the ids that there are', async () => {
    const gate = await inspector.mock.create.gate({ name: 'Members' })
    const page = await inspector.open('#/operations/gates.list')
    await send(page)
    await answered(page, 200)
    await page.goto(`${inspector.server.url}/__mock/#/operations/gates.get`)
    await page.getByRole('combobox', { name: 'gateId' }).fill('from gates')
    await page.getByRole('option', { name: gate.id }).click()
    await send(page)
    await answered(page, 200)
    await page.goto(`${inspector.server.url}/__mock/#/operations/users.list`)
    await page.getByRole('textbox', { name: 'limit (optional)' }).fill('2')
    await page.getByRole('textbox', { name: 'filter[filterValue] (optional)' }).fill('ada')
    await send(page)
    await answered(page, 200)
    expect(last()?.query).toEqual({ limit: 2, filter: { filterValue: 'ada' } })
  })

  it('has a form of the schema that writes the same JSON, and leaves out what is empty', async () => {
    const page = await inspector.open('#/operations/users.create')
    await body(page).fill('{ "email": "ada@example.com" }')
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await page.getByRole('textbox', { name: 'alias (optional)' }).fill('Ada')
    await page.getByRole('textbox', { name: 'email (optional)' }).fill('grace@example.com')
    await page.getByRole('textbox', { name: 'metadata (optional), as JSON' }).fill('{"plan":')
    await page.getByText('Must be JSON.').waitFor()
    await page.getByRole('textbox', { name: 'metadata (optional), as JSON' }).fill('{"plan":"gold"}')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    expect(JSON.parse(await body(page).inputValue())).toEqual({
      email: 'grace@example.com',
      alias: 'Ada',
      metadata: { plan: 'gold' },
    })
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await page.getByRole('textbox', { name: 'alias (optional)' }).fill('')
    await send(page)
    await answered(page, 201)
    expect(last()?.body).toEqual({ email: 'grace@example.com', metadata: { plan: 'gold' } })
  })

  it('with a body that is not JSON is not sent, and says so beside the field', async () => {
    const page = await inspector.open('#/operations/users.create')
    await body(page).fill('{')
    await send(page)
    await expectRefused(body(page), 'Must be JSON.')
    expect(inspector.mock.journal.list()).toEqual([])
    await page.getByRole('button', { name: 'Example' }).click()
    await send(page)
    await answered(page, 201)
  })

  it('that is refused shows the reason beside the fields that it names, as JSON and in the form', async () => {
    const page = await inspector.open('#/operations/gates.create')
    await body(page).fill('{ "name": "Holders", "outcome": "nobody", "rules": [{ "type": "coin" }] }')
    await send(page)
    await answered(page, 400)
    expect(await body(page).getAttribute('aria-invalid')).toBe('true')
    const form = page.getByRole('form', { name: 'Call' })
    await form.getByText(/outcome: Must be one of .*rules: Rules\.0\.type must be one of/).waitFor()
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    const outcome = page.getByRole('combobox', { name: 'outcome' })
    expect(await outcome.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('textbox', { name: 'name' }).getAttribute('aria-invalid')).toBe('false')
    await form.getByText(/^Must be one of scope, siteAccess, block/).waitFor()
    await form.getByText(/^Rules\.0\.type must be one of nft, token/).waitFor()
    await page.getByRole('button', { name: 'Example' }).click()
    await send(page)
    await answered(page, 201)
    expect(await outcome.getAttribute('aria-invalid')).toBe('false')
  })

  it('whose parameters are refused shows the reason beside them', async () => {
    const page = await inspector.open('#/operations/users.list')
    const limit = page.getByRole('textbox', { name: 'limit (optional)' })
    await limit.fill('1000')
    await send(page)
    await answered(page, 400)
    await expectRefused(limit, /^Must be at most 100/)
    await page
      .getByRole('form', { name: 'Call' })
      .getByText(/^Must be at most 100/)
      .waitFor()
    await page.goto(`${inspector.server.url}/__mock/#/operations/gates.get`)
    const gateId = page.getByRole('combobox', { name: 'gateId' })
    await gateId.fill('none')
    await send(page)
    await answered(page, 400)
    await expectRefused(gateId, 'Must have at least 36 characters.')
    await gateId.fill('01938c5e-0000-7000-8000-000000000000')
    await send(page)
    await answered(page, 404)
    expect(await gateId.getAttribute('aria-invalid')).toBe('false')
  })

  it('is the same as curl, whose token is covered until it is copied', async () => {
    const page = await inspector.open('#/operations/gates.create')
    const { token } = inspector.mock.defaults.environments.sandbox
    const code = page.getByRole('region', { name: 'The same call' })
    await code.getByText('Bearer ••••••••').waitFor()
    await code.getByRole('button', { name: 'Copy curl code of the call' }).click()
    const command = await clipboardOf(page)
    expect(command).toContain(token)
    expect(await page.getByRole('main').textContent()).not.toContain(token)
    const output = execFileSync('sh', ['-c', command.replace('curl', 'printf "%s\\n"')], { encoding: 'utf8' })
    expect(output).toContain(`${inspector.server.url}/api/v0/environments/`)
  })

  it('is the same as code of the client and as a test, which expects the reply that came', async () => {
    const page = await inspector.open('#/operations/users.create')
    await body(page).fill('{ "email": "ada@example.com" }')
    await page.getByRole('tab', { name: 'Client' }).click()
    const code = page.getByRole('region', { name: 'The same call' })
    await code.getByText('const reply = await users.create(client, {').waitFor()
    await page.getByRole('tab', { name: 'Test' }).click()
    await send(page)
    await answered(page, 201)
    await code.getByText("email: 'ada@example.com'").waitFor()
    await code.getByText('expect(reply).toMatchObject({').waitFor()
    await send(page)
    await answered(page, 422)
    await code.getByText('.rejects.toMatchObject({ status: 422 })').waitFor()
  })
})
