import { SessionProvider } from '@latchkey/client/react'
import { type AfterFailure, createSweep, type SweepContext } from '@latchkey/mock/vitest'
// @vitest-environment jsdom
import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { http } from 'viem'
import { base } from 'viem/chains'
import { expect } from 'vitest'
import { createConfig, WagmiProvider } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import { App } from './src/App.tsx'
import { announce, queries } from './src/news.ts'
import { session } from './src/session.ts'

// The page in jsdom, once for each way in which a call of it can fail. The full test command runs all cases.
const isFull = process.env.LATCHKEY_TESTS === 'full'

const sweep = createSweep({
  seed: 'wallet-sign-in',
  providers: ['dynamic'],
  async prepare(mock) {
    await mock.settings.patch({ kyc: mock.settings.get().kyc.map((field) => ({ ...field, required: false })) })
    const { address } = await mock.wallets.evm({ secret: '41'.repeat(32) })
    await mock.chain.fund(address, { ether: '1' }, base.id)
  },
})

/** The wallet signs in real time, and the chain is polled. */
const long = { timeout: 20_000 }

sweep(
  'signs in with a wallet, leaves a tip, and signs out',
  async ({ mock, wallets }) => {
    const accounts = [await mock.wallets.evm({ secret: '41'.repeat(32) })]
    await wallets.browser({ name: 'Fox Wallet', rdns: 'test.fox', accounts, chainId: base.id })
    const config = createConfig({
      chains: [base],
      transports: { [base.id]: http(mock.chain.rpcUrl(base.id)) },
      pollingInterval: 200,
    })
    render(
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={queries}>
          <RainbowKitProvider>
            <SessionProvider session={session}>
              <App />
            </SessionProvider>
          </RainbowKitProvider>
        </QueryClientProvider>
      </WagmiProvider>,
    )
    const [connector] = config.connectors
    if (!connector) throw new Error('wagmi has found no wallet.')
    await connect(config, { connector })
    fireEvent.click(await screen.findByText('Sign in with Fox Wallet', {}, long))
    await screen.findByText(/^Welcome/, {}, long)
    fireEvent.click(await screen.findByText('Send a tip', {}, long))
    await screen.findByText(/^Thank you!/, {}, long)
    fireEvent.click(screen.getByText('Sign out'))
    await screen.findByText('Sign in', {}, long)
    await disconnect(config)
  },
  {
    async cleanup() {
      cleanup()
      // The words about the last action outlive the page.
      announce('')
      await queries.cancelQueries()
      queries.clear()
      // wagmi remembers the wallet of a run that has failed.
      localStorage.clear()
    },
    onRefusal: saysWhy,
    onNetwork: saysWhy,
    isSignedIn: () => screen.queryByText('Sign out') !== null,
    sample: isFull ? undefined : 16,
  },
)

/** Whoever is not signed in reads why. The client tries again by itself, for longer than the test waits. */
function saysWhy({ call, outcome }: AfterFailure<SweepContext>): void {
  // The test itself connects the wallet.
  if (outcome === 'passes' || call === 'wallet.connect' || screen.queryByText('Sign out')) return
  expect(screen.getByRole('alert').textContent).not.toBe('')
}
