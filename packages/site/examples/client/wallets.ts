import { createTransport } from '@latchkey/client'
import { createSession, memoryStorage } from '@latchkey/client/session'
import { createWalletParty, memoryShares, relayEngine, toViemAccount } from '@latchkey/client/wallets'
import { createMock } from '@latchkey/mock'

const mock = createMock()
await mock.create.provider({ provider: 'dynamic' })
const environmentId = mock.defaults.environments.sandbox.id
const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch: mock.fetch })
const session = createSession({ api, storage: memoryStorage() })
const ada = await mock.create.user({ email: 'ada@example.com' })
await session.adopt((await mock.signIn(ada)).reply)

// The device and the service make a key together. Neither has the whole key.
const party = createWalletParty({
  client: api.with({ auth: session.auth }),
  engine: relayEngine({ fetch: mock.fetch }),
  storage: memoryShares(),
})
const wallet = await party.create({ chain: 'EVM' })
console.log(wallet.chain, wallet.address.length)
// → EVM 42

const signature = await toViemAccount(wallet).signMessage({ message: 'hello' })
console.log(signature.length)
// → 132
