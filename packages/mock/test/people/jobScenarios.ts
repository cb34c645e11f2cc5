import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Mock } from '../../src/mock/createMock.ts'
import type { JobKind } from '../../src/store/records.ts'
import { callsOf } from '../hosts/harness.ts'
import { enableExchange, personAtExchange, recipient } from './exchangePeople.ts'
import { enableRamps, orderBody, personWithPhone } from './rampPeople.ts'
import { enableWaas, openAccount, signedIn } from './waasPeople.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** A mock, and calls of its operations. */
export const hostOf = (mock: Mock) => {
  const host = { name: 'fetch', mock, fetch: mock.fetch }
  return Object.assign(host, callsOf(host))
}
type Host = ReturnType<typeof hostOf>

/** How a job of some kind comes to be. */
export interface JobScenario {
  /** Makes a world with a job of this kind in the queue. */
  prepare(host: Host): Promise<unknown>
  /** How long after that all is done. */
  readonly takesMs: number
}

async function listen({ mock }: Host) {
  const webhook = await mock.create.webhook({ url: 'https://hooks.example.com/', events: ['user.created'] })
  await mock.clock.settle()
  return webhook
}

/** A kind without a line here does not compile. */
const scenarios: Record<JobKind, JobScenario> = {
  'chains.mine': {
    async prepare({ mock }) {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_setIntervalMining', params: [12] })
      await mock.fetch(mock.chain.rpcUrl(1), { method: 'POST', headers, body })
    },
    takesMs: minute,
  },
  'chains.watch': {
    async prepare({ mock }) {
      const node = createServer((_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x1' })))
      await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
      await mock.chain.attach(1, `http://127.0.0.1:${(node.address() as AddressInfo).port}`)
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: ['0x02'] })
      await mock.fetch(mock.chain.rpcUrl(1), { method: 'POST', headers, body })
      node.close()
    },
    takesMs: minute,
  },
  'customHostnames.check': {
    async prepare({ call, mock }) {
      const { body } = await call('customHostnames.create', {
        body: { hostname: 'auth.example.com', usage: 'cookies' },
      })
      for (const { dnsRecordType: type, name, value } of body.verificationRecords)
        await mock.dns.set({ type, name, value } as never)
    },
    takesMs: 5 * minute,
  },
  'exchangeTransfers.settle': {
    async prepare(host) {
      await enableExchange(host)
      const { token, accountId } = await personAtExchange(host)
      const networkObject = { networkId: '84532', chainName: 'EVM' }
      await host.call('exchangeAccounts.transfer', {
        token,
        params: { exchangeKey: 'coinbase', accountId },
        body: { to: recipient, amount: 0.25, currency: 'ETH', networkObject },
      })
    },
    takesMs: minute,
  },
  'exports.run': {
    async prepare({ call, mock }) {
      await mock.create.user({ email: 'ada@example.com' })
      await call('exports.create', { body: { format: 'csv', model: 'users' } })
    },
    takesMs: 2 * second,
  },
  'rampOrders.continue': {
    async prepare(host) {
      await enableRamps(host)
      const { token } = await personWithPhone(host)
      const { order } = (await host.call('onramps.createOrder', { token, body: orderBody() })).body
      await host.mock.ramps.advance(order.orderId)
      await host.mock.ramps.advance(order.orderId)
    },
    takesMs: minute,
  },
  'rooms.expire': {
    async prepare(host) {
      await enableWaas(host)
      const { token } = await signedIn(host)
      await openAccount(host, token)
    },
    takesMs: hour,
  },
  'sessions.revokeAll': {
    async prepare({ call, mock }) {
      await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
      await call('sessions.revokeAll')
    },
    takesMs: 0,
  },
  'ssoProviders.check': {
    async prepare({ call, mock }) {
      const { body } = await call('ssoProviders.create', {
        body: {
          clientId: 'client',
          clientSecret: 'a-long-client-secret-x9Qf',
          ssoDomain: 'tidepool.okta.com',
          emailDomain: 'tidepool.example',
          provider: 'okta',
        },
      })
      const value = body.ssoDomainVerificationChallenge as string
      await mock.dns.set({ type: 'TXT', name: '_sso.tidepool.example', value })
    },
    takesMs: 5 * minute,
  },
  'webhookMessages.forget': {
    async prepare(host) {
      await listen(host)
      await host.mock.create.user()
      await host.mock.clock.advance(minute)
    },
    takesMs: 31 * day,
  },
  'webhooks.deliver': {
    async prepare(host) {
      await listen(host)
      await host.mock.create.user()
    },
    takesMs: minute,
  },
  'webhooks.redeliver': {
    async prepare(host) {
      const { webhookId } = await listen(host)
      const [message] = host.mock.webhooks.messages(webhookId)
      await host.call('webhookMessages.redeliver', { params: { webhookId, messageId: message?.id ?? '' } })
    },
    takesMs: minute,
  },
}
/** A scenario for every kind of job. */
export const jobScenarios = (Object.keys(scenarios) as JobKind[]).map((kind) => [kind, scenarios[kind]] as const)
