import { expect, it } from 'vitest'
import { createHost } from '#host'
import { startRoundTrip } from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()
type Rows = readonly { readonly id: string; readonly subjectId?: string }[]
const tablesNow = () => host.mock.export().tables as Readonly<Record<string, Rows>>

/** A life in an environment: people who signed in, and what their environment is set up with. */
async function settle(environmentId: string) {
  const { create, signIn, settings } = host.mock
  const at = { environmentId }
  const token = host.mock.defaults.admin.token
  const call = { params: at, token }
  await settings.patch({ security: { mfa: { enabled: true } } }, at)
  const user = await create.user(
    { email: 'ada@example.com', username: 'ada', oauthAccounts: [{ provider: 'google', accountId: 'ada' }] },
    at,
  )
  await create.wallet(user.id, {}, at)
  await create.gate({ scope: 'members' }, at)
  const list = await create.allowlist({}, at)
  await host.call('allowlistEntries.create', {
    params: { allowlistId: list.id },
    body: { email: 'ada@example.com' },
    token,
  })
  await create.provider({ provider: 'google' }, at)
  await create.provider({ provider: 'emailOnly' }, at)
  await create.customField({}, at)
  await create.customHostname({ hostname: `login-${environmentId}.example.com` }, at)
  await create.origin('https://app.example.com', at)
  await create.deeplinkUrl('https://app.example.com/open', at)
  await host.call('tokens.create', { ...call, body: { note: 'Second' } })
  await create.webhook({ url: 'https://hooks.example.com/', events: ['user.created', 'user.session.created'] }, at)
  await create.user({ email: 'grace@example.com' }, at)
  await signIn(user)
  await create.totp(user)
  await host.call('emailSignIn.create', { params: at, body: { email: 'new@example.com' } })
  await host.call('exports.create', { ...call, body: { format: 'csv', model: 'users' } })
  await host.call('nonces.create', { params: at })
  await host.call('health.check', { params: at })
}

it('projects.delete leaves nothing of the project, and does not change another one', async () => {
  host.mock.webhooks.receive('https://hooks.example.com/', () => new Response(null, { status: 500 }))
  const { sandbox, live } = host.mock.defaults.environments
  const { body } = await host.call('projects.create', { body: { name: 'Second' } })
  const others = (body.project?.projectEnvironments ?? []).map(({ id }) => id as string)
  for (const environmentId of [sandbox.id, live.id, ...others]) await settle(environmentId)
  await host.mock.clock.settle()
  const before = tablesNow()
  const isGone = (row: object) =>
    [sandbox.id, live.id, host.mock.defaults.projectId].some((id) => JSON.stringify(row).includes(id))
  const gone = new Set(Object.values(before).flatMap((rows) => rows.filter(isGone).map(({ id }) => id)))
  const filled = Object.entries(before)
    .filter(([, rows]) => rows.some(isGone))
    .map(([name]) => name)
  expect(filled.length).toBeGreaterThan(20)

  expect((await host.call('projects.delete')).status).toBe(204)

  const { revokedTokens = [], ...after } = tablesNow()
  const { revokedTokens: _, ...remaining } = before
  expect(JSON.stringify([revokedTokens, after])).not.toMatch(new RegExp(`${sandbox.id}|${live.id}`))
  expect(after).toEqual(
    Object.fromEntries(
      Object.entries(remaining).map(([name, rows]) => [
        name,
        rows.filter((row) => !isGone(row) && !gone.has(row.subjectId ?? '')),
      ]),
    ),
  )
  expect(revokedTokens).toHaveLength(4)
})

it('projects.delete ends a sign-in that was in progress at a provider', async () => {
  await host.call('projects.create', { body: { name: 'Second' } })
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.idp.google?.addUser({ email: 'ada@example.com' })
  const { url } = await startRoundTrip(host)
  expect((await host.fetch(url, { redirect: 'manual' })).status).toBe(200)
  await host.call('projects.delete')
  expect((await host.fetch(url, { redirect: 'manual' })).status).toBe(400)
})
