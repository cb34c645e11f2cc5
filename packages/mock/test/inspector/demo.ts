import type { MockServer } from '../../src/hosts/server.ts'
import { exampleReport } from '../support/sweepReport.ts'

interface Person {
  readonly email: string
  readonly alias: string
}

/** The last one has more than the others, and is the first in lists. */
const people: readonly Person[] = [
  { email: 'katherine@example.com', alias: 'Katherine Johnson' },
  { email: 'alan@example.com', alias: 'Alan Turing' },
  { email: 'grace@example.com', alias: 'Grace Hopper' },
  { email: 'ada@example.com', alias: 'Ada Lovelace' },
]

/** Lets an app, as it were, use the mock: sign-ins, messages, webhooks, refusals, a fault and a misspelt URL. */
export async function playDemo({ mock, url, worlds }: MockServer): Promise<void> {
  const { id, token } = mock.defaults.environments.sandbox
  const api = (path: string, body?: object, method = body ? 'POST' : 'GET') =>
    fetch(`${url}/api/v0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
  const environment = (path: string, body?: object, method?: string) => api(`environments/${id}/${path}`, body, method)
  const pause = (seconds: number) => mock.clock.advance({ seconds })

  await fetch(`${url}/__mock/v1/snapshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Before the demo"}',
  })
  worlds.open('checkout')
  const swept = [
    'signs in',
    'signs out',
    'links a wallet',
    'asks for a code',
    'deletes the account',
    exampleReport.name,
  ]
  for (const name of swept) mock.sweeps.add({ ...exampleReport, name })
  await useSocket(url)
  mock.webhooks.receive('https://app.example.com/hooks', () => new Response('ok'))
  mock.webhooks.receive('https://crm.example.com/hooks', () => new Response('try later', { status: 503 }))
  await mock.create.webhook({ url: 'https://app.example.com/hooks' })
  await mock.create.webhook({ url: 'https://crm.example.com/hooks' })
  await fillWallets(mock)
  await fillBrowserWallets(mock)
  for (const person of people) {
    await environment('users', { ...person, emailVerifiedAt: '2026-01-15T09:30:00.000Z' })
    await pause(4)
  }
  await enrichLast({ mock })
  await environment('users?limit=2&orderBy=createdAt-desc')
  await pause(2)
  for (const { email } of people.slice(-2)) {
    await api(`sdk/${id}/emailVerifications/create`, { email })
    await pause(9)
  }
  await environment('gates', { name: 'Members', outcome: 'scope', scope: 'member', rules: [] })
  await pause(3)
  await environment('gate')
  await pause(1)
  mock.faults.set('allowlists.list', { status: 503 }, 1)
  await environment('allowlists')
  await pause(5)
  await environment('users', { email: 'ada@example.com' })
  await mock.idp.google.fail('access_denied')
  mock.faults.set('gates.get', { status: 503, delayMs: 1500 })
  await mock.clock.settle()
}

/** Gives the last person all that a person can have. */
async function enrichLast({ mock }: Pick<MockServer, 'mock'>): Promise<void> {
  const [ada] = (await mock.people.list({ limit: 1 })).users
  const userId = ada?.id ?? ''
  await mock.create.customField({
    name: 'Plan',
    fieldType: 'select',
    validationRules: { validOptions: [{ label: 'Gold' }, { label: 'Silver' }] },
  })
  await mock.create.customField({ name: 'Employee number', required: true })
  await mock.create.wallet(userId, { publicWalletAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' })
  await mock.create.wallet(userId, {
    publicWalletAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    chain: 'SOL',
    walletName: 'phantom',
  })
  await mock.people.update(userId, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    username: 'ada',
    phoneNumber: '+442071838750',
    jobTitle: 'Analyst',
    country: 'GB',
    metadata: { plan: 'Gold', employeeNumber: 'E-1815', theme: 'dark' },
  })
  const early = await mock.create.allowlist({ name: 'Early access', outcome: 'scope', scope: 'early' })
  await mock.create.allowlistEntry(early.id, { email: 'ada@example.com' })
  await mock.create.gate({ name: 'Collectors', outcome: 'scope', scope: 'collector' })
  await mock.settings.patch({
    security: { mfa: { enabled: true, methods: [{ type: 'totp', enabled: true, allowBackupCodes: true }] } },
  })
  await mock.create.totp(userId)
  const origin = 'https://app.example.com'
  await mock.create.origin(origin)
  await mock.signIn(userId, { origin, userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0' })
  await mock.people.revokeSessions(userId)
  await mock.clock.advance({ seconds: 20 })
  await mock.signIn(userId, { origin, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1) Safari/605.1.15' })
}

/** An embedded wallet with a backup, which holds a token and has a payment waiting, and a wallet without anything. */
async function fillWallets(mock: MockServer['mock']): Promise<void> {
  const edith = await mock.create.user({ email: 'edith@example.com', alias: 'Edith Clarke' })
  const mary = await mock.create.user({ email: 'mary@example.com', alias: 'Mary Jackson' })
  await mock.create.provider({ provider: 'dynamic' })
  const wallet = await mock.wallets.embedded(edith, { chain: 'EVM' })
  await wallet.backUp({ password: 'correct horse' })
  await mock.chain.fund(wallet.address, { ether: '2' }, 1)
  await mock.chain.fund(wallet.address, { token: 'USDC', amount: '50.25' }, 1)
  const { address } = await mock.wallets.evm()
  await mock.create.wallet(mary.id, { publicWalletAddress: address })
  const payment = { from: wallet.address, to: address, value: '0x6f05b59d3b20000' }
  const pay = () => wallet.provider().request({ method: 'eth_sendTransaction', params: [payment] })
  await pay()
  await mock.chain.setAutomine(false)
  await pay()
}

/** Wallets in pages. The first one has answered a page, which asks again by a message and a payment. */
async function fillBrowserWallets(mock: MockServer['mock']): Promise<void> {
  const wallet = await mock.wallets.browser({ name: 'Key ring', accounts: 2 })
  const page = wallet.openPage({ origin: 'https://app.example.com', emit: () => undefined })
  const [from = '', to] = wallet.accounts
  await page.send({ method: 'eth_requestAccounts' })
  wallet.setApproval('manual')
  void page.send({ method: 'personal_sign', params: ['0x5369676e20696e', from] })
  void page.send({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x16345785d8a0000' }] })
  for (const name of ['Purse', 'Safe', 'Strongbox', 'Vault']) await mock.wallets.browser({ name, approval: 'manual' })
  const locked = await mock.wallets.browser({ name: 'Locker' })
  locked.lock()
}

/** Leaves a WebSocket open that has called and subscribed, as an app's page does, and tries one that is refused. */
async function useSocket(url: string): Promise<void> {
  const at = `${url.replace('http', 'ws')}/__mock/chains/evm/`
  const socket = new WebSocket(`${at}1`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const calls = [
    { method: 'eth_getBalance', params: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'latest'] },
    { method: 'eth_subscribe', params: ['newHeads'] },
    { method: 'eth_nothing', params: [] },
  ]
  socket.send(JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))))
  await new Promise((resolve) => socket.addEventListener('message', resolve))
  const refused = new WebSocket(`${at}123456`)
  await new Promise((resolve) => refused.addEventListener('error', resolve))
}
