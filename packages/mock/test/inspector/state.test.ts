import { text } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../src/hosts/server.ts'
import { createInspectorPage } from './inspectorPage.ts'
import { expectRefused } from './refusedFields.ts'

const inspector = createInspectorPage()

const post = (path: string, body: object = {}) =>
  fetch(`${inspector.server.url}/__mock/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The addresses of the users of a mock's sandbox, by its interface. */
async function usersOf({ url, mock } = inspector.server as Pick<typeof inspector.server, 'url' | 'mock'>) {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const { users } = await (await fetch(`${url}/api/v0/environments/${id}/users`, { headers })).json()
  return users.map(({ email }: { email: string }) => email).sort()
}

const notice = (page: Page, text: string) => page.getByRole('status').getByText(text)
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

async function choose(page: Page, button: string, file: ReturnType<typeof json>): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles(file)
}

describe('snapshots', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')

  it('are taken with a name, restored after a question, and dropped', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/state', { timezoneId: 'UTC' })
    await page.getByRole('heading', { name: 'No snapshot yet' }).waitFor()
    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('with only Ada')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await rows(page).getByText('with only Ada').waitFor()
    await rows(page).getByText('1 Mar 2026, 09:00:00').waitFor()
    await rows(page).getByText('1 person, 0 sessions, 0 wallets').waitFor()
    await inspector.mock.create.user({ email: 'grace@example.com' })
    await inspector.mock.clock.advance({ hours: 1 })

    await page.getByRole('button', { name: 'Restore with only Ada…' }).click()
    await dialog(page, 'Restore the snapshot?').getByRole('button', { name: 'Cancel' }).click()
    expect(await usersOf()).toEqual(['ada@example.com', 'grace@example.com'])
    await page.getByRole('button', { name: 'Restore with only Ada…' }).click()
    await dialog(page, 'Restore the snapshot?').getByRole('button', { name: 'Restore' }).click()
    await notice(page, 'The mock is as it was at "with only Ada".').waitFor()
    expect(await usersOf()).toEqual(['ada@example.com'])
    expect(inspector.mock.clock.iso()).toBe('2026-03-01T09:00:00.000Z')

    await page.getByRole('button', { name: 'Drop with only Ada' }).click()
    await page.getByRole('heading', { name: 'No snapshot yet' }).waitFor()
  })

  it('that others take appear, and one that is gone is refused in a line', async () => {
    const page = await inspector.open('#/state')
    await page.getByText('Live', { exact: true }).waitFor()
    const { snapshotId } = await (await post('snapshots')).json()
    await rows(page).getByText(snapshotId).waitFor()
    // The page does not hear of the drop in time.
    await page.route('**/__mock/v1/snapshots', (route) => route.abort())
    await post('snapshots/drop', { snapshotId })
    await page.getByRole('button', { name: `Restore ${snapshotId}…` }).click()
    await dialog(page, 'Restore the snapshot?').getByRole('button', { name: 'Restore' }).click()
    await notice(page, `Failed to restore: there is no snapshot "${snapshotId}".`).waitFor()
  })

  it('with a name that is too long are refused', async () => {
    const page = await inspector.open('#/state')
    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('x'.repeat(201))
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    const field = page.getByRole('textbox', { name: 'Name of the snapshot' })
    await expectRefused(field, 'Must have at most 200 characters.')
    await page.getByRole('heading', { name: 'No snapshot yet' }).waitFor()
  })
})

describe('the state as a file', () => {
  it('is downloaded, and loaded into another server', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/state')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the state' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('latchkey-state-2026-03-01T09-00-00.json')
    const content = await text(await download.createReadStream())
    expect(JSON.parse(content)).toEqual(JSON.parse(JSON.stringify(inspector.mock.export())))

    const other = await startServer({ seed: 'another' })
    await other.mock.create.user({ email: 'grace@example.com' })
    await page.goto(`${other.url}/__mock/#/state`)
    await choose(page, 'Load a state', json('mine.json', content))
    await dialog(page, 'Replace the state?').getByText('1 person').waitFor()
    expect(await usersOf(other)).toEqual(['grace@example.com'])
    await dialog(page, 'Replace the state?').getByRole('button', { name: 'Replace' }).click()
    await notice(page, 'The state of mine.json is loaded.').waitFor()
    // The tokens are those of the file, too.
    expect(await usersOf({ url: other.url, mock: inspector.mock })).toEqual(['ada@example.com'])
    await other.close()
  })

  it('is named after the time of the mock also before the first event has told it', async () => {
    const page = await inspector.open('#/inbox')
    await page.goto('about:blank')
    await page.route('**/__mock/v1/stream', (route) => route.abort())
    await page.goto(`${inspector.server.url}/__mock/#/state`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the state' }).click()
    expect((await downloading).suggestedFilename()).toBe('latchkey-state-2026-03-01T09-00-00.json')
  })

  it('can be larger than other bodies', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const state = { ...inspector.mock.export(), remark: 'x'.repeat(3_000_000) }
    inspector.mock.reset()
    const page = await inspector.open('#/state')
    await choose(page, 'Load a state', json('large.json', JSON.stringify(state)))
    await dialog(page, 'Replace the state?').getByRole('button', { name: 'Replace' }).click()
    await notice(page, 'The state of large.json is loaded.').waitFor()
    expect(await usersOf()).toEqual(['ada@example.com'])
  })

  it.each([
    ['is not JSON', '{"version": 1,', 'The file broken.json is not valid JSON.'],
    ['is something else', '{"people":[]}', 'The file broken.json is not a state that was exported: it has no tables.'],
    ['is null', 'null', 'The file broken.json is not a state that was exported: it has no tables.'],
  ])('that %s is refused before any question', async (_, text, reason) => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/state')
    await choose(page, 'Load a state', json('broken.json', text))
    await notice(page, reason).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await usersOf()).toEqual(['ada@example.com'])
  })

  it.each([
    ['has another version', { version: 2 }, 'version must be 1, as in a state that was exported.'],
    ['has no time', { now: undefined }, 'the data is not a result of "GET state".'],
    ['has an unknown table', { tables: { spoons: [] } }, 'there is no table "spoons".'],
    [
      'has a broken record',
      { tables: { users: [{}] } },
      'record 0 of "users" is not an object with a string as its id.',
    ],
  ])('that %s changes nothing', async (_, changed, reason) => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const state = JSON.stringify({ ...inspector.mock.export(), ...changed })
    const before = inspector.mock.export()
    const page = await inspector.open('#/state')
    await choose(page, 'Load a state', json('broken.json', state))
    await dialog(page, 'Replace the state?').getByRole('button', { name: 'Replace' }).click()
    await notice(page, reason).waitFor()
    expect(inspector.mock.export()).toEqual(before)
  })
})

describe('a scenario', () => {
  const text = (page: Page) => page.getByRole('textbox', { name: /^Scenario, as JSON/ })

  it('is loaded from a text, and from a file', async () => {
    const page = await inspector.open('#/state')
    await text(page).fill(
      '{"people":[{"email":"ada@example.com","signedIn":true}],"gates":[{"name":"Members","outcome":"scope","scope":"member"}]}',
    )
    await page.getByRole('button', { name: 'Load the scenario' }).click()
    await notice(page, 'Created: 1 person, 1 gate.').waitFor()
    await choose(page, 'Load a file', json('more.json', '{"people":[{"email":"grace@example.com"}]}'))
    await notice(page, 'Created: 1 person.').waitFor()
    expect(await usersOf()).toEqual(['ada@example.com', 'grace@example.com'])
  })

  it.each([
    ['{"people"', 'The text is not valid JSON.'],
    ['{"poeple":[]}', 'Did you mean "people"?'],
    ['{"people":[{"email":"ada@example.com"},{"email":"ada@example.com"}]}', 'Failed to load the scenario:'],
    ['[]', 'The body must be an object.'],
  ])('with a mistake creates nothing: %s', async (scenario, reason) => {
    const page = await inspector.open('#/state')
    await text(page).fill(scenario)
    await page.getByRole('button', { name: 'Load the scenario' }).click()
    await expectRefused(text(page), reason)
    expect(await usersOf()).toEqual([])
  })
})

describe('worlds', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Worlds' }).getByRole('listitem')

  it('are created, copied, opened and dropped', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/state')
    await page.getByRole('heading', { name: 'No worlds yet' }).waitFor()
    await page.getByRole('button', { name: 'New world…' }).click()
    await dialog(page, 'New world').getByRole('textbox').fill('checkout')
    await dialog(page, 'New world').getByRole('button', { name: 'Create' }).click()
    await rows(page).getByText('1 person, 0 sessions, 0 wallets').waitFor()
    await rows(page).getByText('Used now').waitFor()
    const checkout = inspector.server.worlds.get('checkout')
    await checkout?.create.user({ email: 'grace@example.com' })
    // No event tells of it.
    await rows(page).getByText('2 people, 0 sessions, 0 wallets').waitFor()

    await page.getByRole('button', { name: 'Copy checkout…' }).click()
    await dialog(page, 'New world').getByRole('textbox').fill('second')
    await dialog(page, 'New world').getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => rows(page).getByText('2 people').count()).toBe(2)
    expect(inspector.server.worlds.get('second')?.export().tables.users).toHaveLength(2)

    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open the inspector of second' }).click()
    const opened = await opening
    expect(opened.url()).toBe(`${inspector.server.url}/w/second/__mock/`)
    // Its inspector would create it again.
    await opened.close()

    await page.getByRole('button', { name: 'Drop checkout…' }).click()
    await dialog(page, 'Drop the world?').getByRole('button', { name: 'Drop' }).click()
    await notice(page, 'The world checkout is dropped.').waitFor()
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(inspector.server.worlds.list().map(({ name }) => name)).toEqual(['second'])
  })

  it('that are shown are not dropped, since the inspector would create them again', async () => {
    inspector.server.worlds.create('checkout')
    const page = await inspector.open()
    await page.goto(`${inspector.server.url}/w/checkout/__mock/#/state`)
    await rows(page).getByText('shown').waitFor()
    expect(await rows(page).getByRole('button', { name: 'Drop' }).count()).toBe(0)
    const link = page.getByRole('link', { name: "Open the server's own mock" })
    expect(await link.getAttribute('href')).toBe(`${inspector.server.url}/__mock/#/state`)
  })

  it.each([
    ['a b', 'a name has 1 to 64 letters, digits, "-" and "_", not "a b".'],
    ['<img src=x>', 'a name has 1 to 64 letters, digits, "-" and "_", not "<img src=x>".'],
    ['', 'a name has 1 to 64 letters, digits, "-" and "_", not "".'],
    ['taken', 'there is a world "taken".'],
  ])('are not created with the name "%s"', async (name, reason) => {
    inspector.server.worlds.create('taken')
    const page = await inspector.open('#/state')
    await page.getByRole('button', { name: 'New world…' }).click()
    await dialog(page, 'New world').getByRole('textbox').fill(name)
    await dialog(page, 'New world').getByRole('button', { name: 'Create' }).click()
    await expectRefused(dialog(page, 'New world').getByRole('textbox', { name: 'Name' }), reason)
    expect(inspector.server.worlds.list()).toHaveLength(1)
  })
})

describe('the reset', () => {
  it('asks before it empties the mock', async () => {
    await inspector.mock.create.user({ email: 'ada@example.com' })
    const page = await inspector.open('#/state')
    await page.getByRole('button', { name: 'Reset…' }).click()
    expect(await usersOf()).toEqual(['ada@example.com'])
    await dialog(page, 'Reset the mock?').getByRole('button', { name: 'Reset', exact: true }).click()
    await notice(page, 'The mock is in its first state again.').waitFor()
    expect(await usersOf()).toEqual([])
  })
})
