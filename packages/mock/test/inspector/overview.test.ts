import { gzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import { clipboardOf, createInspectorPage, heading } from './inspectorPage.ts'

const inspector = createInspectorPage()

describe('the bundle of the inspector', () => {
  it('is at most 90.3 kB gzipped', () => {
    expect(gzipSync(inject('inspector'), { level: 9 }).length).toBeLessThanOrEqual(90_300)
  })

  it('asks no other host for anything', async () => {
    const page = await inspector.open()
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.reload()
    await expect.poll(() => heading(page).textContent()).toBe('Overview')
    expect([...hosts]).toEqual([inspector.server.url])
  })
})

describe('the overview', () => {
  it('shows the ids, and copies them', async () => {
    const page = await inspector.open()
    const { id } = inspector.mock.defaults.environments.sandbox
    await page.getByRole('definition').getByText(id).waitFor()
    await page.getByRole('button', { name: 'Copy sandbox environment id' }).click()
    expect(await clipboardOf(page)).toBe(id)
  })

  it('counts what there is, as it changes', async () => {
    const page = await inspector.open()
    const people = page.getByRole('list', { name: 'Counts' }).getByRole('listitem').filter({ hasText: 'People' })
    await expect.poll(() => people.textContent()).toBe('0People')
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    await inspector.mock.create.user({ email: 'ada@example.com' })
    await expect.poll(() => people.textContent()).toBe('1People')
  })

  it('turns a provider of an environment off and on', async () => {
    await inspector.mock.create.provider({ provider: 'google' })
    const page = await inspector.open()
    const google = page.getByRole('switch', { name: 'google' })
    await google.click()
    await page.getByText('google is off.').waitFor()
    const isEnabled = () => inspector.mock.providers.list().find(({ provider }) => provider === 'google')?.isEnabled
    expect(isEnabled()).toBe(false)
    // Reading the mock anew may set the switch back for a moment, which `check()` does not expect.
    await google.click()
    await expect.poll(isEnabled).toBe(true)
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('Live')
    await page.getByRole('heading', { name: 'No provider is set up' }).waitFor()
  })

  it('covers tokens until they are asked for, and copies them covered', async () => {
    const page = await inspector.open()
    const { token } = inspector.mock.defaults.environments.sandbox
    const facts = page.getByRole('region', { name: 'Ids and tokens' })
    await facts.getByText('Sandbox token', { exact: true }).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain(token)
    await page.getByRole('button', { name: 'Copy sandbox token' }).click()
    expect(await clipboardOf(page)).toBe(token)
    await facts.getByRole('button', { name: 'Show sandbox token' }).click()
    expect(await facts.textContent()).toContain(token)
  })

  it('gives a curl command that the mock answers', async () => {
    const page = await inspector.open()
    await page.getByRole('button', { name: 'Copy curl snippet' }).click()
    const [, url = '', token = ''] = /curl (\S+).*Bearer (\S+)'/s.exec(await clipboardOf(page)) ?? []
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    expect([response.status, await response.json()]).toMatchObject([200, { users: [] }])
  })

  it('goes from snippet to snippet by the arrow keys', async () => {
    const page = await inspector.open()
    await page.getByRole('tab', { name: 'curl' }).press('ArrowRight')
    await page.getByRole('group', { name: 'Client snippet' }).waitFor()
    await page.getByRole('tab', { name: 'Client' }).press('ArrowRight')
    await page.getByRole('group', { name: '.env snippet' }).waitFor()
    await page.getByRole('button', { name: 'Copy .env snippet' }).click()
    const { sandbox } = inspector.mock.defaults.environments
    expect(await clipboardOf(page)).toBe(
      `LATCHKEY_URL=${inspector.server.url}\nLATCHKEY_ENVIRONMENT_ID=${sandbox.id}\nLATCHKEY_TOKEN=${sandbox.token}`,
    )
  })

  it('belongs to the world that its address names', async () => {
    const page = await inspector.open()
    inspector.server.worlds.open('ada')
    await page.goto(`${inspector.server.url}/w/ada/__mock/`)
    await page.getByText('world ada').waitFor()
    await page.getByRole('button', { name: 'Copy URL' }).click()
    expect(await clipboardOf(page)).toBe(`${inspector.server.url}/w/ada`)
  })
})
