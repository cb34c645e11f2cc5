import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()

const start = async (model = 'users') => (await host.call('exports.create', { body: { format: 'csv', model } })).body
const get = async (exportId: string) => (await host.call('exports.get', { params: { exportId } })).body
const exportParams = async () => ({ exportId: (await start()).id })
const finishedParams = async () => {
  const params = await exportParams()
  await host.mock.clock.advance({ seconds: 2 })
  return params
}

describeEnvironmentRefusals(host, {
  'exports.list': {},
  'exports.create': { body: { format: 'csv', model: 'users' } },
  'exports.get': { params: exportParams },
  'exports.download': { params: finishedParams },
})

describe('exports.create', () => {
  it('is pending first, and completed two seconds later', async () => {
    const started = await start()
    expect(started).toEqual({
      id: started.id,
      format: 'csv',
      model: 'users',
      status: 'pending',
      createdAt: '2026-01-15T09:30:00.000Z',
      startedAt: null,
      completedAt: null,
    })
    await host.mock.clock.advance({ seconds: 1 })
    expect(await get(started.id)).toEqual({ ...started, startedAt: '2026-01-15T09:30:01.000Z' })
    await host.mock.clock.advance({ seconds: 1 })
    const { sandbox } = host.mock.defaults.environments
    expect(await get(started.id)).toEqual({
      ...started,
      status: 'completed',
      startedAt: '2026-01-15T09:30:01.000Z',
      completedAt: '2026-01-15T09:30:02.000Z',
      downloadUrl: `${host.mock.baseUrl}/api/v0/environments/${sandbox.id}/exports/${started.id}/download`,
    })
  })

  it('is open to every role that reads users', async () => {
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    const { status, body } = await host.call('exports.create', { body: { format: 'csv', model: 'users' }, token })
    expect(status).toBe(201)
    expect((await host.call('exports.list', { token })).body.exports).toMatchObject([{ id: body.id }])
  })

  it('fails permanently, with the reason', async () => {
    await host.mock.exports.failNext('The disk is full.')
    const { id } = await start()
    await host.mock.clock.advance({ seconds: 2 })
    expect(await get(id)).toMatchObject({ status: 'failed', error: 'The disk is full.', completedAt: null })
    await host.mock.clock.advance({ hours: 1 })
    expect(await get(id)).toMatchObject({ status: 'failed' })
    expect((await host.refuse('exports.download', { params: { exportId: id } })).status).toBe(404)
    const next = await start()
    await host.mock.clock.advance({ seconds: 2 })
    expect(await get(next.id)).toMatchObject({ status: 'completed' })
  })

  it.each([{ format: 'xml', model: 'users' }, { format: 'csv', model: 'tokens' }, { format: 'csv' }])(
    'refuses %j',
    async (body) => {
      expect(await host.refuse('exports.create', { body })).toMatchObject({ status: 400, code: 'validation_failed' })
      expect((await host.call('exports.list')).body.exports).toEqual([])
    },
  )
})

describe('exports.list', () => {
  it('lists the newest first, optionally of one model, and those of this environment only', async () => {
    const users = await start('users')
    await host.mock.clock.advance(500)
    const visits = await start('visits')
    expect((await host.call('exports.list')).body.exports?.map(({ id }) => id)).toEqual([visits.id, users.id])
    expect((await host.call('exports.list', { query: { model: 'users' } })).body.exports?.map(({ id }) => id)).toEqual([
      users.id,
    ])
    const { live } = host.mock.defaults.environments
    expect(
      (await host.call('exports.list', { params: { environmentId: live.id }, token: live.token })).body.exports,
    ).toEqual([])
    expect((await host.refuse('exports.list', { query: { model: 'tokens' } })).status).toBe(400)
  })
})

describe('exports.download', () => {
  async function readFile(exportId: string) {
    const url = await locationOf(exportId)
    const response = await host.mock.fetch(url)
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  /** A redirect cannot be read in every host, so that it is asked of the mock itself. */
  async function locationOf(exportId: string) {
    const { defaults, baseUrl } = host.mock
    const { id, token } = defaults.environments.sandbox
    const response = await host.mock.fetch(`${baseUrl}/api/v0/environments/${id}/exports/${exportId}/download`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
    })
    expect(response.status).toBe(302)
    return response.headers.get('location') as string
  }

  it('serves the records as they were when the work started', async () => {
    const ada = await host.mock.create.user({ email: 'ada@example.com', firstName: 'Ada', metadata: { plan: 'a,b' } })
    const { id } = await start()
    await host.mock.clock.advance({ seconds: 1 })
    await host.mock.create.user({ email: 'late@example.com' })
    await host.call('users.update', { params: { userId: ada.id }, body: { firstName: 'Augusta' } })
    await host.mock.clock.advance({ seconds: 1 })
    const { status, type, text } = await readFile(id)
    expect([status, type?.split(';')[0]]).toEqual([200, 'text/csv'])
    const [header, row, ...rest] = text.trimEnd().split('\r\n')
    expect(header).toMatch(/^id,email,alias,firstName,.*,metadata,.*,createdAt,updatedAt,firstVisit,lastVisit$/)
    expect(row).toMatch(new RegExp(`^${ada.id},ada@example.com,,Ada,.*"\\{""plan"":""a,b""\\}"`))
    expect(rest).toEqual([])
  })

  it('serves the visitors, and disarms formulas in their texts', async () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    await host.call('visits.create', {
      body: { address, chain: 'EVM', provider: 'browserExtension', walletName: '=1+1' },
    })
    const { id } = await start('visits')
    await host.mock.clock.advance({ seconds: 2 })
    const [header, row] = (await readFile(id)).text.split('\r\n')
    expect(header).toBe('id,address,chain,walletName,provider,createdAt')
    expect(row).toContain(`,${address},EVM,"'=1+1",browserExtension,2026-01-15T09:30:00.000Z`)
  })

  it('does not find the file of a pending export', async () => {
    const refusal = await host.refuse('exports.download', { params: await exportParams() })
    expect([refusal.status, refusal.body]).toEqual([404, undefined])
  })

  it('signs a link that works for a minute and for one export', async () => {
    const { exportId } = await finishedParams()
    const link = new URL(await locationOf(exportId))
    const other = await finishedParams()
    const status = async (url: string | URL) => (await host.mock.fetch(url)).status
    expect(await status(link)).toBe(200)
    expect(await status(link.href.replace(exportId, other.exportId))).toBe(403)
    expect(await status(link.href.replace(/expires=\d+/, 'expires=99999999999999'))).toBe(403)
    expect(await status(link.href.replace(/signature=./, 'signature=x'))).toBe(403)
    expect(await status(link.origin + link.pathname)).toBe(403)
    await host.mock.clock.advance({ seconds: 60 })
    expect(await status(link)).toBe(403)
    expect(await status(await locationOf(exportId))).toBe(200)
  })
})
