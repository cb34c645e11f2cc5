import { describe, expectTypeOf, it } from 'vitest'
import {
  environments,
  exports as exportJobs,
  gates,
  oauth,
  users,
  visits,
  webhookMessages,
  type Gate,
  type ProjectSettings,
  type ProjectSettingsInput,
  type Unlisted,
  type User,
  type UsersResponse,
} from '../generated/operations/index.ts'
import { createClient, createTransport, isApiError } from '../index.ts'

const api = createTransport({ baseUrl: 'https://api.test' })

describe('operation functions', () => {
  it('return the declared data', () => {
    expectTypeOf(gates.enable(api, { gateId: '' })).resolves.toEqualTypeOf<Gate>()
    expectTypeOf(gates.delete(api, { gateId: '' })).resolves.toEqualTypeOf<undefined>()
    expectTypeOf(exportJobs.download(api, { exportId: '' })).resolves.toEqualTypeOf<{ location: string }>()
    expectTypeOf(users.list(api)).resolves.toEqualTypeOf<UsersResponse>()
  })

  it('accept a client as well as a transport', () => {
    expectTypeOf(createClient).returns.toExtend<Parameters<typeof gates.get>[0]>()
  })

  it('refuse missing ids and bodies, unknown fields and wrong values', () => {
    // @ts-expect-error gateId is missing
    void gates.enable(api, { environmentId: '' })
    // @ts-expect-error body is missing
    void gates.create(api, { environmentId: '' })
    // @ts-expect-error there is no such filter
    void users.list(api, { query: { nope: 1 } })
    // @ts-expect-error a gate's outcome is one of a few
    void gates.update(api, { gateId: '', body: { outcome: 'maybe' } })
    void users.list(api, { query: { orderBy: 'lastVisit-desc' } })
    // @ts-expect-error users cannot be ordered by it
    void users.list(api, { query: { orderBy: 'firstName-asc' } })
    // @ts-expect-error it goes up or down
    void users.list(api, { query: { orderBy: 'lastVisit' } })
    // @ts-expect-error visitors have no such column, though users have
    void visits.listVisitors(api, { query: { orderBy: 'email-asc' } })
    // @ts-expect-error there is no such provider
    void oauth.login(api, { providerType: 'nobody' })
  })

  it('accept new enum values in replies, and only the listed ones in requests', async () => {
    const gate = await gates.get(api, { gateId: '' })
    switch (gate.outcome) {
      case 'scope':
      case 'siteAccess':
      case 'block':
        return
      default:
        expectTypeOf(gate.outcome).toEqualTypeOf<Unlisted>()
        expectTypeOf(gate.outcome).toExtend<string>()
        if (gate.outcome === 'slowDown') expectTypeOf(gate.name).toEqualTypeOf<string>()
    }
    // @ts-expect-error somebody else's text is no outcome
    void gates.create(api, { body: { name: '', outcome: gate.name, rules: [] } })
    void gates.create(api, { body: { name: '', outcome: 'block', rules: gate.rules } })
  })

  it('do not accept fields that only the service writes, but accept a value that was read', async () => {
    const { settings } = await environments.get(api)
    if (!settings) return
    void environments.update(api, { body: { ...settings, privacy: { collectIp: true } } })
    // @ts-expect-error providers have operations of their own
    void environments.update(api, { body: { ...settings, providers: [] } })
    expectTypeOf<ProjectSettingsInput>().not.toHaveProperty('networks')
    expectTypeOf<ProjectSettings>().toHaveProperty('networks')
    expectTypeOf<NonNullable<ProjectSettings['security']['captcha']>>().not.toHaveProperty('secretKey')
    expectTypeOf<NonNullable<ProjectSettingsInput['security']['captcha']>>().toHaveProperty('secretKey')
  })

  it('know the columns of a list by path, too', () => {
    const client = createClient({ baseUrl: 'https://api.test' })
    const path = '/api/v0/environments/{environmentId}/users'
    void client.GET(path, { params: { path: { environmentId: '' }, query: { orderBy: 'lastVisit-desc' } } })
    // @ts-expect-error users cannot be ordered by it
    void client.GET(path, { params: { path: { environmentId: '' }, query: { orderBy: 'firstName-asc' } } })
  })

  it('can be iterated only if the operation is paged', () => {
    expectTypeOf(users.list(api).toArray()).resolves.toEqualTypeOf<User[]>()
    expectTypeOf(webhookMessages.list(api, { webhookId: '' }).pages()).toExtend<
      AsyncIterable<{ next?: { cursor: string } | undefined }>
    >()
    // @ts-expect-error gates come as one page
    void gates.list(api).pages()
  })

  it('narrow a result by ok, and its error body by status', async () => {
    const result = await gates.create(api, { body: { name: '', outcome: 'block', rules: [] } }).result()
    if (result.ok) return expectTypeOf(result.data).toEqualTypeOf<Gate>()
    if (result.error.status === 401) expectTypeOf(result.error.body.error).toEqualTypeOf<string>()
    if (result.error.status === 422) expectTypeOf(result.error.body).toHaveProperty('payload')
    if (result.error.status === 503) expectTypeOf(result.error.body).toEqualTypeOf<unknown>()
    // @ts-expect-error a proxy may answer with any body, so it is unknown until the status is
    void result.error.body.error
  })

  it('recognise an ApiError in a caught value', () => {
    const caught: unknown = undefined
    if (isApiError(caught)) expectTypeOf(caught.status).toEqualTypeOf<number>()
  })
})
