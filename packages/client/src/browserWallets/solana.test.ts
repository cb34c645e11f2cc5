import { runInNewContext } from 'node:vm'
import { base58 } from '@scure/base'
import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld, type SessionWorld } from '../session/test/sessionWorld.ts'
import { linkWallet, signInWithWallet } from '../session/wallet.ts'
import { fromSolanaWallet } from './solana.ts'
import { createStandardWallet, TestAccount } from './test/standardWallet.ts'

type TestWallet = Awaited<ReturnType<SessionWorld['mock']['wallets']['sol']>>
type FieldName = 'domain' | 'statement' | 'uri' | 'version' | 'chainId' | 'nonce' | 'issuedAt'
type SignInInput = Readonly<Partial<Record<FieldName, string | undefined>>> & {
  readonly resources?: readonly string[] | undefined
}

const site = { domain: 'app.example.com', statement: 'Sign in to Example.' }
const labels = { uri: 'URI', version: 'Version', chainId: 'Chain ID', nonce: 'Nonce', issuedAt: 'Issued At' }

/** The text that wallets write for `solana:signIn`: as `createSignInMessageText` of `@solana/wallet-standard-util`. */
function textOf(input: SignInInput, address: string): string {
  const fields = (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) =>
    input[name] ? [`${labels[name]}: ${input[name]}`] : [],
  )
  const resources = input.resources ? ['Resources:', ...input.resources.map((resource) => `- ${resource}`)] : []
  const statement = input.statement ? `\n\n${input.statement}` : ''
  const head = `${input.domain} wants you to sign in with your Solana account:\n${address}${statement}`
  return `${head}\n\n${[...fields, ...resources].join('\n')}`
}

async function signBytes(wallet: TestWallet, signedMessage: Uint8Array) {
  return { signedMessage, signature: base58.decode(await wallet.sign(new TextDecoder().decode(signedMessage))) }
}

/** A wallet with both features, as Phantom has. */
function createWallet(wallet: TestWallet, chain = 'solana:mainnet') {
  const account = new TestAccount(wallet.address, chain, 'solana:devnet')
  const signIn = vi.fn(async (input: SignInInput) => [
    { account, ...(await signBytes(wallet, new TextEncoder().encode(textOf(input, wallet.address)))) },
  ])
  const signMessage = vi.fn(
    async ({ account: { address }, message }: { account: TestAccount; message: Uint8Array }) => {
      if (address !== wallet.address) throw new Error('Account not found')
      return [await signBytes(wallet, message)]
    },
  )
  const features = { 'solana:signIn': { signIn }, 'solana:signMessage': { signMessage } }
  const standard = createStandardWallet(
    [new TestAccount('0x5b1e0a1f0000000000000000000000000000000a', 'eip155:1'), account],
    features,
    'Phantom',
  )
  return { ...standard, signIn, signMessage }
}

/** A wallet as it is without `solana:signIn`. */
const withoutSignIn = ({ wallet }: ReturnType<typeof createWallet>) => ({
  name: wallet.name,
  accounts: wallet.accounts,
  features: { ...wallet.features, 'solana:signIn': undefined },
})

async function open() {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.sol()
  return { world, wallet, session: world.open(), phantom: createWallet(wallet) }
}

const addresses = (session: ReturnType<SessionWorld['open']>) =>
  session.user?.verifiedCredentials.map(({ address, wallet_name: name }) => [address, name])

describe('a wallet of Solana', () => {
  it('connects and signs in one dialog, with the message that it writes itself', async () => {
    const { session, wallet, phantom } = await open()
    const source = fromSolanaWallet(phantom.wallet)
    const { user } = await signInWithWallet(session, { ...site, wallet: source })
    expect([addresses(session), phantom.signIn.mock.calls.length]).toEqual([[[wallet.address, 'phantom']], 1])
    expect(phantom.signMessage).not.toHaveBeenCalled()
    expect(phantom.signIn.mock.calls[0]).toMatchObject([
      { ...site, uri: 'https://app.example.com', chainId: 'mainnet' },
    ])
    await session.signOut()
    const again = { ...site, statement: undefined, resources: ['https://example.com/terms'], wallet: source }
    expect((await signInWithWallet(session, again)).user.id).toBe(user.id)
  })

  it('without solana:signIn connects, then signs the message', async () => {
    const { session, wallet, phantom } = await open()
    await signInWithWallet(session, { ...site, wallet: fromSolanaWallet(withoutSignIn(phantom)) })
    expect(addresses(session)).toEqual([[wallet.address, 'phantom']])
  })

  it('of Eclipse signs the message of Eclipse, which no wallet writes itself', async () => {
    const { world, session } = await open()
    const wallet = await world.mock.wallets.eclipse()
    const backpack = createWallet(wallet)
    await signInWithWallet(session, { ...site, wallet: fromSolanaWallet(backpack.wallet, { chain: 'ECLIPSE' }) })
    expect([addresses(session), backpack.signIn.mock.calls]).toEqual([[[wallet.address, 'phantom']], []])
  })

  it('is linked to the user who is signed in', async () => {
    const { world, session, phantom, wallet } = await open()
    await world.signIn(session)
    await linkWallet(session, { ...site, wallet: fromSolanaWallet(phantom.wallet) })
    expect(addresses(session)).toContainEqual([wallet.address, 'phantom'])
  })

  it.each(['solana:signIn', 'solana:signMessage'])(
    'fails as other_account when %s gives another account than the requested one',
    async (feature) => {
      const { world, session, phantom } = await open()
      const { address: account } = await world.mock.wallets.sol()
      const wallet = fromSolanaWallet(feature === 'solana:signIn' ? phantom.wallet : withoutSignIn(phantom))
      const error = await rejection(signInWithWallet(session, { ...site, account, wallet }))
      expect(error).toMatchObject({ name: 'SignInError', reason: 'other_account' })
      expect([world.sent, phantom.signMessage.mock.calls]).toEqual([['/nonce'], []])
    },
  )

  it('fails as locked when it connects without an account of Solana', async () => {
    const { session, phantom } = await open()
    const connect = async () => ({ accounts: [new TestAccount('0x1', 'eip155:1')] })
    const { wallet } = phantom
    const features = { ...wallet.features, 'solana:signIn': undefined, 'standard:connect': { connect } }
    const source = fromSolanaWallet({ name: 'Phantom', accounts: [], features })
    expect(await rejection(signInWithWallet(session, { ...site, wallet: source }))).toMatchObject({ reason: 'locked' })
  })

  it('fails as not_supported without a feature that signs', async () => {
    const { session } = await open()
    const source = fromSolanaWallet({ name: 'Phantom', accounts: [], features: {} })
    const error = await rejection(signInWithWallet(session, { ...site, wallet: source }))
    expect(error).toMatchObject({ reason: 'not_supported' })
  })

  it('fails as cancelled when the person refuses, as Phantom says it', async () => {
    const { session, phantom, world } = await open()
    const cause = { code: 4001, message: 'User rejected the request.' }
    phantom.signIn.mockRejectedValue(cause)
    const error = await rejection(signInWithWallet(session, { ...site, wallet: fromSolanaWallet(phantom.wallet) }))
    expect([error, session.state]).toMatchObject([{ reason: 'cancelled', cause }, 'signedOut'])
    expect(world.sent).toEqual(['/nonce'])
  })

  it.each([[[]], [[{}]], [[{ signedMessage: new Uint8Array(1), signature: new Uint8Array() }]]])(
    'fails as no_signature when it replies %j',
    async (reply) => {
      const { session, phantom } = await open()
      phantom.signIn.mockResolvedValue(reply as never)
      const error = await rejection(signInWithWallet(session, { ...site, wallet: fromSolanaWallet(phantom.wallet) }))
      expect(error).toMatchObject({ name: 'SignInError', reason: 'no_signature' })
    },
  )

  it('may reply with bytes of another realm, as extensions do', async () => {
    const { session, wallet, phantom } = await open()
    const Bytes = runInNewContext('Uint8Array') as typeof Uint8Array
    const account = new TestAccount(wallet.address, 'solana:mainnet')
    phantom.signIn.mockImplementation(async (input) => {
      const signed = await signBytes(wallet, new TextEncoder().encode(textOf(input, wallet.address)))
      return [{ account, signedMessage: new Bytes(signed.signedMessage), signature: new Bytes(signed.signature) }]
    })
    await signInWithWallet(session, { ...site, wallet: fromSolanaWallet(phantom.wallet) })
    expect(addresses(session)).toEqual([[wallet.address, 'phantom']])
  })

  it('is refused when it signs for another site', async () => {
    const { session, phantom, wallet } = await open()
    phantom.signIn.mockImplementation(async (input) => {
      const text = textOf({ ...input, domain: 'evil.example' }, wallet.address)
      const account = new TestAccount(wallet.address, 'solana:mainnet')
      return [{ account, ...(await signBytes(wallet, new TextEncoder().encode(text))) }]
    })
    const error = await rejection(signInWithWallet(session, { ...site, wallet: fromSolanaWallet(phantom.wallet) }))
    expect([error, session.state]).toMatchObject([{ name: 'ApiError', status: 422 }, 'signedOut'])
  })

  it('tells the account that it shares, each other one that the person selects, and the end of sharing', async () => {
    const { world, phantom, wallet } = await open()
    const { address: other } = await world.mock.wallets.sol()
    const listener = vi.fn()
    phantom.share([new TestAccount(wallet.address, 'solana:mainnet')])
    const end = fromSolanaWallet(phantom.wallet).follow?.(listener)
    phantom.share([new TestAccount(other, 'solana:mainnet')])
    phantom.share([])
    end?.()
    phantom.share([new TestAccount(other, 'solana:mainnet')])
    expect(listener.mock.calls).toEqual([[wallet.address], [other], [undefined]])
  })
})
