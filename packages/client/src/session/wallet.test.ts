import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSignInMessage } from './signInMessage.ts'
import { abortedByCall, createSessionWorld } from './test/sessionWorld.ts'
import { formats } from './test/signIn.ts'
import { createSilence } from './test/silence.ts'
import { linkWallet, prefetchWallet, signInWithWallet } from './wallet.ts'

const account = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const issued = '32891756'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('wallets', () => {
  it('sign in by a signed message, the second time as the same user', async () => {
    const world = await createSessionWorld()
    const wallet = await world.mock.wallets.evm()
    const session = world.open()
    await prefetchWallet(session, { chain: 'EVM', publicWalletAddress: wallet.address })
    const options = {
      address: wallet.address,
      domain: 'app.example.com',
      statement: 'Sign in to Example.',
      walletName: 'metamask',
      sign: (message: string) => wallet.sign(message),
    }
    const { user } = await signInWithWallet(session, options)
    expect([user.newUser, formats(session)]).toEqual([true, ['blockchain']])
    await session.signOut()
    expect((await signInWithWallet(session, options)).user.id).toBe(user.id)
  })

  it.each([
    ['small letters', (address: string) => address.toLowerCase()],
    ['capitals', (address: string) => `0x${address.slice(2).toUpperCase()}`],
  ])('sign in and are linked with an address in %s and the network in hex, as wallets answer', async (_, spell) => {
    const world = await createSessionWorld()
    const [wallet, other] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    const session = world.open()
    const asked = ({ address, sign }: typeof wallet) => ({
      address: spell(address),
      chainId: '0xAa36a7',
      domain: 'app.example.com',
      sign,
    })
    const { user } = await signInWithWallet(session, asked(wallet))
    await linkWallet(session, { ...asked(other), chain: 'ETH' })
    expect(session.user?.verifiedCredentials.map(({ address }) => address)).toEqual([wallet.address, other.address])
    await session.signOut()
    expect((await signInWithWallet(session, { ...asked(wallet), address: wallet.address })).user.id).toBe(user.id)
  })

  it('are told that an address is mistyped, which no checksum hides, before the person signs', async () => {
    const world = await createSessionWorld()
    const { address } = await world.mock.wallets.evm()
    const sign = vi.fn(() => '0x')
    const mistyped = address.replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const signingIn = signInWithWallet(world.open(), { address: mistyped, domain: 'app.example.com', sign })
    const error = await rejection(signingIn)
    expect(error).toBeInstanceOf(SyntaxError)
    expect(String(error)).toContain('if it is wrong, a character of the address is mistyped')
    expect(sign).not.toHaveBeenCalled()
  })

  it('are told which line of their own message is wrong', async () => {
    const world = await createSessionWorld()
    const { address, sign } = await world.mock.wallets.evm()
    const message = ({ nonce }: { nonce: string }) =>
      createSignInMessage({ address, nonce, domain: 'app.example.com' }).replace(address, address.toLowerCase())
    const error = await rejection(signInWithWallet(world.open(), { address, message, sign }))
    expect(error).toMatchObject({ status: 422, code: 'invalid_verification' })
    expect(String(error)).toContain('The second line of the sign-in message, the address, has to be')
  })

  it('are refused with the signature of another wallet', async () => {
    const world = await createSessionWorld()
    const [wallet, other] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
    const session = world.open()
    const error = await rejection(
      signInWithWallet(session, {
        address: wallet.address,
        domain: 'app.example.com',
        sign: (message) => other.sign(message),
      }),
    )
    expect([error, session.state]).toMatchObject([{ status: 422, code: 'other_verify_failure' }, 'signedOut'])
  })

  describe('of another user', () => {
    async function openOwned() {
      const world = await createSessionWorld()
      const [wallet, own] = [await world.mock.wallets.evm(), await world.mock.wallets.evm()]
      const sign = vi.fn((message: string) => wallet.sign(message))
      const options = { address: wallet.address, domain: 'app.example.com', sign }
      const session = world.open()
      await signInWithWallet(session, options)
      await linkWallet(session, { ...options, address: own.address, sign: (message) => own.sign(message) })
      await session.signOut()
      await world.signIn(session, 'grace@example.com')
      sign.mockClear()
      return { world, session, options, sign }
    }
    const refusal = { name: 'ApiError', status: 422, code: 'reassign_wallet_confirm' }

    it('move when the person confirms, by the signature that they have made', async () => {
      const { session, options, sign } = await openOwned()
      const confirmTransfer = vi.fn(async () => true)
      const { user } = await linkWallet(session, { ...options, confirmTransfer })
      expect(user.verifiedCredentials.map(({ address }) => address)).toContain(options.address)
      expect([sign.mock.calls.length, confirmTransfer.mock.calls]).toMatchObject([1, [[refusal]]])
    })

    it('stay where they are when the person does not, and when nobody asks', async () => {
      const { world, session, options } = await openOwned()
      for (const confirmTransfer of [() => false, undefined])
        expect(await rejection(linkWallet(session, { ...options, confirmTransfer }))).toMatchObject(refusal)
      expect(world.sent.filter((path) => path.endsWith('/transfer'))).toEqual([])
      expect(formats(session)).toEqual(['email'])
    })

    it('are no question where the service refuses for another reason', async () => {
      const { session, options } = await openOwned()
      const confirmTransfer = vi.fn(() => true)
      const faulty = linkWallet(session, { ...options, sign: () => '0x', confirmTransfer })
      expect(await rejection(faulty)).toMatchObject({ status: 422, code: 'other_verify_failure' })
      expect(confirmTransfer).not.toHaveBeenCalled()
    })

    it.each([true, new Error('left')])(
      'stay there when the caller gives up the question, and then comes %o',
      async (late) => {
        const { world, session, options } = await openOwned()
        const { ask, signal, giveUp, answerLate } = createSilence<boolean>()
        expect(await giveUp(linkWallet(session, { ...options, signal, confirmTransfer: ask }))).toBe('gone')
        await answerLate(late)
        expect(world.sent.filter((path) => path.endsWith('/transfer'))).toEqual([])
        expect(formats(session)).toEqual(['email'])
      },
    )
  })

  it("of other chains sign the same text with the chain's name, or a text of the caller", async () => {
    const world = await createSessionWorld()
    const [sol, ton] = [await world.mock.wallets.sol(), await world.mock.wallets.ton()]
    const session = world.open()
    await signInWithWallet(session, {
      address: sol.address,
      chain: 'SOL',
      chainName: 'Solana',
      chainId: 'mainnet',
      domain: 'app.example.com',
      walletName: 'phantom',
      sign: (message) => sol.sign(message),
    })
    expect(session.user?.verifiedCredentials[0]).toMatchObject({ address: sol.address })
    await linkWallet(session, {
      address: ton.address,
      chain: 'TON',
      walletName: 'tonkeeper',
      message: ({ nonce }) => ton.message({ nonce }),
      sign: (message) => ton.sign(message),
    })
    expect(formats(session)).toEqual(['blockchain', 'blockchain'])
  })

  it('of other chains need the name of the chain and of its network, before the person signs', async () => {
    const world = await createSessionWorld()
    const { address } = await world.mock.wallets.sol()
    const sign = vi.fn(() => '0x')
    const options = { address, chain: 'SOL', domain: 'app.example.com', sign } as const
    const errors = [
      await rejection(signInWithWallet(world.open(), options)),
      await rejection(signInWithWallet(world.open(), { ...options, chainName: 'Solana' })),
    ]
    expect(errors.map(String)).toEqual([
      'SyntaxError: A wallet of SOL needs `chainName` and `chainId`, or a `message` function.',
      'SyntaxError: Failed to write the message: `chainId` is required for Solana, such as mainnet.',
    ])
    expect(sign).not.toHaveBeenCalled()
  })

  it('sign the text of EIP-4361, field by field', () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-15T09:30:00.000Z') })
    const input = { address: account, nonce: issued, domain: 'app.example.com' }
    expect(createSignInMessage(input)).toBe(
      [
        'app.example.com wants you to sign in with your Ethereum account:',
        account,
        '',
        '',
        'URI: https://app.example.com',
        'Version: 1',
        'Chain ID: 1',
        `Nonce: ${issued}`,
        'Issued At: 2026-01-15T09:30:00.000Z',
      ].join('\n'),
    )
    const all = {
      ...input,
      chainId: 'mainnet',
      chainName: 'Solana',
      uri: 'https://example.com/in',
      statement: 'Sign in to Example.',
      issuedAt: '2026-01-15T09:30:01.000Z',
      resources: ['https://example.com/a', 'https://example.com/b'],
    }
    expect(createSignInMessage({ ...input, chainId: '0x2105' }).split('\n')[6]).toBe('Chain ID: 8453')
    expect(createSignInMessage(all)).toBe(
      [
        'app.example.com wants you to sign in with your Solana account:',
        account,
        '',
        'Sign in to Example.',
        '',
        'URI: https://example.com/in',
        'Version: 1',
        'Chain ID: mainnet',
        `Nonce: ${issued}`,
        'Issued At: 2026-01-15T09:30:01.000Z',
        'Resources:',
        '- https://example.com/a',
        '- https://example.com/b',
      ].join('\n'),
    )
  })

  it('sign for the page, if no other domain is chosen', () => {
    vi.stubGlobal('location', { host: 'app.example.com:8080', origin: 'http://app.example.com:8080' })
    const lines = (domain?: string) => createSignInMessage({ address: account, nonce: issued, domain }).split('\n')
    expect([lines()[0], lines()[4]]).toEqual([
      'app.example.com:8080 wants you to sign in with your Ethereum account:',
      'URI: http://app.example.com:8080',
    ])
    expect(lines('other.example')[4]).toBe('URI: https://other.example')
  })

  it('send what the caller says of them, and each field of the message', async () => {
    const world = await createSessionWorld()
    const bodies: unknown[] = []
    const api = world.api.with({
      fetch(url, init) {
        if (url.endsWith('/verify')) bodies.push(JSON.parse(`${init?.body}`))
        return world.mock.fetch(url, init)
      },
    })
    const session = world.open({ api })
    const message = {
      address: '0x1',
      chainId: 5,
      domain: 'app.example.com',
      uri: 'https://example.com/in',
      statement: 'Sign in to Example.',
      chainName: 'Example',
      issuedAt: '2026-01-15T09:30:00.000Z',
      resources: ['https://example.com/a'],
    }
    const sign = () => '0x2'
    await rejection(signInWithWallet(session, { ...message, sign }))
    await rejection(
      signInWithWallet(session, { ...message, chain: 'TON', walletName: 'a', walletProvider: 'qrCode', sign }),
    )
    const [{ messageToSign }] = bodies as [{ messageToSign: string }]
    expect(messageToSign).toBe(createSignInMessage({ ...message, nonce: /Nonce: (.*)/.exec(messageToSign)?.[1] ?? '' }))
    const common = { messageToSign: expect.any(String), signedMessage: '0x2', publicWalletAddress: '0x1' }
    expect(bodies).toEqual([
      { ...common, chain: 'EVM', walletName: 'unknown', walletProvider: 'browserExtension' },
      { ...common, chain: 'TON', walletName: 'a', walletProvider: 'qrCode' },
    ])
  })

  it('do not sign without a nonce, which only the service gives', async () => {
    const world = await createSessionWorld()
    const api = world.api.with({ fetch: async () => Response.json({}) })
    const sign = vi.fn<() => string>()
    const signingIn = signInWithWallet(world.open({ api }), { address: account, domain: 'app.example.com', sign })
    expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'no_nonce' })
    expect(sign).not.toHaveBeenCalled()
  })

  it('do not ask the person after the caller has aborted', async () => {
    const world = await createSessionWorld()
    const { api, signal } = abortedByCall(world)
    const sign = vi.fn<() => never>()
    expect(
      await rejection(
        signInWithWallet(world.open({ api }), {
          address: account,
          domain: 'app.example.com',
          signal,
          sign,
        }),
      ),
    ).toBe('gone')
    expect(sign).not.toHaveBeenCalled()
  })

  it('send nothing after the caller has aborted while the person signs', async () => {
    const world = await createSessionWorld()
    const controller = new AbortController()
    const sign = () => {
      controller.abort('gone')
      return '0x2'
    }
    const options = { address: account, domain: 'app.example.com', signal: controller.signal, sign }
    expect(await rejection(signInWithWallet(world.open(), options))).toBe('gone')
    expect(world.sent).toEqual(['/nonce'])
  })

  it('need a domain outside of a page', () => {
    expect(() => createSignInMessage({ address: account, nonce: issued })).toThrow('`domain` is required')
  })
})
