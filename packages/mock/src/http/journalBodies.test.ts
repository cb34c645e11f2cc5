import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { toServiceRequest } from '../carriers/scriptRequest.ts'
import { createControlAnswer } from '../control/http/controlAnswer.ts'
import { createMock, type MockOptions } from '../mock/createMock.ts'
import { shownBodyBytes } from './journalBodies.ts'
import { createJournalEntries } from './journalEntries.ts'

const host = createHost()
const megabyte = 1_000_000
const signIn = (fields: object) => ({ body: { email: 'ada@example.com', ...fields } })
const bytesOf = (text: unknown) => new TextEncoder().encode(String(text)).length
const last = () => host.mock.journal.list().at(-1)

describe('a body in the journal', () => {
  it('is kept whole up to 64 kB, and begins with the same text beyond', async () => {
    const short = { note: 'x'.repeat(20_000) }
    await host.refuse('emailSignIn.create', signIn(short))
    expect(last()).toMatchObject({ body: { email: 'ada@example.com', ...short } })
    expect(last()).not.toHaveProperty('bodyBytes')
    const long = { note: 'ä'.repeat(megabyte / 4), after: 1 }
    await host.refuse('emailSignIn.create', signIn(long))
    const whole = JSON.stringify(signIn(long).body)
    expect(last()?.bodyBytes).toBe(bytesOf(whole))
    expect(bytesOf(last()?.body)).toBeLessThanOrEqual(shownBodyBytes)
    expect(bytesOf(last()?.body)).toBeGreaterThan(shownBodyBytes - 4)
    expect(whole.startsWith(String(last()?.body))).toBe(true)
  })

  it('shows no secret, however long it is', async () => {
    await host.refuse('emailSignIn.create', signIn({ password: 'hunter2', note: 'x'.repeat(megabyte / 2) }))
    expect(last()?.body).toMatch(/^\{"email":"ada@example\.com","password":"\[redacted\]","note":"xxx/)
  })

  it('is shown whole when its objects take more memory than its text', async () => {
    const fields = { list: Array.from({ length: 1_500 }, (_, index) => ({ index, password: 'hunter2' })) }
    await host.refuse('emailSignIn.create', signIn(fields))
    const shown = last()?.body as typeof fields
    expect(shown.list).toHaveLength(1_500)
    expect(shown.list[1_499]).toEqual({ index: 1_499, password: '[redacted]' })
    expect(last()).not.toHaveProperty('bodyBytes')
  })

  it('is cut in a long reply, too', async () => {
    const mock = createMock({ strict: false })
    mock.override('networks.list', () => ({ status: 200, body: { note: 'x'.repeat(megabyte) } as never }))
    await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/networks`)
    const entry = mock.journal.list().at(-1)
    expect(entry).toMatchObject({ status: 200, replyBytes: megabyte + '{"note":""}'.length })
    expect(bytesOf(entry?.reply)).toBe(shownBodyBytes)
  })
})

describe('the journal as a whole', () => {
  /** Posts a megabyte several times, as any page can. */
  async function flood(mock: ReturnType<typeof createMock>, times: number) {
    const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/emailVerifications/create`
    const body = JSON.stringify({ note: 'x'.repeat(megabyte) })
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example.com' }
    for (let turn = 0; turn < times; turn++) await mock.fetch(url, { method: 'POST', headers, body })
  }
  const options = { now: '2026-01-15T09:30:00.000Z' } satisfies MockOptions

  it('keeps the latest 16 MB of refused posts, and is read over HTTP', async () => {
    const mock = createMock(options)
    await flood(mock, 150)
    const entries = mock.journal.list()
    expect(entries.length).toBeGreaterThan(50)
    expect(entries.length).toBeLessThan(140)
    expect(mock.journal.dropped).toBe(150 - entries.length)
    expect(entries.at(-1)?.requestId).toBe(`req_${(150).toString(36).padStart(8, '0')}`)
    const answer = createControlAnswer(mock, {} as never)
    const reply = await answer(toServiceRequest(`${mock.baseUrl}/__mock/v1/journal`, { method: 'GET' }))
    expect(reply?.status).toBe(200)
    expect(reply?.text?.length).toBeLessThan(40_000_000)
  })

  it('keeps as many entries as before when they are small, and drops older ones', async () => {
    const mock = createMock({ ...options, journalLimit: 3 })
    for (let turn = 0; turn < 10; turn++) await mock.fetch(`${mock.baseUrl}/api/v0/nothing-${turn}`)
    expect(mock.journal.list().map(({ path }) => path)).toEqual([7, 8, 9].map((turn) => `/api/v0/nothing-${turn}`))
    expect([mock.journal.dropped, mock.journal.recorded]).toEqual([7, 10])
    expect(createMock({ ...options, journalLimit: 0 }).journal.list()).toEqual([])
  })

  it('cuts long paths, names and values', async () => {
    const mock = createMock(options)
    await mock.fetch(`${mock.baseUrl}/api/v0/${'a'.repeat(500_000)}?${'b'.repeat(500_000)}=1`)
    expect(JSON.stringify(mock.journal.list()).length).toBeLessThan(10_000)
  })

  it('shares 128 MB with the journals of other worlds, of which the largest make room', () => {
    const small = createJournalEntries<string>(1_000)
    small.add('the only entry', 1_000)
    const worlds = Array.from({ length: 20 }, () => createJournalEntries<number>(1_000))
    for (let entry = 0; entry < 130; entry++) for (const world of worlds) world.add(entry, 131_072)
    const bytes = worlds.reduce((sum, world) => sum + world.bytes, 0)
    expect(bytes).toBeLessThanOrEqual(134_217_728)
    // Journals of earlier tests that are not collected yet have a part of it.
    expect(bytes).toBeGreaterThan(20_000_000)
    expect(small.list()).toEqual(['the only entry'])
    for (const world of worlds) {
      expect(world.list().at(-1)).toBe(129)
      expect(world.bytes).toBeLessThanOrEqual(16_777_216)
      world.clear()
    }
  })
})

describe('what else callers fill', () => {
  it('refuses a tracked event of more than 16,384 characters, and keeps none of its batch', async () => {
    const event = { anonymousId: 'visitor', event: 'opened', properties: {}, type: 'track' }
    const large = { ...event, properties: { note: 'x'.repeat(17_000) } }
    expect(await host.refuse('events.publish', { body: { events: [event, large] } })).toMatchObject({
      status: 400,
      code: 'body_too_large',
      body: { error: 'An event holds at most 16,384 characters of JSON.' },
    })
    expect(host.mock.telemetry.events()).toEqual([])
    await host.call('events.publish', { body: { events: [event] } })
    expect(host.mock.telemetry.events()).toHaveLength(1)
  })

  it('cuts the text of a mail that quotes a long name', async () => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    await host.mock.settings.patch({ general: { displayName: 'x'.repeat(100_000) } })
    await host.call('emailSignIn.create', { body: { email: 'ada@example.com' } })
    const mail = host.mock.outbox.email.last()
    expect([mail?.subject?.length, mail?.text.length]).toEqual([1_000, 10_000])
    expect(mail?.code).toMatch(/^\d{6}$/)
  })
})
