import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'
const opened = {
  anonymousId: 'visitor-1',
  event: 'modal.opened',
  properties: { view: 'sign-in', steps: [1, 2] },
  type: 'track',
}

describe('events.publish', () => {
  it('stores events in their order, for the environment only', async () => {
    const closed = { ...opened, event: 'modal.closed', properties: {} }
    expect((await host.call('events.publish', { body: { events: [opened, closed] } })).status).toBe(204)
    await host.mock.clock.advance({ seconds: 1 })
    await host.call('events.publish', { body: { events: [opened] } })
    expect(host.mock.telemetry.events().map(({ event, createdAt }) => [event, createdAt.slice(17)])).toEqual([
      ['modal.opened', '00.000Z'],
      ['modal.closed', '00.000Z'],
      ['modal.opened', '01.000Z'],
    ])
    expect(host.mock.telemetry.events()[0]).toMatchObject({ anonymousId: 'visitor-1', properties: opened.properties })
    expect(host.mock.telemetry.events({ environmentId: host.mock.defaults.environments.live.id })).toEqual([])
  })

  it('sends nothing to webhooks and lists of events', async () => {
    await host.call('events.publish', { body: { events: [opened] } })
    expect((await host.call('events.list')).body).toEqual([])
  })

  it('keeps the latest thousand', async () => {
    for (let batch = 0; batch < 101; batch++) {
      await host.call('events.publish', {
        body: {
          events: Array.from({ length: 10 }, (_, index) => ({ ...opened, event: `event ${batch * 10 + index}` })),
        },
      })
    }
    const events = host.mock.telemetry.events()
    expect([events.length, events[0]?.event, events.at(-1)?.event]).toEqual([1_000, 'event 10', 'event 1009'])
  })

  it('accepts one to ten complete events, and stores nothing of a batch with an invalid one', async () => {
    const { properties: _, ...incomplete } = opened
    const batches = [
      [],
      Array.from({ length: 11 }, () => opened),
      [opened, incomplete],
      [{ ...opened, type: 'page' }],
      [{ ...opened, admin: true }],
      [{ ...opened, properties: 'x' }],
    ]
    for (const events of batches)
      expect(await host.refuse('events.publish', { body: { events } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    expect(await host.refuse('events.publish', { body: {} })).toMatchObject({ status: 400 })
    expect(
      await host.refuse('events.publish', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    expect(host.mock.telemetry.events()).toEqual([])
  })

  it('refuses tokens of other environments', async () => {
    expect(
      await host.refuse('events.publish', { params: { environmentId: unknown }, body: { events: [opened] } }),
    ).toMatchObject({ status: 404, body: undefined })
    expect(
      await host.refuse('events.publish', { params: { environmentId: 'x' }, body: { events: [opened] } }),
    ).toMatchObject({ status: 400 })
  })
})

describe('sdkSettings.report', () => {
  const report = {
    serviceContextProps: { walletList: ['metamask'] },
    serviceWagmiSettings: {},
    frameworkSettings: { react: { version: '19.1.0' }, nextjs: { version: '16.0.0' } },
  }

  it('keeps the latest report of an environment', async () => {
    expect(host.mock.telemetry.settings()).toBeUndefined()
    expect((await host.call('sdkSettings.report', { body: report })).status).toBe(204)
    expect(host.mock.telemetry.settings()).toMatchObject({ settings: report, createdAt: '2026-01-15T09:30:00.000Z' })
    await host.mock.clock.advance({ hours: 1 })
    await host.call('sdkSettings.report', { body: {} })
    expect(host.mock.telemetry.settings()).toMatchObject({ settings: {}, createdAt: '2026-01-15T10:30:00.000Z' })
    expect(host.mock.telemetry.settings({ environmentId: host.mock.defaults.environments.live.id })).toBeUndefined()
  })

  it('changes nothing about the settings that clients read', async () => {
    const before = await host.call('sdkSettings.get')
    await host.call('sdkSettings.report', { body: report })
    expect((await host.call('sdkSettings.get')).body).toEqual(before.body)
  })

  it('refuses reports that are too long', async () => {
    const long = (length: number) => ({ serviceContextProps: { x: 'y'.repeat(length) } })
    expect(await host.refuse('sdkSettings.report', { body: long(16_384) })).toMatchObject({
      status: 422,
      code: 'metadata_size_exceeded',
    })
    expect((await host.call('sdkSettings.report', { body: long(16_000) })).status).toBe(204)
  })

  it('refuses malformed bodies and unknown environments', async () => {
    for (const body of [
      { frameworkSettings: { vue: {} } },
      { frameworkSettings: { react: { version: 19 } } },
      { admin: true },
      { serviceContextProps: 'x' },
    ]) {
      expect(await host.refuse('sdkSettings.report', { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(
      await host.refuse('sdkSettings.report', { body: '{}', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    expect(await host.refuse('sdkSettings.report', { params: { environmentId: unknown }, body: report })).toMatchObject(
      { status: 404, code: 'not_found' },
    )
  })
})
