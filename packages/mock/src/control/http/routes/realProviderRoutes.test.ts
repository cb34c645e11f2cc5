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

it('is part of a connected mock', async () => {
  const { google } = (await connectMock(control.server.url)).idp
  const shown = { name: 'provider google', origin: real.issuer }
  expect(await google.attach({ issuer: new URL(real.issuer) })).toEqual(shown)
  expect(await google.attached()).toEqual(shown)
  expect(await google.detach()).toBe(true)
  expect(await google.attached()).toBeUndefined()
})
