import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createInspectorPage } from './inspectorPage.ts'

const inspector = createInspectorPage()

async function open(path = '/__mock/chains/evm/1') {
  const socket = new WebSocket(inspector.server.url.replace('http', 'ws') + path)
  onTestFinished(() => socket.close())
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  return {
    close: (code: number, reason: string) => socket.close(code, reason),
    async ask(method: string, params: readonly unknown[] = []) {
      const reply = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      await reply
    },
  }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('link')
/** The cells of the steps, but for their times. */
const steps = async (page: Page) => {
  const table = page.getByRole('article').getByRole('row')
  const cells = await table.evaluateAll((lines) =>
    lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent.trim())),
  )
  return cells.slice(1).map((line) => line.slice(1, 4))
}

describe('a WebSocket among the requests', () => {
  it('is one entry, whose calls appear as they come, and which says how it ended', async () => {
    const page = await inspector.open('#/requests')
    await page.getByText('Live', { exact: true }).waitFor()
    const { ask, close } = await open()
    await rows(page).filter({ hasText: 'WebSocket' }).click()
    await ask('eth_chainId')
    await ask('eth_getBalance', ['0x0'])
    await expect
      .poll(() => steps(page))
      .toEqual([
        ['opened', '', ''],
        ['eth_chainId', '[]', '"0x1"'],
        ['eth_getBalance', '["0x0"]', expect.stringMatching(/^-32602 /)],
      ])
    expect(
      await page
        .getByRole('article')
        .getByRole('button', { name: /Send again|curl/ })
        .count(),
    ).toBe(0)
    expect(await rows(page).getByText('open', { exact: true }).count()).toBe(1)
    close(4001, 'The page was left.')
    await expect
      .poll(async () => (await steps(page)).at(-1))
      .toEqual(['closed by the client', '', '4001 The page was left.'])
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  it('is a problem when it was refused, with the reason and the page, and when the mock has closed it', async () => {
    const foreign = new WebSocket(`${inspector.server.url.replace('http', 'ws')}/__mock/chains/evm/1`, {
      headers: { origin: 'https://evil.example' },
    } as never)
    await new Promise((resolve) => foreign.addEventListener('error', resolve))
    await (await open()).ask('eth_chainId')
    const page = await inspector.open('#/requests')
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('switch', { name: 'Problems only' }).check()
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page).click()
    await page.getByRole('heading', { name: 'Refused WebSocket' }).waitFor()
    await page.getByText('Pages of this origin may not call this URL.').waitFor()
    expect(await steps(page)).toEqual([['refused', 'https://evil.example', '']])
    inspector.server.mock.journal.clear()
    const { ask } = await open()
    void ask('x'.repeat(1_000_001))
    await rows(page).filter({ hasText: 'WebSocket' }).click()
    await expect
      .poll(async () => (await steps(page)).at(-1))
      .toEqual(['closed by the mock', '', '1009 The message is too long.'])
  })
})

describe('the open WebSockets of the chains', () => {
  it('are listed with their subscriptions, each with a way to its entry, until they are closed', async () => {
    const page = await inspector.open('#/wallets/chain')
    const card = page.getByRole('region', { name: 'Open WebSockets', exact: true })
    await card.getByText('None.').waitFor()
    const [evm, solana] = [await open(), await open('/__mock/chains/solana/devnet')]
    await evm.ask('eth_subscribe', ['newHeads'])
    await solana.ask('slotSubscribe')
    const lines = card.getByRole('listitem')
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([
        expect.stringMatching(/EVM 1.*1 call since.*eth_subscribe \["newHeads"\]/),
        expect.stringMatching(/SOL devnet.*1 call since.*slotSubscribe \[\]/),
      ])
    solana.close(1000, '')
    await expect.poll(() => lines.count()).toBe(1)
    await card.getByRole('link', { name: 'In the journal' }).click()
    await page.getByRole('article').getByRole('heading', { name: 'WebSocket' }).waitFor()
  })
})
