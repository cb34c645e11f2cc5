import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundledCommand } from '../../test/support/bundledCommand.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import { runTrigger } from './trigger.ts'
import { watchDeliveries } from './verboseLines.ts'

const hook = 'https://hooks.example.com/'
let server: MockServer
let received: { eventName: string; data: Record<string, unknown> }[] = []
let answer = 204

beforeAll(async () => {
  server = await startServer({ seed: 'trigger', now: '2026-01-15T09:30:00.000Z' })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.mock.reset()
  answer = 204
  server.mock.webhooks.receive(hook, async (request) => {
    received.push(await request.json())
    return new Response(null, { status: answer })
  })
  await server.mock.create.webhook({ url: hook, events: ['user.created'] })
  await server.mock.clock.settle()
  received = []
})

/** Runs the command against the server of the test. */
async function trigger(...args: string[]) {
  const lines: string[] = []
  const exitCode = await runTrigger([...args, '--url', server.url], {}, (line) => lines.push(line))
  return { exitCode, text: lines.join('\n') }
}

describe('latchkey-mock trigger', () => {
  it('sends an event with the given data, and prints how the webhook answered', async () => {
    const { exitCode, text } = await trigger('user.created', '--data', '{"email":"grace@example.com"}')
    expect(received).toMatchObject([{ eventName: 'user.created', data: { email: 'grace@example.com' } }])
    const [message] = server.mock.webhooks.messages().slice(-1)
    expect(text).toBe(`user.created  delivered  204  ${hook}  message ${message?.id}  webhook ${message?.webhookId}`)
    expect(exitCode).toBe(0)
  })

  it('sends the data of a record, in an environment', async () => {
    const { live } = server.mock.defaults.environments
    await server.mock.create.webhook({ url: hook, events: ['user.created'] }, { environmentId: live.id })
    const user = await server.mock.create.user({ email: 'ada@example.com' }, { environmentId: live.id })
    await server.mock.clock.settle()
    received = []
    await trigger('user.created', '--record', user.id, '--environment', live.id)
    expect(received).toMatchObject([{ data: { id: user.id, email: 'ada@example.com' } }])
  })

  it('triggers in a world of the server, and in no other', async () => {
    server.mock.reset()
    server.worlds.create('other')
    await server.mock.create.webhook({ url: hook, events: ['user.created'] })
    await expect(runTrigger(['user.created', '--url', `${server.url}/w/other`], {})).rejects.toThrow(
      'Nothing was sent: no enabled webhook of the environment subscribes to "user.created".',
    )
    expect(received).toEqual([])
  })

  it('ends with 1 and the answer where the webhook fails', async () => {
    answer = 503
    expect(await trigger('user.created')).toEqual({
      exitCode: 1,
      text: expect.stringContaining('user.created  pending  503'),
    })
  })

  it('is marked in the lines that --verbose prints about deliveries', async () => {
    const lines: string[] = []
    watchDeliveries(server.mock, (line) => lines.push(line))
    await trigger('user.created')
    expect(lines).toEqual([`  webhook  ${hook}  triggered  delivered  attempt 1  {"status":204,"body":""}`])
  })

  it('lists every event in its help', async () => {
    const { text } = await trigger('--help')
    for (const name of ['ping', 'wallet.delegation.created', 'visit.created']) expect(text).toContain(`\n  ${name}`)
  })

  it.each<[args: string[], sentence: string]>([
    [[], 'Name an event first: latchkey-mock trigger user.created.'],
    [['user.create'], 'There is no event "user.create". Did you mean "user.created"?'],
    [['user.created', '--data', '[1]'], `--data takes a JSON object, such as '{"email":"ada@example.com"}'.`],
    [['user.created', '--data', '{'], `--data takes a JSON object, such as '{"email":"ada@example.com"}'.`],
    [['user.created', '--recrod', 'u'], 'There is no flag --recrod. Did you mean --record?'],
    [['user.created', 'user.deleted'], 'Unexpected argument "user.deleted": all settings are flags.'],
    [
      ['user.created', '--data', '{"emial":"a"}'],
      'Nothing was sent: the data does not fit "user.created": emial must be left out, since there is no such field (did you mean "email"?).',
    ],
    [
      ['user.created', '--record', 'u'],
      'Nothing was sent: "user.created" is about a user, and no such record has the id "u".',
    ],
    [
      ['user.deleted'],
      'Nothing was sent: no enabled webhook of the environment subscribes to "user.deleted". Create one by `webhooks.create`, or in a test by "POST create/webhook".',
    ],
  ])('refuses %j', async (args, sentence) => {
    await expect(trigger(...args)).rejects.toThrow(new TypeError(sentence))
    expect(received).toEqual([])
  })

  it('sends to the mock beside which it runs, unless a flag names another one', async () => {
    const lines: string[] = []
    const beside = { LATCHKEY_URL: server.url }
    expect(await runTrigger(['user.created'], beside, (line) => lines.push(line))).toBe(0)
    expect(received).toHaveLength(1)
    const elsewhere = { LATCHKEY_URL: 'http://127.0.0.1:9' }
    await runTrigger(['user.created', '--url', server.url], elsewhere, (line) => lines.push(line))
    expect(received).toHaveLength(2)
    await expect(runTrigger(['user.created'], elsewhere)).rejects.toThrow('No mock answers at http://127.0.0.1:9.')
  })

  it('says that no mock answers at a URL', async () => {
    const url = 'http://127.0.0.1:9'
    await expect(runTrigger(['user.created', '--url', url], {})).rejects.toThrow(
      new TypeError(
        `No mock answers at ${url}. Start one by \`npx @latchkey/mock --port 9\`, or name another one by --url.`,
      ),
    )
    await expect(runTrigger(['user.created', '--url', 'localhost:4010'], {})).rejects.toThrow(
      new TypeError('--url takes the URL of a mock, such as http://127.0.0.1:4010, not "localhost:4010".'),
    )
  })

  it('is a command of latchkey-mock', async () => {
    const run = promisify(execFile)
    const args = ['--disable-warning=ExperimentalWarning', bundledCommand, 'trigger']
    const { stdout } = await run(process.execPath, [...args, 'user.created', '--url', server.url])
    expect(stdout).toMatch(/^user\.created {2}delivered {2}204 /)
    const refusal = await run(process.execPath, [...args, 'user.create']).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 2,
      stderr:
        'latchkey-mock: There is no event "user.create". Did you mean "user.created"? See latchkey-mock trigger --help.\n',
    })
  })
})
