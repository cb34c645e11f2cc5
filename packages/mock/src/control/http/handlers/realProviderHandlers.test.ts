import { expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { createFakeProvider } from '../../../../test/support/fakeProvider.ts'
import { connectMock } from '../../remote/connectMock.ts'

const control = createControlClient()
const real = createFakeProvider()
const provider = 'google'

it('attaches a real provider over HTTP, shows it, and detaches it', async () => {
  const shown = { name: 'provider google', origin: real.issuer }
  const client = { clientId: 'latchkey', clientSecret: 's3cr3t' }
  const attached = await control.post('idp/attach', { provider, issuer: real.issuer, ...client })
  expect(attached.body).toEqual(shown)
  expect((await control.get('idp/attached', { provider })).body).toEqual({ attached: shown })
  expect((await control.get('idp/attached', { provider: 'github' })).body).toEqual({})
  expect((await control.post('idp/detach', { provider })).body).toEqual({ detached: true })
  expect((await control.post('idp/detach', { provider })).body).toEqual({ detached: false })
})

it('attaches the providers of tenants, and refuses a tenant of a provider without any', async () => {
  const okta = { provider: 'okta', issuer: real.issuer }
  const mock = await connectMock(control.server.url)
  await control.post('idp/attach', { ...okta, domain: 'tidepool.okta.com' })
  await mock.idp.okta.attach({ issuer: real.issuer, domain: 'Harbour.okta.com' })
  expect(await mock.idp.okta.attached('harbour.okta.com')).toMatchObject({ name: 'provider okta harbour.okta.com' })
  expect(await mock.idp.okta.attached()).toBeUndefined()
  expect((await control.get('outside')).body.parts).toMatchObject([
    { name: 'provider okta tidepool.okta.com', kind: 'provider' },
    { name: 'provider okta harbour.okta.com', kind: 'provider' },
  ])
  expect(await mock.idp.okta.detach('tidepool.okta.com')).toBe(true)
  expect(await mock.idp.okta.detach('tidepool.okta.com')).toBe(false)
  for (const [input, sentence] of [
    [{ provider, issuer: real.issuer, domain: 'a.example.com' }, 'it has no tenants, so leave `domain` out.'],
    [{ ...okta, domain: '' }, '`domain` names the tenant, as the setting of the provider does.'],
  ] as const)
    expect(await control.post('idp/attach', input)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(sentence) },
    })
})

it('refuses another issuer with a sentence, and a page of another origin', async () => {
  const refusal = await control.post('idp/attach', { provider, issuer: `${real.issuer}/realms/staff` })
  expect(refusal).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('says that it is another issuer') },
  })
  const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
  expect((await control.post('idp/attach', { provider, issuer: real.issuer }, headers)).status).toBe(403)
  expect((await control.get('idp/attached', { provider })).body).toEqual({})
})

it('a connected mock attaches a real provider', async () => {
  const { google } = (await connectMock(control.server.url)).idp
  const shown = { name: 'provider google', origin: real.issuer }
  expect(await google.attach({ issuer: new URL(real.issuer) })).toEqual(shown)
  expect(await google.attached()).toEqual(shown)
  expect(await google.detach()).toBe(true)
  expect(await google.attached()).toBeUndefined()
})

it('attaches a real JWK set over HTTP, lists it, and detaches it', async () => {
  const jwksUrl = 'https://login.example.com/keys'
  const shown = { name: `issuer ${new URL(real.issuer).host}`, origin: real.issuer }
  expect((await control.post('issuers/attach', { jwksUrl, servedAt: `${real.issuer}/s3cr3t` })).body).toEqual(shown)
  expect((await control.get('issuers/attached')).body).toEqual({ issuers: [shown] })
  expect((await control.post('issuers/detach', { jwksUrl: `${jwksUrl}/2` })).body).toEqual({ detached: false })
  expect((await control.post('issuers/detach', { jwksUrl })).body).toEqual({ detached: true })
  const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
  expect((await control.post('issuers/attach', { jwksUrl, servedAt: real.issuer }, headers)).status).toBe(403)
})

it('attaches a real JWK set by a connected mock', async () => {
  const { issuers } = await connectMock(control.server.url)
  const set = { jwksUrl: new URL('https://login.example.com/keys'), servedAt: new URL(real.issuer) }
  await issuers.attach(set)
  expect(await issuers.attached()).toHaveLength(1)
  expect(await issuers.detach(set.jwksUrl)).toBe(true)
})
