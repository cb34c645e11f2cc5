import { describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { abortedByCall, createSessionWorld, type SessionWorld } from '../session/test/sessionWorld.ts'
import { formats } from '../session/test/signIn.ts'
import { linkWallet, signInWithWallet } from '../session/wallet.ts'
import { type Eip1193Provider, fromEip1193 } from './eip1193.ts'
import { followed } from './test/describeSource.ts'

type TestWallet = Awaited<ReturnType<SessionWorld['mock']['wallets']['evm']>>

const site = { domain: 'app.example.com', statement: 'Sign in to Example.' }

/**
 * A wallet that answers as MetaMask does: addresses in small letters, the network in hex, the message as hex, and only an
 * address that it spelled itself.
 *
 * @see https://docs.metamask.io/wallet/reference/personal_sign
 */
function createProvider(wallets: readonly TestWallet[], replies: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = []
  const listeners = new Set<(accounts: string[]) => void>()
  const answers: Record<string, (params: string[]) => unknown> = {
    eth_requestAccounts: () => wallets.map(({ address }) => address.toLowerCase()),
    eth_accounts: () => wallets.map(({ address }) => address.toLowerCase()),
    eth_chainId: () => '0x1',
    personal_sign([data = '', address = '']) {
      const wallet = wallets.find((each) => each.address.toLowerCase() === address)
      if (!wallet) throw { code: -32602, message: 'Invalid parameters: must provide an Ethereum address.' }
      return wallet.sign(Buffer.from(data.slice(2), 'hex').toString())
    },
  }
  const provider: Eip1193Provider = {
    async request({ method, params }) {
      asked.push(method)
      const reply = Object.hasOwn(replies, method) ? replies[method] : answers[method]
      return typeof reply === 'function' ? reply(params) : reply
    },
    on: (_, listener) => listeners.add(listener),
    removeListener: (_, listener) => listeners.delete(listener),
  }
  return { provider, asked, listeners, select: (accounts: string[]) => listeners.forEach((each) => each(accounts)) }
}

const fails = (error: unknown) => () => {
  throw error
}

async function open(replies: Readonly<Record<string, unknown>> = {}) {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.evm()
  return { world, wallet, session: world.open(), ...createProvider([wallet], replies) }
}

describe('the provider of an EVM wallet', () => {
  it('signs in with its account and its network, and the second time as the same user', async () => {
    const { session, wallet, provider } = await open({ eth_chainId: '0x2105' })
    const source = fromEip1193(provider)
    const { user } = await signInWithWallet(session, { ...site, wallet: source, walletName: 'metamask' })
    expect([user.newUser, session.user?.verifiedCredentials]).toMatchObject([
      true,
      [{ address: wallet.address, wallet_name: 'metamask', wallet_provider: 'browserExtension' }],
    ])
    await session.signOut()
    expect((await signInWithWallet(session, { ...site, wallet: source })).user.id).toBe(user.id)
  })

  it('signs the text of EIP-4361 with checksum, network and statement', async () => {
    const sign = vi.fn(() => '0x')
    const { session, wallet, provider } = await open({ eth_chainId: '0x2105', personal_sign: sign })
    await rejection(signInWithWallet(session, { ...site, wallet: fromEip1193(provider) }))
    const [[params]] = sign.mock.calls as unknown as [[[data: string, address: string]]]
    const lines = Buffer.from(params[0].slice(2), 'hex').toString().split('\n')
    expect(lines.slice(0, 7)).toEqual([
      'app.example.com wants you to sign in with your Ethereum account:',
      wallet.address,
      '',
      'Sign in to Example.',
      '',
      'URI: https://app.example.com',
      'Version: 1',
    ])
    expect([lines[7], params[1]]).toEqual(['Chain ID: 8453', wallet.address.toLowerCase()])
  })

  it.each([
    ['without 0x', (signature: string) => signature.slice(2)],
    [
      'with 0 or 1 at its end, as hardware wallets do',
      (signature: string) => `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`,
    ],
  ])('may spell its signature %s', async (_, spell) => {
    const { session, wallet, provider } = await open({
      personal_sign: async ([data = '']: string[]) =>
        spell(await wallet.sign(Buffer.from(data.slice(2), 'hex').toString())),
    })
    await signInWithWallet(session, { ...site, wallet: fromEip1193(provider) })
    expect(formats(session)).toEqual(['blockchain'])
  })

  it('signs with the account that the app asks for, in any case of letters', async () => {
    const { world, wallet, session } = await open()
    const second = await world.mock.wallets.evm()
    const { provider } = createProvider([wallet, second])
    const account = second.address.toUpperCase().replace('X', 'x')
    await signInWithWallet(session, { ...site, account, wallet: fromEip1193(provider, { chain: 'ETH' }) })
    expect(session.user?.verifiedCredentials.map(({ address }) => address)).toEqual([second.address])
  })

  it('fails as other_account without the account that the app asks for, before the person signs', async () => {
    const { world, session, provider, asked } = await open()
    const { address: account } = await world.mock.wallets.evm()
    const signingIn = signInWithWallet(session, { ...site, account, wallet: fromEip1193(provider) })
    expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'other_account' })
    expect(asked).toEqual(['eth_requestAccounts'])
  })

  it.each([8453, '8453', '0x2105'])('fails as wrong_chain on another network than %s', async (chainId) => {
    const { session, provider, asked } = await open()
    const signingIn = signInWithWallet(session, { ...site, chainId, wallet: fromEip1193(provider) })
    expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'wrong_chain' })
    expect(asked).not.toContain('personal_sign')
    await signInWithWallet(session, { ...site, chainId: '0x1', wallet: fromEip1193(provider) })
    expect(session.state).toBe('signedIn')
  })

  it.each([[[]], [null]])('fails as locked when it gives the accounts %j', async (accounts) => {
    const { session, provider } = await open({ eth_requestAccounts: accounts })
    const signingIn = signInWithWallet(session, { ...site, wallet: fromEip1193(provider) })
    expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'locked' })
  })

  it.each([
    ['cancelled', 'personal_sign', { code: 4001, message: 'MetaMask Personal Message Signature: User denied.' }],
    ['request_pending', 'eth_requestAccounts', { code: -32002, message: 'Already processing eth_requestAccounts.' }],
    ['locked', 'eth_chainId', { code: 4100, message: 'The account has not been authorized.' }],
    ['disconnected', 'eth_chainId', { code: 4900, message: 'The provider is disconnected.' }],
    ['wallet_failed', 'personal_sign', { code: -32603, message: 'Internal JSON-RPC error.' }],
  ])('fails as %s by what %s throws, which stays the cause', async (reason, method, cause) => {
    const { session, provider, world } = await open({ [method]: fails(cause) })
    const error = await rejection(signInWithWallet(session, { ...site, wallet: fromEip1193(provider) }))
    expect(error).toMatchObject({ name: 'SignInError', reason, cause })
    expect([session.state, world.sent]).toEqual(['signedOut', ['/nonce']])
  })

  it.each([[undefined], [null], [''], [{ signature: '0x' }]])(
    'fails as no_signature when it replies %j in the place of a signature',
    async (reply) => {
      const { session, provider, world } = await open({ personal_sign: reply })
      const error = await rejection(signInWithWallet(session, { ...site, wallet: fromEip1193(provider) }))
      expect(error).toMatchObject({ name: 'SignInError', reason: 'no_signature' })
      expect([session.state, world.sent]).toEqual(['signedOut', ['/nonce']])
    },
  )

  it('is refused with the signature of another account', async () => {
    const { world, session, wallet } = await open()
    const other = await world.mock.wallets.evm()
    const { provider } = createProvider([{ ...wallet, sign: other.sign }])
    const error = await rejection(signInWithWallet(session, { ...site, wallet: fromEip1193(provider) }))
    expect([error, session.state]).toMatchObject([{ status: 422, code: 'other_verify_failure' }, 'signedOut'])
  })

  it('tells a wrong statement before it asks the person to sign', async () => {
    const { session, provider, asked } = await open()
    const options = { ...site, statement: 'Give me 10 % of it.', wallet: fromEip1193(provider) }
    expect(await rejection(signInWithWallet(session, options))).toBeInstanceOf(SyntaxError)
    expect(asked).not.toContain('personal_sign')
  })

  it('sends nothing after the caller has aborted, whatever it answers then', async () => {
    const { world, provider } = await open({ personal_sign: fails({ code: 4001 }) })
    const { api, signal } = abortedByCall(world)
    const options = { ...site, signal, wallet: fromEip1193(provider) }
    expect(await rejection(signInWithWallet(world.open({ api }), options))).toBe('gone')
    expect(world.sent.filter((path) => path.endsWith('/verify'))).toEqual([])
  })

  it('is linked, and moved from another user by the signature that the person has given', async () => {
    const { world, session, provider, asked } = await open()
    const wallet = fromEip1193(provider)
    const { user: first } = await signInWithWallet(session, { ...site, wallet })
    const own = createProvider([await world.mock.wallets.evm()])
    await linkWallet(session, { ...site, wallet: fromEip1193(own.provider) })
    await session.signOut()
    await world.signIn(session, 'grace@example.com')
    expect(await rejection(linkWallet(session, { ...site, wallet }))).toMatchObject({ code: 'reassign_wallet_confirm' })
    asked.length = 0
    const confirmTransfer = vi.fn(() => true)
    const { user } = await linkWallet(session, { ...site, wallet, confirmTransfer })
    expect([user.id === first.id, formats(session), confirmTransfer.mock.calls.length]).toEqual([
      false,
      ['blockchain', 'email'],
      1,
    ])
    expect(asked.filter((method) => method === 'personal_sign')).toHaveLength(1)
  })

  it.each([[undefined], [[]], [fails({ code: 4200 })]])(
    'tells no account while it answers %s, and then each one that the person selects',
    async (reply) => {
      const { wallet, provider, select } = await open({ eth_accounts: reply })
      const calls = followed(fromEip1193(provider), () => select([wallet.address]))
      await new Promise((resolve) => setImmediate(resolve))
      expect(calls).toEqual([[wallet.address]])
    },
  )

  it('is no wallet by itself: a sign-in says which function it needs', async () => {
    const { session, provider } = await open()
    for (const wallet of [provider, undefined]) {
      const error = await rejection(signInWithWallet(session, { ...site, wallet: wallet as never }))
      expect(String(error)).toBe('TypeError: "wallet" must be a wallet, such as fromEip1193(window.ethereum).')
    }
  })
})
