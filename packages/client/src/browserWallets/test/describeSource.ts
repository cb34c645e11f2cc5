import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../../test/serve.ts'
import type { ChainEnum } from '../../generated/operations/schemas.ts'
import { createSessionWorld, type SessionWorld } from '../../session/test/sessionWorld.ts'
import { linkWallet, signInWithWallet } from '../../session/wallet.ts'
import type { WalletSource } from '../../session/walletSource.ts'

export type TestWallet = Awaited<ReturnType<SessionWorld['mock']['wallets']['evm']>>

/** Makes the reply of a wallet's method that signs; a test puts a refusal or another reply in its place. */
export type Signing = <Reply>(reply: () => Promise<Reply>) => Promise<Reply>

/** A kind of object that a wallet puts into a page. */
export interface SourceSubject {
  readonly chain: Lowercase<ChainEnum>
  /** The kind of account. @default the first of the chain */
  readonly kind?: string
  /** The source of a wallet with one account, whose signing method replies through `signing`. */
  create(wallet: TestWallet, signing: Signing): WalletSource
  /** Name of the wallet in the credentials of the user. @default 'unknown' */
  readonly walletName?: string
  /** The error of the wallet when the person refuses to sign. */
  readonly refusal: unknown
  /** Replies without a signature. */
  readonly malformed: readonly unknown[]
}

const site = { domain: 'app.example.com', statement: 'Sign in to Example.' }
const honest: Signing = (reply) => reply()

/** Tests of the behaviour that all sources have in common, whatever their object is. */
export function describeSource(name: string, subject: SourceSubject): void {
  const { chain, kind, create, walletName = 'unknown', refusal, malformed } = subject

  async function open() {
    const world = await createSessionWorld()
    return { world, session: world.open(), wallet: await world.mock.wallets[chain]({ kind }) }
  }

  describe(name, () => {
    it('signs in with its account, and the second time as the same user', async () => {
      const { session, wallet } = await open()
      const options = { ...site, wallet: create(wallet, honest) }
      const { user } = await signInWithWallet(session, options)
      const credentials = session.user?.verifiedCredentials
      expect(credentials).toMatchObject([{ address: wallet.address, wallet_name: walletName, format: 'blockchain' }])
      await session.signOut()
      expect((await signInWithWallet(session, options)).user.id).toBe(user.id)
    })

    it('is linked to the user who is signed in, also without a statement', async () => {
      const { world, session, wallet } = await open()
      await world.signIn(session)
      await linkWallet(session, { domain: site.domain, wallet: create(wallet, honest) })
      expect(session.user?.verifiedCredentials.map(({ address }) => address)).toContain(wallet.address)
    })

    it('fails as cancelled when the person refuses, with what the wallet says as the cause', async () => {
      const { world, session, wallet } = await open()
      const refusing = create(wallet, () => Promise.reject(refusal))
      const error = await rejection(signInWithWallet(session, { ...site, wallet: refusing }))
      expect(error).toMatchObject({ name: 'SignInError', reason: 'cancelled', cause: refusal })
      expect([session.state, world.sent]).toEqual(['signedOut', ['/nonce']])
    })

    it.each(malformed.map((reply) => [reply]))('fails as no_signature when it replies %j', async (reply) => {
      const { world, session, wallet } = await open()
      const replying = create(wallet, async () => reply as never)
      const error = await rejection(signInWithWallet(session, { ...site, wallet: replying }))
      expect(error).toMatchObject({ name: 'SignInError', reason: 'no_signature' })
      expect(world.sent).toEqual(['/nonce'])
    })

    it('fails as other_account without the account that the app asks for, and nothing is sent', async () => {
      const { world, session, wallet } = await open()
      const { address: account } = await world.mock.wallets[chain]({ kind })
      const options = { ...site, account, wallet: create(wallet, honest) }
      expect(await rejection(signInWithWallet(session, options))).toMatchObject({ reason: 'other_account' })
      expect(world.sent).toEqual(['/nonce'])
    })

    it('is refused by the service when another account has signed', async () => {
      const { world, session, wallet } = await open()
      const other = await world.mock.wallets[chain]({ kind })
      const lying = create({ ...wallet, sign: other.sign }, honest)
      const error = await rejection(signInWithWallet(session, { ...site, wallet: lying }))
      expect([error, session.state]).toMatchObject([{ name: 'ApiError', status: 422 }, 'signedOut'])
    })
  })
}

/** The calls of a listener that follows a source while its wallet changes. */
export function followed(source: WalletSource, change: () => void): unknown[][] {
  const listener = vi.fn()
  const end = source.follow?.(listener)
  change()
  end?.()
  change()
  return listener.mock.calls
}
