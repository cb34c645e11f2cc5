import type { Mock } from '@latchkey/mock'
import { startWorkerMock } from '@latchkey/mock/browser'
import { http, HttpResponse, ws } from 'msw'
import { setupWorker } from 'msw/browser'
import { base } from 'viem/chains'
import type { Surroundings } from '../surroundings.ts'
import { showInbox } from './showInbox.ts'
import { sponsorBatches } from './sponsorBatches.ts'

declare global {
  interface Window {
    /** The service, for the browser's console and for end-to-end tests. */
    mock?: Mock
  }
}

/** Starts the service and the chain in the page's service worker, with an inbox to look into. */
export async function startMock(): Promise<Surroundings> {
  const { mock } = await startWorkerMock(
    { http, HttpResponse, setupWorker, ws },
    {
      mock: { seed: 'embedded-wallet', providers: ['emailOnly', 'dynamic'] },
      async prepare(world) {
        await world.create.origin(location.origin)
        await sponsorBatches(world)
      },
      persist: 'session',
      start: { quiet: true, onUnhandledFrame: 'bypass' },
    },
  )
  window.mock = mock
  showInbox(mock)
  return {
    rpcUrl: mock.chain.rpcUrl(base.id),
    async fund(address) {
      await mock.chain.fund(address, { ether: '1' }, base.id)
      await mock.chain.fund(address, { token: 'USDC', amount: '50' }, base.id)
    },
  }
}
