import { expect, it } from 'vitest'
import { announcedIn, type FoundProvider, TestPage } from '../../test/browserWallets/page.ts'
import { createVitestTimers } from '../kits/vitestTimers.ts'
import { watchUnhandled } from '../kits/watchUnhandled.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { learnSweep } from './learnSweep.ts'
import type { SweepResult } from './playCase.ts'
import { textOfCall } from './reportedCall.ts'

let html = ''

/** A page that pays by a browser wallet. */
interface App {
  readonly mock: Mock
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly from: string
}

const recipient = '0x00000000000000000000000000000000000000bb'

const origin = createMock({ seed: 'steps', now: '2026-01-15T09:30:00.000Z' })

const stage = {
  async run<T>(mock: Mock, work: (app: App) => Promise<T>): Promise<T> {
    html = '<p>Loading</p>'
    const wallet = await mock.wallets.browser()
    const [from = ''] = wallet.accounts
    await mock.chain.fund(from, { ether: '2' })
    const page = new TestPage()
    const uninstall = wallet.install(page)
    const { provider } = announcedIn(page)[0] as { provider: FoundProvider }
    try {
      return await work({ mock, from, ask: (method, ...params) => provider.request({ method, params }) })
    } finally {
      uninstall()
    }
  },
  timers: createVitestTimers(),
  page: () => html,
  watchUnhandled,
}

/** Pays one ether, and waits for the receipt, with what the page says each time. */
async function pay({ ask, from }: App): Promise<void> {
  try {
    await ask('eth_requestAccounts')
    html = '<p>Confirm in your wallet</p>'
    const hash = await ask('eth_sendTransaction', { from, to: recipient, value: '0xde0b6b3a7640000' })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      if (await ask('eth_getTransactionReceipt', hash)) {
        html = '<p>Paid</p>'
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    html = '<p>The payment has gone.</p>'
  } catch {
    html = '<p>Not paid. Try again.</p>'
  } finally {
    expect(html).toBe('<p>Paid</p>')
  }
}

async function sweep(body: (app: App) => unknown): Promise<SweepResult[]> {
  const results: SweepResult[] = []
  for (const { play } of (await learnSweep({ origin, stage, body })).cases) results.push(await play())
  return results
}

const textsOf = (results: readonly SweepResult[]) =>
  Object.fromEntries(results.map(({ name, outcome, message }) => [name, `${outcome} ${message ?? ''}`.trim()]))

it('sweeps what a page asks of a browser wallet and of a chain', async () => {
  const results = await sweep(pay)
  const refused = expect.stringMatching(/^fails .*Not paid/)
  expect(textsOf(results)).toMatchObject({
    'wallet.connect: the person refuses': refused,
    'wallet.transaction: the person refuses': refused,
    'chains.eth_sendRawTransaction: the account has no balance': refused,
    'chains.eth_sendRawTransaction: there is no connection': refused,
    'chains.eth_sendRawTransaction: the reply is lost': refused,
    'chains.eth_getTransactionReceipt: the transaction is gone after a reorganization':
      expect.stringMatching(/^fails .*has gone/),
  })
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([])
  const rejected = results.find(({ name }) => name === 'wallet.transaction: the person refuses')
  expect(rejected?.calls.map(textOfCall)).toContain('wallet.transaction refused')
  expect(rejected?.kind).toBe('person')
})

it('finds a page that waits for a person who has refused', async () => {
  const results = await sweep(async ({ ask, from }) => {
    await ask('eth_requestAccounts')
    html = '<p>Connected</p>'
    const sending = ask('eth_sendTransaction', { from, to: recipient, value: '0x1' })
    await new Promise((resolve) => setImmediate(resolve))
    html = '<p>Confirm in your wallet</p>'
    await sending.then(
      () => (html = '<p>Paid</p>'),
      () => undefined,
    )
    expect(html).toBe('<p>Paid</p>')
  })
  expect(results.find(({ name }) => name === 'wallet.transaction: the person refuses')).toMatchObject({
    outcome: 'silent',
    fault: 'The page shows nothing of the failure.',
  })
})

it('leaves requests that the test answers itself to the test', async () => {
  const { cases } = await learnSweep({
    origin,
    stage,
    async body({ mock, ask, from }) {
      const [wallet] = mock.browserWallets.wallets.list()
      const asked = wallet?.nextRequest()
      const accounts = ask('eth_requestAccounts')
      ;(await asked)?.approve()
      await accounts
      await ask('eth_getBalance', from, 'latest')
    },
  })
  expect(cases.map(({ name }) => name)).toEqual(['chains.eth_getBalance: there is no connection'])
})
