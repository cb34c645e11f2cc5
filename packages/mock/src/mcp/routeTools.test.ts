import { serializeTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { callTool, connectTools, readTool } from '../../test/support/mcpTools.ts'
import { createMock } from '../mock/createMock.ts'
import { createAccess } from './access.ts'

const mallory = '0x52908400098527886E0F7030069857D2E4169EE7'

async function connect() {
  const mock = createMock({ seed: 'route tools' })
  return { mock, client: await connectTools(createAccess({ url: mock.baseUrl, fetch: mock.fetchControl })) }
}

describe('load_scenario', () => {
  it('creates all that a scenario says', async () => {
    const { mock, client } = await connect()
    const scenario = { people: [{ email: 'ada@example.com' }], gates: [{ name: 'Members', outcome: 'siteAccess' }] }
    const { people }: { people: object } = await readTool(client, 'load_scenario', { scenario })
    expect(people).toHaveProperty(['ada@example.com', 'user', 'email'], 'ada@example.com')
    expect(mock.counts().users).toBe(1)
  })

  it('creates nothing of a scenario that is wrong anywhere', async () => {
    const { mock, client } = await connect()
    const scenario = { people: [{ email: 'ada@example.com' }], gates: [{ name: 'Members', outcome: 'nowhere' }] }
    expect(await callTool(client, 'load_scenario', { scenario })).toEqual({
      isError: true,
      text: expect.stringMatching(/gates.*outcome/s),
    })
    expect(mock.counts().users).toBe(0)
  })

  it('takes what "describe" says', async () => {
    const { client } = await connect()
    const { input }: { input: object } = await readTool(client, 'describe', { id: 'POST scenario' })
    expect(input).toMatchObject({ properties: { people: { type: 'array' }, gates: { type: 'array' } } })
  })
})

describe('explain_policy', () => {
  it('names the rule that denies, and signs nothing', async () => {
    const { mock, client } = await connect()
    await mock.create.provider({ provider: 'dynamic' })
    const { walletId } = await mock.wallets.embedded(await mock.create.user({ email: 'ada@example.com' }), {
      chain: 'EVM',
    })
    await callTool(client, 'call_operation', {
      operation: 'waasPolicies.create',
      body: { rulesToAdd: [{ name: 'No Mallory', chain: 'EVM', ruleType: 'deny', addresses: [mallory] }] },
    })
    const message = serializeTransaction({ type: 'eip1559', chainId: 1, to: mallory, value: 7n })
    expect(await readTool(client, 'explain_policy', { walletId, message })).toMatchObject({
      isAllowed: false,
      ruleName: 'No Mallory',
      grants: [{ address: mallory, amount: '7' }],
    })
  })

  it('refuses a wallet that nobody has', async () => {
    const { client } = await connect()
    expect(await callTool(client, 'explain_policy', { walletId: 'none', message: '0x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('wallet'),
    })
  })
})

describe('the tools of webhooks', () => {
  it('send a test event, list its attempts, and send it again', async () => {
    const { mock, client } = await connect()
    const received: string[] = []
    mock.webhooks.receive('https://app.example/hooks', async (request) => {
      received.push(await request.text())
      return new Response(null, { status: 204 })
    })
    await mock.create.webhook({ url: 'https://app.example/hooks', events: ['user.created'] })
    // The webhook's own `ping`.
    await mock.clock.settle()
    received.length = 0
    const sent: { messages: { id: string }[] } = await readTool(client, 'trigger_webhook', {
      eventName: 'user.created',
      overrides: { email: 'grace@example.com' },
    })
    await mock.clock.settle()
    const [message] = sent.messages
    expect(received).toEqual([expect.stringContaining('grace@example.com')])
    await callTool(client, 'redeliver_webhook', { messageId: message?.id })
    await mock.clock.settle()
    expect(received).toHaveLength(2)
    const { messages }: { messages: object[] } = await readTool(client, 'list_webhook_messages')
    expect(messages).toContainEqual(
      expect.objectContaining({
        id: message?.id,
        status: 'delivered',
        attempts: [
          expect.objectContaining({ messageId: message?.id, status: 'delivered' }),
          expect.objectContaining({ messageId: message?.id, redelivery: true }),
        ],
      }),
    )
  })

  it('refuse to send again what was never sent', async () => {
    const { client } = await connect()
    expect(await callTool(client, 'redeliver_webhook', { messageId: 'none' })).toMatchObject({ isError: true })
  })
})
