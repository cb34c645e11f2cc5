import type { Mock } from '@latchkey/mock'
import { startWorkerMock } from '@latchkey/mock/browser'
import { http, HttpResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { showInbox } from './showInbox.ts'

/** Starts the service in the page's service worker, with two people at Google, a wallet and a visible inbox. */
export async function startMock(): Promise<void> {
  const { mock } = await startWorkerMock(
    { http, HttpResponse, setupWorker },
    {
      mock: { seed: 'react-sign-in', providers: ['emailOnly', 'google', 'github', 'passkey', 'dynamic'] },
      prepare,
      persist: 'session',
      start: { quiet: true, onUnhandledFrame: 'bypass' },
    },
  )
  // `window.mock` is for the browser's console and for end-to-end tests.
  Object.assign(window, { mock })
  await installWallet(mock)
  showInbox(mock)
}

async function prepare(mock: Mock): Promise<void> {
  await mock.create.origin(location.origin)
  await mock.create.customField({ name: 'company' })
  const kyc = mock.settings.get().kyc.map((field) => ({ ...field, enabled: /email|Name$/.test(field.name) }))
  await mock.settings.patch({ kyc, security: { mfa: { enabled: true } } })
  await mock.idp.google.addUser({ email: 'ada@example.com', profile: { given_name: 'Ada' } })
  await mock.idp.google.addUser({ email: 'grace@example.com', profile: { given_name: 'Grace' } })
}

/** Puts a browser wallet into the page. It has the same key after every reload. */
async function installWallet(mock: Mock): Promise<void> {
  const account = await mock.wallets.evm({ secret: '42'.repeat(32) })
  const wallet = await mock.wallets.browser({ accounts: [account], chainId: 11_155_111, windowEthereum: true })
  wallet.install()
}
