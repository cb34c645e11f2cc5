import { bearer, createTransport } from '@latchkey/client'
import { createSession, memoryStorage, sendEmailCode, signInWithEmailCode } from '@latchkey/client/session'
import { createWalletParty, memoryShares, relayEngine } from '@latchkey/client/wallets'
import { startServer } from '@latchkey/mock/node'
import { base } from 'viem/chains'
import { onTestFinished } from 'vitest'
import { allowDelegation } from './settings.ts'
import { startBackend } from './startBackend.ts'

const callerKey = 'the key of our own services'
export const shop = '0x52908400098527886E0F7030069857D2E4169EE7'

/** The service and the backend on loopback. Both are closed after the test. */
export async function startWorld() {
  const { mock, url: serviceUrl, close } = await startServer({ seed: 'delegated agent' })
  onTestFinished(close)
  await allowDelegation(mock)
  const backend = await startBackend({ mock, callerKey })
  onTestFinished(backend.close)
  const { id: environmentId, token } = mock.defaults.environments.sandbox
  const anonymous = createTransport({ baseUrl: serviceUrl, environmentId })

  /** Signs a user in by e-mail, whose device makes a wallet: of Solana, or of EVM with one ether. */
  async function createUserWallet(email = 'ada@example.com', chain: 'EVM' | 'SVM' = 'EVM') {
    const session = createSession({ api: anonymous, storage: memoryStorage() })
    const { verificationUUID } = await sendEmailCode(session, { email })
    const verificationToken = mock.outbox.email.last()?.code ?? ''
    await signInWithEmailCode(session, { verificationUUID, verificationToken })
    const client = anonymous.with({ auth: session.auth })
    const party = createWalletParty({ client, engine: relayEngine(), storage: memoryShares() })
    const wallet = await party.create({ chain })
    if (chain === 'EVM') await mock.chain.fund(wallet.address, { ether: '1' }, base.id)
    return wallet
  }

  async function post(path: string, body: string, headers: Record<string, string>) {
    const response = await fetch(backend.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    return { status: response.status, text, code: text.startsWith('{') ? (JSON.parse(text).code as string) : undefined }
  }

  return {
    mock,
    buy: (purchase: object, key = callerKey) =>
      post('/purchases', JSON.stringify(purchase), { authorization: `Bearer ${key}` }),
    /** Calls as an administrator. */
    admin: anonymous.with({ auth: bearer(token) }),
    createUserWallet,
    post,
    pay: (payment: object, key = callerKey) =>
      post('/payments', JSON.stringify(payment), { authorization: `Bearer ${key}` }),
    /** Reads the balance of an account on the chain, in ether. */
    balance: (address: string) => mock.chain.balance(address, { networkId: base.id }),
    /** Waits until the webhooks have arrived. */
    settle: () => mock.clock.settle(),
  }
}
