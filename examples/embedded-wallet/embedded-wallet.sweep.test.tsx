// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { type AfterFailure, createSweep, type SweepContext } from '@latchkey/mock/vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http } from 'viem'
import { base } from 'viem/chains'
import { expect, vi } from 'vitest'
import { createConfig, WagmiProvider } from 'wagmi'
import { sponsorBatches } from './src/mock/sponsorBatches.ts'

// The page in jsdom, once for each way in which a call of it can fail. The full test command runs all cases.
const isFull = process.env.LATCHKEY_TESTS === 'full'

const sweep = createSweep({ seed: 'embedded-wallet', providers: ['emailOnly', 'dynamic'], prepare: sponsorBatches })

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The client tries again a minute after the rate limit was reached. */
const long = { timeout: 90_000 }
let queries = new QueryClient()

sweep(
  'signs in by code, creates a wallet, sends a token, and signs out',
  async ({ mock }) => {
    // The modules of the page have the session, and what this device knows of its wallets: new ones for each run.
    vi.resetModules()
    const { App } = await import('./src/App.tsx')
    const rpcUrl = mock.chain.rpcUrl(base.id)
    const config = createConfig({
      chains: [base],
      transports: { [base.id]: http(rpcUrl) },
      pollingInterval: 200,
      storage: null,
    })
    async function fund(address: string): Promise<void> {
      await mock.chain.fund(address, { ether: '1' }, base.id)
      await mock.chain.fund(address, { token: 'USDC', amount: '50' }, base.id)
    }
    queries = new QueryClient()
    render(
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={queries}>
          <App rpcUrl={rpcUrl} fund={fund} />
        </QueryClientProvider>
      </WagmiProvider>,
    )
    fill('E-mail', 'ada@example.com')
    await press('Send a code')
    await screen.findByLabelText('Code', {}, long)
    fill('Code', mock.outbox.email.last('ada@example.com')?.code ?? '')
    await press('Sign in')
    await press('Create a wallet')
    await press('Get test money')
    await screen.findByText('50', {}, long)
    fill('To', receiver)
    fill('Amount', '20')
    await press('Send')
    await screen.findByText('You have sent 20 USDC.', {}, long)
    // The page reads its balances again.
    await waitFor(() => expect(screen.getByLabelText('Wallet').ariaBusy).toBe('false'), long)
    await press('Sign out')
    await screen.findByText('Send a code', {}, long)
    expect(screen.queryByText(/^Your session has ended/)).toBeNull()
  },
  {
    async cleanup() {
      cleanup()
      await queries.cancelQueries()
      queries.clear()
      // The session of a run that has failed, and the shares.
      localStorage.clear()
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
    },
    onRefusal: saysWhy,
    onNetwork: saysWhy,
    isSignedIn: () => screen.queryByText('Sign out') !== null,
    sample: isFull ? undefined : 8,
  },
)

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** Presses a button once it is there and can be pressed. */
async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByText(name, { selector: 'button:enabled' }, long))
}

/** If the page does not go on, it says why. */
function saysWhy({ outcome }: AfterFailure<SweepContext>): void {
  if (outcome === 'passes') return
  const words = screen.queryByRole('alert') ?? screen.queryByText(/^Your session has ended/)
  expect(words?.textContent ?? '').not.toBe('')
}
