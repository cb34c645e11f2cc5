import type { Mock } from '@latchkey/mock'
import { startWorkerMock } from '@latchkey/mock/browser'
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import type { Surroundings } from '../surroundings.ts'
import { pretendWallet } from './pretendWallet.ts'
import { showInbox } from './showInbox.ts'

declare global {
  interface Window {
    /** The service, for the browser's console and for end-to-end tests. */
    mock?: Mock
  }
}

/** Starts the service in the page's service worker, with two people at Google, a wallet and a visible inbox. */
export async function startMock(): Promise<Surroundings> {
  const { mock } = await startWorkerMock(
    { http, HttpResponse, setupWorker },
    {
      mock: { seed: 'react-sign-in', providers: ['emailOnly', 'google', 'github', 'passkey'] },
      prepare,
      persist: 'session',
      start: { quiet: true, onUnhandledFrame: 'bypass' },
    },
  )
  window.mock = mock
  showInbox(mock)
  return { ethereum: await pretendWallet(mock) }
}

async function prepare(mock: Mock): Promise<void> {
  await mock.create.origin(location.origin)
  await mock.idp.google.addUser({ email: 'ada@example.com', profile: { given_name: 'Ada' } })
  await mock.idp.google.addUser({ email: 'grace@example.com', profile: { given_name: 'Grace' } })
}
