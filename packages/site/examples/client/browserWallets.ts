import { createTransport } from '@latchkey/client'
import { fromEip1193 } from '@latchkey/client/browser-wallets'
import { createSession, memoryStorage, SignInError, signInWithWallet } from '@latchkey/client/session'
import { createMock } from '@latchkey/mock'

const mock = createMock()
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })

// In an app, this is `window.ethereum`. Here, a test wallet of the mock signs.
const { address, sign } = await mock.wallets.evm()
let isRefused = true
const replies: Record<string, (params: string[]) => unknown> = {
  eth_requestAccounts: () => [address.toLowerCase()],
  eth_chainId: () => '0x1',
  personal_sign([data = '']) {
    if (isRefused) throw { code: 4001, message: 'User rejected the request.' }
    const bytes = data
      .slice(2)
      .match(/../g)
      ?.map((digits) => Number.parseInt(digits, 16))
    return sign(new TextDecoder().decode(new Uint8Array(bytes ?? [])))
  },
}
const ethereum = {
  request: async ({ method, params }: { method: string; params?: unknown }) => replies[method]?.(params as string[]),
}

const options = {
  wallet: fromEip1193(ethereum),
  walletName: 'metamask',
  domain: 'app.example.com',
  statement: 'Sign in to Example.',
}
await signInWithWallet(session, options).catch((error) => {
  if (error instanceof SignInError) console.log(error.reason)
})
// → cancelled

isRefused = false
await signInWithWallet(session, options)
console.log(session.state, session.user?.verifiedCredentials[0]?.wallet_name)
// → signedIn metamask
