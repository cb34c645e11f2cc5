import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const body = { hostname: 'AUTH.example.COM', usage: 'cookies' }
const create = async (change: object = {}) =>
  (await host.call('customHostnames.create', { body: { ...body, ...change } })).body
const only = async () => {
  const { customHostnames } = (await host.call('customHostnames.list')).body
  expect(customHostnames).toHaveLength(1)
  return customHostnames[0]
}

describeEnvironmentRefusals(host, {
  'customHostnames.list': {},
  'customHostnames.create': { body },
  'customHostnames.delete': { params: async () => ({ customHostnameId: (await create()).id }) },
})

describe('customHostnames.create', () => {
  it('begins pending, in lower case, with the records to publish', async () => {
    const hostname = await create()
    expect(hostname).toEqual({
      id: expect.any(String),
      hostname: 'auth.example.com',
      usage: 'cookies',
      status: 'pending',
      verificationRecords: [
        {
          dnsRecordType: 'CNAME',
          verificationType: 'alias',
          name: 'auth.example.com',
          value: 'hostnames.latchkey.test',
        },
        {
          dnsRecordType: 'TXT',
          verificationType: 'ownership',
          name: '_hostname.auth.example.com',
          value: expect.any(String),
        },
      ],
    })
    expect(await only()).toEqual(hostname)
    const { live } = host.mock.defaults.environments
    expect(
      (await host.call('customHostnames.list', { params: { environmentId: live.id }, token: live.token })).body
        .customHostnames,
    ).toEqual([])
  })

  it('asks for a certificate record, too, if a page is served', async () => {
    const { verificationRecords } = await create({ usage: 'globalWallet' })
    expect(verificationRecords).toEqual([
      expect.objectContaining({ verificationType: 'alias', name: 'auth.example.com' }),
      expect.objectContaining({ verificationType: 'ownership', name: '_hostname.auth.example.com' }),
      expect.objectContaining({ verificationType: 'certificate', name: '_acme-challenge.auth.example.com' }),
    ])
  })

  it('refuses a hostname that any environment has', async () => {
    await create()
    const { live } = host.mock.defaults.environments
    expect(
      await host.refuse('customHostnames.create', { body: { ...body, hostname: 'auth.example.com' } }),
    ).toMatchObject({ status: 422, code: 'invalid_custom_hostname' })
    expect(
      await host.refuse('customHostnames.create', { params: { environmentId: live.id }, token: live.token, body }),
    ).toMatchObject({ status: 422, code: 'invalid_custom_hostname' })
  })

  it('accepts the longest name whose records DNS can carry, and refuses a longer one', async () => {
    const label = 'a'.repeat(63)
    const longest = `${label}.${label}.${label}.${'b'.repeat(41)}.com`
    expect(`_acme-challenge.${longest}`).toHaveLength(253)
    expect((await create({ hostname: longest })).hostname).toBe(longest)
    expect(
      await host.refuse('customHostnames.create', { body: { ...body, hostname: longest.replace('b', 'bb') } }),
    ).toMatchObject({ status: 422, code: 'invalid_custom_hostname' })
  })

  it('refuses a label that DNS cannot carry', async () => {
    expect(
      await host.refuse('customHostnames.create', { body: { ...body, hostname: `${'a'.repeat(64)}.example.com` } }),
    ).toMatchObject({ status: 422, code: 'invalid_custom_hostname' })
  })

  it.each(['localhost', 'https://auth.example.com', 'auth.example.com/x', '*.example.com', '-a.example.com', ''])(
    'refuses %j',
    async (hostname) => {
      expect(await host.refuse('customHostnames.create', { body: { ...body, hostname } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )
})

describe('verification of a custom hostname', () => {
  it('succeeds at the first lookup that finds all records', async () => {
    const hostname = await create()
    const [alias, ownership] = hostname.verificationRecords
    await host.mock.dns.publish({ verificationRecords: [{ ...alias!, value: 'Hostnames.Latchkey.test.' }] })
    await host.mock.clock.advance({ minutes: 5 })
    expect((await only())?.status).toBe('pending')
    await host.mock.dns.publish({ verificationRecords: [ownership!] })
    expect((await only())?.status).toBe('pending')
    await host.mock.clock.advance({ seconds: 60 })
    expect(await only()).toEqual({ ...hostname, status: 'active' })
  })

  it('needs each record, with nothing beside the alias; other texts under a name do no harm', async () => {
    const { verificationRecords } = await create({ usage: 'globalWallet' })
    const [alias, ownership, certificate] = verificationRecords
    await host.mock.dns.publish({ verificationRecords: [alias!, ownership!] })
    await host.mock.dns.set({ type: 'TXT', name: certificate!.name, value: 'of another service' })
    await host.mock.dns.publish({ verificationRecords: [certificate!] })
    await host.mock.clock.advance({ minutes: 1 })
    expect(await only()).toMatchObject({ status: 'active' })
  })

  it('fails at a second alias beside the right one', async () => {
    const hostname = await create()
    await host.mock.dns.publish(hostname)
    await host.mock.dns.set({ type: 'CNAME', name: 'auth.example.com', value: 'elsewhere.example.com' })
    await host.mock.dns.publish(hostname)
    await host.mock.clock.advance({ minutes: 1 })
    expect(await only()).toMatchObject({ status: 'error', errors: expect.stringContaining('CNAME') })
  })

  it('compares texts as they are written, and aliases regardless of case', async () => {
    const { verificationRecords } = await create()
    const [alias, ownership] = verificationRecords.map((record) => ({ ...record, value: record.value.toUpperCase() }))
    await host.mock.dns.publish({ verificationRecords: [alias!, ownership!] })
    await host.mock.clock.advance({ minutes: 1 })
    expect((await only())?.errors).toBe('The TXT record _hostname.auth.example.com does not have the value asked for.')
  })

  it('counts its lookups, which are a minute apart', async () => {
    await create()
    const jobs = () => host.mock.export().tables.jobs
    expect(jobs()).toMatchObject([{ attempt: 1, dueAt: '2026-01-15T09:31:00.000Z' }])
    await host.mock.clock.advance({ minutes: 1 })
    expect(jobs()).toMatchObject([{ attempt: 2, dueAt: '2026-01-15T09:32:00.000Z' }])
  })

  it('names only the records with another value when some are also missing', async () => {
    await create()
    await host.mock.dns.set({ type: 'CNAME', name: 'auth.example.com', value: 'x.hostnames.latchkey.test' })
    await host.mock.clock.advance({ minutes: 1 })
    expect((await only())?.errors).toBe('The CNAME record auth.example.com does not have the value asked for.')
  })

  it('takes place at once for a test that wants cookies, and no lookup is left', async () => {
    await host.mock.settings.cookies({ hostname: 'auth.example.com', origins: ['https://app.example.com'] })
    expect(await only()).toMatchObject({ status: 'active', hostname: 'auth.example.com' })
    expect(host.mock.export().tables.jobs).toEqual([])
  })

  it('stays active when the records are removed', async () => {
    const hostname = await create()
    await host.mock.dns.publish(hostname)
    await host.mock.clock.advance({ minutes: 1 })
    await host.mock.dns.remove('auth.example.com')
    await host.mock.clock.advance({ days: 4 })
    expect((await only())?.status).toBe('active')
  })

  it('fails permanently at a record with another value', async () => {
    const hostname = await create()
    await host.mock.dns.set({ type: 'CNAME', name: 'auth.example.com', value: 'elsewhere.example.com' })
    await host.mock.clock.advance({ minutes: 1 })
    const failed = await only()
    expect(failed).toEqual({
      ...hostname,
      status: 'error',
      errors: 'The CNAME record auth.example.com does not have the value asked for.',
    })
    await host.mock.dns.remove('auth.example.com')
    await host.mock.dns.publish(hostname)
    await host.mock.clock.advance({ minutes: 5 })
    expect(await only()).toEqual(failed)
  })

  it('fails after 72 hours without the records, and not before', async () => {
    await create()
    await host.mock.clock.advance({ hours: 71, minutes: 59 })
    expect((await only())?.status).toBe('pending')
    await host.mock.clock.advance({ minutes: 1 })
    expect(await only()).toMatchObject({
      status: 'error',
      errors:
        'The CNAME record auth.example.com was not found. The TXT record _hostname.auth.example.com was not found.',
    })
  })
})

describe('customHostnames.delete', () => {
  it('ends the lookups, and frees the hostname for another environment with other records', async () => {
    const hostname = await create()
    await host.mock.dns.publish(hostname)
    expect((await host.call('customHostnames.delete', { params: { customHostnameId: hostname.id } })).status).toBe(204)
    expect(host.mock.export().tables.jobs).toEqual([])
    await host.mock.clock.advance({ minutes: 2 })
    expect((await host.call('customHostnames.list')).body.customHostnames).toEqual([])
    expect((await host.refuse('customHostnames.delete', { params: { customHostnameId: hostname.id } })).status).toBe(
      404,
    )
    const { live } = host.mock.defaults.environments
    const { body: other } = await host.call('customHostnames.create', {
      params: { environmentId: live.id },
      token: live.token,
      body,
    })
    expect(other.verificationRecords).not.toEqual(hostname.verificationRecords)
  })
})
