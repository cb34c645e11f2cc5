import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const create = async (url: string) => (await host.call('deeplinkUrls.create', { body: { url } })).body
const listed = async () => (await host.call('deeplinkUrls.list')).body.deeplinkUrls

describeEnvironmentRefusals(host, {
  'deeplinkUrls.list': {},
  'deeplinkUrls.create': { body: { url: 'exampleapp://callback' } },
  'deeplinkUrls.delete': { params: async () => ({ deeplinkUrlId: (await create('exampleapp://callback')).id }) },
})

describe('deeplinkUrls.create', () => {
  it('stores the deep link in one spelling, and shows it to its environment only', async () => {
    const first = await create('ExampleApp://Callback')
    const second = await create('https://*.Example.com/Return')
    const { live } = host.mock.defaults.environments
    expect(first).toEqual({
      id: expect.any(String),
      url: 'exampleapp://Callback',
      createdAt: '2026-01-15T09:30:00.000Z',
    })
    expect(second.url).toBe('https://*.example.com/Return')
    expect(await listed()).toEqual([first, second])
    expect(
      (await host.call('deeplinkUrls.list', { params: { environmentId: live.id }, token: live.token })).body
        .deeplinkUrls,
    ).toEqual([])
  })

  it('refuses a deep link that is already allowed', async () => {
    await create('exampleapp://callback')
    expect(await host.refuse('deeplinkUrls.create', { body: { url: 'exampleapp://callback/' } })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
  })

  it.each([
    'exampleapp://*',
    'https://a.*.com',
    'https://ex*mple.com',
    'https://a.example.com/*',
    'javascript://x/%0aalert',
    'data://x',
    'https://a..b',
  ])('refuses %s', async (url) => {
    expect(await host.refuse('deeplinkUrls.create', { body: { url } })).toMatchObject({
      status: 422,
      code: 'invalid_mobile_deeplink_urls',
    })
    expect(await listed()).toEqual([])
  })

  it.each(['com.example.app:/callback', 'com.example.app://callback', 'app1://callback'])(
    'says of %s what the scheme of a deep link has',
    async (url) => {
      expect(await host.refuse('deeplinkUrls.create', { body: { url } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('2 to 20 letters, + or -, and two slashes') },
      })
    },
  )

  it('takes a port of any number with localhost, and not with 127.0.0.1', async () => {
    await create('http://localhost:*/callback')
    expect(await host.refuse('deeplinkUrls.create', { body: { url: 'http://127.0.0.1:*/callback' } })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('or the port of localhost') },
    })
  })

  it.each(['callback', 'exampleapp:callback', 'exampleapp://*.*', ''])('refuses %j as malformed', async (url) => {
    expect(await host.refuse('deeplinkUrls.create', { body: { url } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('deeplinkUrls.delete', () => {
  it('removes the deep link, and no other', async () => {
    const { id } = await create('exampleapp://a')
    const other = await create('exampleapp://b')
    expect((await host.call('deeplinkUrls.delete', { params: { deeplinkUrlId: id } })).status).toBe(204)
    expect(await listed()).toEqual([other])
    expect((await host.refuse('deeplinkUrls.delete', { params: { deeplinkUrlId: id } })).status).toBe(404)
  })
})
