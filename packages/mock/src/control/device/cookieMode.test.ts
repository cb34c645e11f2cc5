import { expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByEmail } from '../../../test/people/oneTimeCodes.ts'

const host = createHost()
const hostname = 'login.example.com'
const page = { origin: 'https://app.example.com' }

it('mock.create.customHostname() creates an active hostname on request', async () => {
  const created = await host.mock.create.customHostname({ hostname, active: true })
  expect(created).toMatchObject({ hostname, usage: 'cookies', status: 'active' })
  expect((await host.call('customHostnames.list')).body.customHostnames).toEqual([created])
  expect(host.mock.dns.records().map(({ name }) => name)).toContain(hostname)
  expect(host.mock.export().tables.jobs).toEqual([])
})

it('mock.create.customHostname() leaves a hostname pending by default', async () => {
  expect(await host.mock.create.customHostname({ hostname })).toMatchObject({ status: 'pending' })
  expect(host.mock.dns.records()).toEqual([])
})

it('mock.create.customHostname() creates nothing active when the DNS has another value', async () => {
  await host.mock.dns.set({ type: 'CNAME', name: hostname, value: 'elsewhere.example.com' })
  const before = host.mock.export().tables
  await expect(host.mock.create.customHostname({ hostname, active: true })).rejects.toThrow(
    'Failed to make the hostname login.example.com active. ' +
      'The CNAME record login.example.com does not have the value asked for.',
  )
  expect(host.mock.export().tables).toEqual(before)
})

it('mock.settings.cookies() keeps sessions in cookies, for the named sites', async () => {
  await host.mock.settings.cookies({ hostname, origins: [page.origin] })
  const { headers } = await signInByEmail(host, 'ada@example.com')
  const [cookie = ''] = /^LATCHKEY_AUTH=[^;]+/.exec(headers.get('set-cookie') ?? '') ?? []
  expect(headers.get('set-cookie')).toContain('Domain=example.com')
  const rename = { body: { firstName: 'Ada' }, token: null }
  expect((await host.call('profile.update', { ...rename, headers: { cookie, ...page } })).status).toBe(200)
  expect(
    await host.refuse('profile.update', { ...rename, headers: { cookie, origin: 'https://other.example.com' } }),
  ).toMatchObject({ status: 403, code: 'origin_not_allowed' })
})

it.each([
  { hostname: 'localhost', origins: [page.origin] },
  { hostname, origins: [page.origin, 'app.example.com'] },
])('mock.settings.cookies() changes nothing for an invalid hostname or origin: %j', async (input) => {
  const before = host.mock.export().tables
  await expect(host.mock.settings.cookies(input)).rejects.toThrow(/must be an? /)
  expect(host.mock.export().tables).toEqual(before)
})

it('mock.signIn() returns the reply of a sign-in, without the token when a live environment keeps it in a cookie', async () => {
  const { body } = await signInByEmail(host, 'grace@example.com')
  const user = await host.mock.create.user({ email: 'ada@example.com' })
  const { reply, token } = await host.mock.signIn(user)
  expect(Object.keys(reply).sort()).toEqual(Object.keys(body).sort())
  expect(reply).toMatchObject({ jwt: token, user: { id: user.id, email: 'ada@example.com' } })
  const place = { environmentId: host.mock.defaults.environments.live.id }
  await host.mock.settings.cookies({ hostname, origins: [page.origin] }, place)
  const session = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }, place))
  expect(session.reply).not.toHaveProperty('jwt')
  expect(session.cookies).toEqual([expect.stringContaining(session.minifiedToken)])
})
