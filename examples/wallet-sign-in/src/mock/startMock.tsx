import { type Mock } from '@latchkey/mock'
import { startWorkerMock } from '@latchkey/mock/browser'
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { arbitrum, base, optimism } from 'viem/chains'
import type { Surroundings } from '../surroundings.ts'
import { createExtension, type Extension, type ExtensionOptions } from './extension.ts'
import { Extensions } from './Extensions.tsx'

/** The keys are fixed, so that people and their money are the same after a reload. */
const installed: readonly ExtensionOptions[] = [
  { name: 'Fox Wallet', rdns: 'test.fox', color: '#d9580d', secrets: ['41', '42'], chainId: base.id },
  { name: 'Owl Wallet', rdns: 'test.owl', color: '#5b4bd6', secrets: ['51'], chainId: 1 },
]

/** Starts the service and the chains in the page's service worker, with two wallets in the page. */
export async function startMock(): Promise<Surroundings> {
  const { mock } = await startWorkerMock(
    { http, HttpResponse, setupWorker },
    {
      mock: { seed: 'wallet-sign-in', providers: ['dynamic'] },
      prepare,
      persist: 'session',
      start: { quiet: true, onUnhandledFrame: 'bypass' },
    },
  )
  // `window.mock` is for the browser's console and for end-to-end tests.
  Object.assign(window, { mock })
  const extensions: Extension[] = []
  for (const options of installed) extensions.push(await createExtension(mock, options))
  const place = document.createElement('aside')
  place.ariaLabel = 'Simulated wallets'
  document.body.append(place)
  createRoot(place).render(
    <StrictMode>
      <Extensions extensions={extensions} />
    </StrictMode>,
  )
  return { rpcUrl: (chainId) => mock.chain.rpcUrl(chainId) }
}

async function prepare(mock: Mock): Promise<void> {
  await mock.create.origin(location.origin)
  // A wallet is enough to sign in: the service asks for no e-mail.
  await mock.settings.patch({ kyc: mock.settings.get().kyc.map((field) => ({ ...field, required: false })) })
  for (const secret of installed.flatMap(({ secrets }) => secrets)) {
    const { address } = await mock.wallets.evm({ secret: secret.repeat(32) })
    for (const { id } of [base, optimism, arbitrum]) await mock.chain.fund(address, { ether: '1' }, id)
  }
}
