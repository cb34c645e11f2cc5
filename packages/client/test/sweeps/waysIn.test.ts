import { createTransport, isLatchkeyError, type Transport } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'
import {
  createSession,
  linkWallet,
  memoryStorage,
  proveTotp,
  sendEmailCode,
  sendSmsCode,
  type Session,
  SignInError,
  signInWithEmailCode,
  signInWithSmsCode,
  signInWithWallet,
} from '@latchkey/client/session'
import type { Mock } from '@latchkey/mock'
import { createSweep } from '@latchkey/mock/vitest'
import { expect } from 'vitest'

// The client's ways in, once for each way in which a call of them can fail.
let session: Session
let api: Transport

function open(mock: Mock): void {
  const environmentId = mock.defaults.environments.sandbox.id
  api = createTransport({ baseUrl: mock.baseUrl, environmentId })
  session = createSession({ api, storage: memoryStorage() })
}

/** Errors that a caller can tell by class and reason. A `TypeError` of `fetch` is none. */
const isOfClient = (error: unknown) => isLatchkeyError(error) || error instanceof SignInError

const options = {
  onRefusal: ({ error }: { error: unknown }) => expect(isOfClient(error) || error === undefined).toBe(true),
  onNetwork: ({ error }: { error: unknown }) => expect(isOfClient(error) || error === undefined).toBe(true),
  isSignedIn: () => session.state === 'signedIn',
  ...(process.env.LATCHKEY_TESTS === 'full' ? {} : { sample: 25 }),
}

const sweep = createSweep({ seed: 'ways in', providers: ['emailOnly', 'sms'] })

sweep(
  'a wallet, and another one that is linked',
  async ({ mock }) => {
    open(mock)
    const [first, second] = [await mock.wallets.evm(), await mock.wallets.evm()]
    const proofOf = (wallet: typeof first) => ({
      address: wallet.address,
      domain: 'app.example.com',
      sign: (message: string) => wallet.sign(message),
    })
    await signInWithWallet(session, proofOf(first))
    await linkWallet(session, proofOf(second))
    expect(session.user?.verifiedCredentials?.length).toBe(2)
  },
  options,
)

sweep(
  'a second factor',
  async ({ mock }) => {
    const user = await mock.create.user({ email: 'ada@example.com' })
    await mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { secret } = await mock.create.totp(user.id)
    open(mock)
    const { verificationUUID } = await sendEmailCode(session, { email: 'ada@example.com' })
    const code = mock.outbox.email.last()?.code ?? ''
    await signInWithEmailCode(session, { verificationUUID, verificationToken: code })
    expect(session.state).toBe('needsSecondFactor')
    await proveTotp(session, { code: mock.totpCode(secret) })
    await session.refresh()
    await profile.get(api.with({ auth: session.auth }))
  },
  options,
)

sweep(
  'a text message, a refresh and the way out',
  async ({ mock }) => {
    open(mock)
    const phone = { isoCountryCode: 'US', phoneCountryCode: '1', phoneNumber: '2025550123' }
    const { verificationUUID } = await sendSmsCode(session, phone)
    const code = mock.outbox.sms.last()?.code ?? ''
    await signInWithSmsCode(session, { verificationUUID, verificationToken: code })
    await session.refresh()
    await profile.get(api.with({ auth: session.auth }))
    await session.signOut()
  },
  options,
)
