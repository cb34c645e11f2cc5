import { createTransport, isLatchkeyError } from '@latchkey/client'
import { createSession, memoryStorage, type Session, SignInError } from '@latchkey/client/session'
import { CeremonyError, createWalletParty, memoryShares, relayEngine } from '@latchkey/client/wallets'
import { createSweep } from '@latchkey/mock/vitest'
import { expect } from 'vitest'

// An embedded wallet, once for each way in which a call of it can fail.
let session: Session

/** Errors that a caller can tell by class and reason. A `TypeError` of `fetch` is none. */
const isOfClient = (error: unknown) =>
  isLatchkeyError(error) || error instanceof SignInError || error instanceof CeremonyError

const sweep = createSweep({ seed: 'embedded', providers: ['emailOnly', 'dynamic'] })

sweep(
  'an embedded wallet that is created, signs and is backed up',
  async ({ mock }) => {
    const environmentId = mock.defaults.environments.sandbox.id
    const api = createTransport({ baseUrl: mock.baseUrl, environmentId })
    session = createSession({ api, storage: memoryStorage() })
    await session.adopt((await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))).reply)
    const client = api.with({ auth: session.auth })
    const party = createWalletParty({ client, engine: relayEngine(), storage: memoryShares() })
    const wallet = await party.create({ chain: 'EVM' })
    await wallet.sign({ message: 'hello' })
    await wallet.backUp({ password: 'correct horse battery staple' })
  },
  {
    onRefusal: ({ error }) => expect(isOfClient(error) || error === undefined).toBe(true),
    onNetwork: ({ error }) => expect(isOfClient(error) || error === undefined).toBe(true),
    isSignedIn: () => session.state === 'signedIn',
    ...(process.env.LATCHKEY_TESTS === 'full' ? {} : { sample: 15 }),
  },
)
