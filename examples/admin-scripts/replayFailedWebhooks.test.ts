import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookMessages, webhooks } from '@latchkey/client/operations'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closedUrl, startWorld } from './testing.ts'

vi.setConfig({ testTimeout: 300_000 })

interface Received {
  readonly messageId: string
  readonly eventName: string
  readonly redelivery?: boolean
}

/** A receiver over HTTP that answers `status`, which can be changed, and keeps what it accepted. */
async function startReceiver() {
  const accepted: Received[] = []
  const state = { status: 503 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (state.status < 300) accepted.push(JSON.parse(Buffer.concat(chunks).toString()) as Received)
    response.writeHead(state.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, state, accepted }
}

/** A receiver that is down, and messages that have failed for good: a ping, and one for each new user. */
async function withFailures(count: number) {
  const world = await startWorld()
  const { mock, api, run } = world
  const receiver = await startReceiver()
  const { webhookId } = await mock.create.webhook({ url: receiver.url, events: ['user.created'] })
  await fail(count, 'person')
  const messages = () => webhookMessages.list(api, { webhookId }).toArray()
  const replay = async (args: string[], overrides: Record<string, string> = {}) => {
    const result = await run('replayFailedWebhooks.ts', args, overrides)
    await mock.clock.settle()
    return result
  }
  return { ...world, receiver, webhookId, messages, replay, fail }

  async function fail(count: number, name: string) {
    for (let i = 1; i <= count; i++) await mock.create.user({ email: `${name}${i}@example.com` })
    await mock.clock.advance({ minutes: 2 })
  }
}

const statuses = (messages: ReadonlyArray<{ status: string }>) => [...new Set(messages.map(({ status }) => status))]

describe('replayFailedWebhooks', () => {
  it('sends all failed messages again, the oldest first, each one once', async () => {
    const { replay, receiver, messages } = await withFailures(60)
    const failed = await messages()
    expect(failed).toHaveLength(61)
    expect(statuses(failed)).toEqual(['failed'])
    receiver.state.status = 204
    const { code, stdout, stderr } = await replay(['--since', '2026-01-15T09:00:00Z'])
    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^2026-01-15T09:30:00\.000Z ping \S+: 503 -> sent again\n(2026-\S+ user\.created \S+: 503 -> sent again\n){60}Sent again: 61\.\n$/,
    )
    expect(code).toBe(0)
    expect(receiver.accepted.map(({ messageId }) => messageId).sort()).toEqual(
      failed.map(({ messageId }) => messageId).sort(),
    )
    expect(receiver.accepted.every(({ redelivery }) => redelivery === true)).toBe(true)
    const printed = [...stdout.matchAll(/(\S+): 503/g)].map(([, messageId]) => messageId)
    expect(printed).toEqual(failed.map(({ messageId }) => messageId).reverse())
    expect(statuses(await messages())).toEqual(['delivered'])
    expect((await replay(['--since', '2026-01-15T09:00:00Z'])).stdout).toBe('Sent again: 0.\n')
    expect(receiver.accepted).toHaveLength(61)
  })

  it('ignores messages that failed before --since', async () => {
    const { replay, receiver, messages, fail, mock } = await withFailures(2)
    await mock.clock.advance({ hours: 2 })
    await fail(3, 'later')
    receiver.state.status = 204
    expect((await replay(['--since', '2026-01-15T11:00:00+00:00'])).stdout).toContain('\nSent again: 3.\n')
    expect((await messages()).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'failed',
      'failed',
      'failed',
    ])
    expect((await replay(['--since', '2026-01-15'])).stdout).toContain('\nSent again: 3.\n')
    expect(statuses(await messages())).toEqual(['delivered'])
  })

  it('compares --since with the last attempt, not with the creation of the message', async () => {
    const { replay, messages } = await withFailures(1)
    expect((await messages())[0]).toMatchObject({
      messageCreatedAt: '2026-01-15T09:30:00.000Z',
      deliveredAt: '2026-01-15T09:31:00.000Z',
    })
    expect((await replay(['--since', '2026-01-15T09:31:01Z', '--dry-run'])).stdout).toBe('Would be sent again: 0.\n')
    expect((await replay(['--since', '2026-01-15T10:30:30+01:00', '--dry-run'])).stdout).toContain(
      'Would be sent again: 2.\n',
    )
  })

  it('sends messages again that failed in an earlier replay', async () => {
    const { replay, receiver, messages, mock } = await withFailures(1)
    const since = ['--since', '2026-01-15']
    expect((await replay(since)).code).toBe(0)
    expect(statuses(await messages())).toEqual(['pending'])
    expect((await replay(since)).stdout).toBe('Sent again: 0.\n')
    await mock.clock.advance({ minutes: 2 })
    expect(statuses(await messages())).toEqual(['failed'])
    receiver.state.status = 200
    expect((await replay(since)).stdout).toContain('Sent again: 2.')
    expect(statuses(await messages())).toEqual(['delivered'])
  })

  it('sends nothing on --dry-run', async () => {
    const { replay, receiver, messages } = await withFailures(1)
    receiver.state.status = 204
    const { code, stdout } = await replay(['--since', '2026-01-15', '--dry-run'])
    expect(stdout).toMatch(/^(.+ -> would be sent again\n){2}Would be sent again: 2\.\n$/)
    expect(code).toBe(0)
    expect(receiver.accepted).toEqual([])
    expect(statuses(await messages())).toEqual(['failed'])
  })

  it('sends only the messages of the webhook that --webhook names', async () => {
    const { replay, receiver, messages, mock, webhookId, fail } = await withFailures(1)
    const other = await startReceiver()
    await mock.create.webhook({ url: other.url, events: ['user.created'] })
    await fail(1, 'both')
    for (const { state } of [receiver, other]) state.status = 204
    expect((await replay(['--since', '2026-01-15', '--webhook', webhookId])).stdout).toContain('\nSent again: 3.\n')
    expect(other.accepted).toEqual([])
    expect(statuses(await messages())).toEqual(['delivered'])
    await replay(['--since', '2026-01-15'])
    expect(other.accepted).toHaveLength(2)
    expect(receiver.accepted).toHaveLength(3)
  })

  it('reports each message that the service refuses to send, and fails', async () => {
    const { replay, api, webhookId, messages, receiver } = await withFailures(1)
    await webhooks.update(api, { webhookId, body: { url: receiver.url, events: ['user.created'], isEnabled: false } })
    const { code, stdout, stderr } = await replay(['--since', '2026-01-15'])
    expect(stdout).toMatch(
      /^(.+ -> webhookMessages\.redeliver was refused with 422 invalid_update: .+ \(request \S+\)\n){2}$/,
    )
    expect(stderr).toBe('Sent again: 0. Refused: 2.\n')
    expect(code).toBe(1)
    expect(statuses(await messages())).toEqual(['failed'])
  })

  it('shows why the service refuses, and sends nothing', async () => {
    const { replay, receiver, mock } = await withFailures(1)
    receiver.state.status = 204
    const since = ['--since', '2026-01-15']
    const { rawToken } = await mock.create.token({ scopes: ['environment.users.read'] })
    const unscoped = await replay(since, { LATCHKEY_TOKEN: rawToken })
    expect(unscoped.stderr).toMatch(/^webhooks\.list was refused with 403 .+ \(request \S+\)\n$/)
    const unknown = await replay(since, { LATCHKEY_TOKEN: `lk_sandbox_${'x'.repeat(40)}` })
    expect(unknown.stderr).toMatch(/^webhooks\.list was refused with 401 .+ \(request \S+\)\n$/)
    const foreign = await replay([...since, '--webhook', '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03'])
    expect(foreign.stderr).toMatch(/^webhooks\.get was refused with 404.+ \(request \S+\)\n$/)
    const unreachable = await replay(since, { LATCHKEY_URL: await closedUrl() })
    expect(unreachable.stderr).toMatch(/^webhooks\.list got no whole reply from 127\.0\.0\.1:\d+: ECONNREFUSED\.\n$/)
    expect([unscoped, unknown, foreign, unreachable].map(({ code }) => code)).toEqual([1, 1, 1, 1])
    expect(receiver.accepted).toEqual([])
  })

  it.each([
    ['no instant', [], '--since is missing'],
    ['a word', ['--since', 'yesterday'], 'not "yesterday"'],
    [
      'a time without its zone',
      ['--since', '2026-01-15T09:30'],
      '--since takes a date or an instant with its time zone',
    ],
    ['a day that does not exist', ['--since', '2026-13-40'], '--since takes a date or an instant with its time zone'],
  ])('is refused with its usage for %s', async (_, args, message) => {
    const { run, mock } = await startWorld()
    const { code, stderr } = await run('replayFailedWebhooks.ts', args)
    expect(stderr.split('\n')).toEqual([
      expect.stringContaining(message),
      expect.stringMatching(/^Usage: node replayFailedWebhooks\.ts --since /),
      '',
    ])
    expect(code).toBe(2)
    expect(mock.journal.list()).toEqual([])
  })
})
