import { defined } from '@latchkey/base/defined'
import type { Client } from '@modelcontextprotocol/client'
import addFormats from 'ajv-formats'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { callTool, connectTools } from '../../test/support/mcpTools.ts'
import { createMock } from '../mock/createMock.ts'
import { createAccess } from './access.ts'
import type { ToolSet } from './toolSet.ts'

const mock = createMock({ seed: 'tools' })
/** How the tools reach the mock in this process. */
const ownAccess = createAccess({ url: mock.baseUrl, fetch: mock.fetchControl })

const connect = (toolSet: ToolSet = 'compact', access = ownAccess) => connectTools(access, toolSet)
const call = async (name: string, input: Record<string, unknown>, client?: Client) =>
  callTool(client ?? (await connect()), name, input)
const read = async (...input: Parameters<typeof call>) => JSON.parse((await call(...input)).text) as never
const route = (name: string, input?: object) => read('control', { route: name, ...defined({ input }) })

describe('the compact tools', () => {
  it('find what a question is about, control routes too', async () => {
    const { found }: { found: { id: string; kind: string }[] } = await read('search', { text: 'create gate' })
    expect(found.slice(0, 3).map(({ id }) => id)).toContain('gates.create')
    expect(found).toContainEqual({ id: 'POST create/gate', kind: 'control', summary: 'Creates a gate' })
    expect(await read('search', { text: 'xyzzy' })).toEqual({ found: [] })
  })

  it.each([
    ['read the code from an e-mail', 'GET outbox/email'],
    ['sent mail', 'GET outbox/email'],
    ['inbox', 'GET outbox/email'],
    ['one-time code', 'GET outbox/sms'],
    ['SMS codes', 'GET outbox/sms'],
    ['text message', 'GET outbox/sms'],
    ['see the requests that were made', 'GET journal'],
    ['request log', 'GET journal'],
    ['why did the call fail', 'GET journal'],
  ])('find what answers "%s"', async (text, id) => {
    const { found }: { found: { id: string }[] } = await read('search', { text })
    expect(found.map((each) => each.id)).toContain(id)
  })

  it('describe an operation by a schema that refers to no other document', async () => {
    const { input }: { input: object } = await read('describe', { id: 'gates.create' })
    expect(JSON.stringify(input)).not.toContain('#/components')
    const validate = compiler().compile(input)
    const body = { name: 'Members', outcome: 'siteAccess', rules: [] }
    expect(validate({ body })).toBe(true)
    expect(validate({ body: { ...body, outcome: 'nowhere' } })).toBe(false)
    expect(validate({ params: {} })).toBe(false)
  })

  it('sign a person in as an app does: the code is in the outbox', async () => {
    const started: { status: number; body: { verificationUUID: string } } = await read('call_operation', {
      operation: 'emailSignIn.create',
      body: { email: 'ada@example.com' },
    })
    expect(started.status).toBe(201)
    const { messages }: { messages: { code: string }[] } = await route('GET outbox/email', { to: 'ada@example.com' })
    const signedIn: { status: number } = await read('call_operation', {
      operation: 'emailSignIn.signIn',
      body: { verificationUUID: started.body.verificationUUID, verificationToken: messages.at(-1)?.code },
    })
    expect(signedIn.status).toBe(200)
  })

  it('call an operation of users as one of them', async () => {
    const { id }: { id: string } = await route('POST create/user', { email: 'grace@example.com' })
    const { body }: { body: { email: string } } = await read('call_operation', {
      operation: 'profile.get',
      as: `user:${id}`,
    })
    expect(body.email).toBe('grace@example.com')
    expect(await call('call_operation', { operation: 'profile.get' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('as: "user:<userId>"` or `as: "user:<e-mail address>"`'),
    })
  })

  it('take an address in place of an id, for the caller and to sign in', async () => {
    const { id }: { id: string } = await route('POST create/user', { email: 'mary@example.com' })
    const { body }: { body: { id: string } } = await read('call_operation', {
      operation: 'profile.get',
      as: 'user:mary@example.com',
    })
    expect(body.id).toBe(id)
    expect(await route('POST signIn', { userId: 'mary@example.com' })).toMatchObject({ user: { id } })
    const nobody = await call('call_operation', { operation: 'profile.get', as: 'user:9' })
    expect(nobody).toMatchObject({ isError: true, text: expect.stringContaining('there is no user with this id') })
  })

  it('turn the clock, and answer null where a route answers nothing', async () => {
    const before: { now: string } = await route('GET clock')
    const after: { now: string } = await route('POST clock/advance', { days: 1 })
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(86_400_000)
    expect(await route('POST journal/clear')).toBeNull()
  })

  it('show a refusal of the service whole, as an error', async () => {
    const { isError, text } = await call('call_operation', { operation: 'gates.create', body: { name: '' } })
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ status: 400, body: { code: expect.any(String) } })
  })

  it('keep to the caller that was chosen', async () => {
    const { text } = await call('call_operation', { operation: 'users.list', as: 'nobody' })
    expect(JSON.parse(text)).toMatchObject({ status: 401 })
  })

  it.each([
    ['search', {}, /Wrong arguments for "search":\n.*expected string.*\n.*text/],
    ['search', { text: 'gate', limit: 0 }, /limit/],
    ['search', { text: 'gate', page: 2 }, /page/],
    ['describe', { id: 'gates.creat' }, /Did you mean "gates\.create"\?/],
    ['call_operation', { operation: 'user.list' }, /Did you mean "users\.list"\?/],
    ['call_operation', { operation: 'users.list', params: {}, as: 'somebody' }, /as/],
    ['call_operation', { operation: 'gates.get' }, /needs the parameter "gateId"/],
    ['control', { route: 'POST clock/advanse' }, /Did you mean "POST clock\/advance"\?/],
    ['control', { route: 'clock/advance' }, /Did you mean "POST clock\/advance"\?/],
    ['control', { route: 'users.list' }, /use the tool "call_operation"/],
    ['control', { route: 'POST clock/advance', input: { days: -1 } }, /days/],
    ['control', { route: 'GET clock', world: 'my world' }, /a world has 1 to 64 letters/],
    ['trigger_webhook', { eventName: 'user.creatd' }, /eventName/],
    ['explain_policy', { walletId: 'none' }, /message/],
    ['load_scenario', { scenario: 'demo' }, /scenario/],
    ['list_worlds', { name: 'mine' }, /name/],
  ])('refuse a wrong call of %s with %j', async (name, input, sentence) => {
    expect(await call(name, input)).toEqual({ isError: true, text: expect.stringMatching(sentence) })
  })

  it('are an error of the protocol under a name that no tool has', async () => {
    await expect(call('serch', {})).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no tool "serch". Did you mean "search"?'),
    })
  })

  it('say which of them only read, and which can delete', async () => {
    const { tools } = await (await connect()).listTools()
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.search).toEqual({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
    expect(hints.create_world).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints.drop_world).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('say so when nothing listens', async () => {
    const client = await connect('compact', createAccess({ url: 'http://127.0.0.1:9', fetch }))
    expect(await call('control', { route: 'GET clock' }, client)).toMatchObject({ isError: true })
  })
})

describe('a tool for each operation and route', () => {
  it('has a name that the protocol allows, and a schema that compiles', async () => {
    const { tools } = await (await connect('all')).listTools()
    expect(tools.length).toBeGreaterThan(400)
    expect(tools[0]?.name).toMatch(/^control_/)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    const ajv = compiler()
    for (const { name, inputSchema, description } of tools) {
      expect(name).toMatch(/^\w{1,64}$/)
      expect(description).toBeTruthy()
      ajv.compile(inputSchema)
    }
  })

  it('calls what it is named after', async () => {
    const client = await connect('all')
    const { id }: { id: string } = await read('control_post_create_user', { email: 'edsger@example.com' }, client)
    const { body }: { body: { user: { email: string } } } = await read('users_get', { params: { userId: id } }, client)
    expect(body.user.email).toBe('edsger@example.com')
    expect(await call('users_get', { params: {} }, client)).toMatchObject({ isError: true })
  })
})

function compiler() {
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  return ajv
}
