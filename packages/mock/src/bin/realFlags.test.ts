import { expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { createFakeProvider } from '../../test/support/fakeProvider.ts'

const { run } = createCommandLine()
const real = createFakeProvider()
const jwksUrl = 'https://login.example.com/keys'

it('attaches a real provider by --idp and a JWK set by --jwks, and shows nothing of their credentials', async () => {
  const withSecret = real.issuer.replace('//', '//a:secret@')
  const args = ['--port', '0', '--json', '--idp', `google=${withSecret}`, '--jwks', `${jwksUrl}=${withSecret}`]
  const { child, started, ended, output } = run(...args)
  const { controlUrl } = JSON.parse(await started)
  const read = async (path: string) => (await fetch(`${controlUrl}/${path}`)).json()
  expect(await read('idp/attached?provider=google')).toEqual({
    attached: { name: 'provider google', origin: real.issuer },
  })
  expect(await read('issuers/attached')).toEqual({
    issuers: [{ name: `issuer ${new URL(real.issuer).host}`, origin: real.issuer }],
  })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output.stdout + output.stderr).not.toContain('secret')
})

it('--idp attaches a provider of one tenant by its domain', async () => {
  const { child, started, ended } = run('--port', '0', '--json', '--idp', `okta:tidepool.okta.com=${real.issuer}`)
  const { controlUrl } = JSON.parse(await started)
  const read = async (path: string) => (await fetch(`${controlUrl}/${path}`)).json()
  expect(await read('idp/attached?provider=okta&domain=tidepool.okta.com')).toEqual({
    attached: { name: 'provider okta tidepool.okta.com', origin: real.issuer },
  })
  expect(await read('idp/attached?provider=okta')).toEqual({})
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('a server does not start with a provider of --idp that does not answer', async () => {
  const { ended, output } = run('--port', '0', '--idp', 'google=http://a:secret@127.0.0.1:1')
  expect(await ended).toBe(2)
  expect(output.stderr).toContain('The provider google (http://127.0.0.1:1) cannot be reached.')
  expect(output.stderr).not.toContain('secret')
})
