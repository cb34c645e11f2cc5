import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { claimsOf, siteHeaders as headers, walletPeople } from '../../../test/people/walletPeople.ts'
import type { TestWallet, Wallets } from '../../control/device/walletControl.ts'

const host = createHost()
const { signed, verify, person, eventsNow } = walletPeople(host)
const notHere = { status: 422, code: 'invalid_verification' }
const notSigned = { status: 422, code: 'other_verify_failure' }

let wallet: TestWallet
beforeEach(async () => {
  wallet = await host.mock.wallets.evm()
})

const eventNames = async () => (await eventsNow()).map(({ eventName }) => eventName).sort()

/** Every letter in its other case, so that a checksum of capitals (EIP-55) is wrong. */
function otherCase(text: string): string {
  return text.replace(/[a-f]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

describe('walletSignIn.verify', () => {
  it('creates a user with a wallet and a session, which all show in the administration', async () => {
    const { user, jwt } = await verify(wallet, {
      walletName: 'metamask',
      additionalWalletAddresses: [{ address: wallet.address, type: 'payment' }],
    })
    expect(user).toMatchObject({
      newUser: true,
      verifiedCredentials: [
        {
          format: 'blockchain',
          address: wallet.address,
          chain: 'eip155',
          signInEnabled: true,
          lastSelectedAt: '2026-01-15T09:30:00.000Z',
        },
      ],
    })
    expect(user.lastVerifiedCredentialId).toBe(user.verifiedCredentials[0]?.id)
    const {
      body: {
        wallets: [storedWallet],
      },
    } = await host.call('wallets.listByUser', { params: { userId: user.id } })
    expect(storedWallet).toMatchObject({
      name: 'metamask',
      chain: 'EVM',
      publicKey: wallet.address,
      provider: 'browserExtension',
      lastSelectedAt: '2026-01-15T09:30:00.000Z',
    })
    expect(claimsOf(jwt)).toMatchObject({
      verified_account: { address: wallet.address, wallet_name: 'metamask' },
      last_authenticated_account_id: storedWallet?.id,
      aud: headers.origin,
    })
    expect((await host.call('users.get', { params: { userId: user.id } })).body.user).toMatchObject({
      walletPublicKey: wallet.address,
      wallet: 'metamask',
      chain: 'EVM',
      wallets: [{ id: storedWallet?.id }],
    })
    expect(await eventNames()).toEqual(['user.created', 'user.session.created'])
  })

  it('finds the user by the wallet the next time, and by one that a server has linked', async () => {
    const first = await verify(wallet)
    await host.mock.clock.advance({ hours: 1 })
    const second = await verify(wallet, { additionalWalletAddresses: [{ address: 'bc1qsecond', type: 'ordinals' }] })
    expect(second.user).toMatchObject({
      id: first.user.id,
      newUser: false,
      verifiedCredentials: [
        { lastSelectedAt: '2026-01-15T10:30:00.000Z', wallet_additional_addresses: [{ address: 'bc1qsecond' }] },
      ],
    })
    const other = await host.mock.wallets.sol()
    const { id } = await host.mock.create.user({ email: 'ada@example.com' })
    await host.mock.create.wallet(id, { publicWalletAddress: other.address, chain: 'SOL', walletName: 'phantom' })
    expect((await verify(other)).user).toMatchObject({ id, newUser: true, email: 'ada@example.com' })
  })

  it.each([
    'eth',
    'sol',
    'eclipse',
    'btc',
    'cosmos',
    'flow',
    'algo',
    'stark',
    'sui',
    'aptos',
    'tron',
    'ton',
    'spark',
  ] as (keyof Wallets)[])('signs in with a wallet of %s', async (chain) => {
    const wallet = await host.mock.wallets[chain]()
    const { user } = await verify(wallet)
    expect(user.verifiedCredentials).toMatchObject([{ address: wallet.address }])
    expect((await host.call('wallets.listByUser', { params: { userId: user.id } })).body.wallets).toMatchObject([
      { publicKey: wallet.address, chain: chain.toUpperCase() },
    ])
  })

  it('accepts a signature once', async () => {
    const body = await signed(wallet)
    await host.call('walletSignIn.verify', { body, headers })
    expect(await host.refuse('walletSignIn.verify', { body, headers })).toMatchObject(notHere)
  })

  it('refuses a nonce of another environment, and does not use it up', async () => {
    const { live } = host.mock.defaults.environments
    const {
      body: { nonce },
    } = await host.call('nonces.create', { params: { environmentId: live.id } })
    const body = await signed(wallet, { nonce: nonce as string })
    expect(await host.refuse('walletSignIn.verify', { body, headers })).toMatchObject(notHere)
    expect(
      (await host.call('walletSignIn.verify', { params: { environmentId: live.id }, body, headers })).body.user.newUser,
    ).toBe(true)
  })

  it('names the wrong claim of a message', async () => {
    const cases: [Parameters<typeof signed>[1], string][] = [
      [{ issuedAt: '2026-01-15T09:00:00Z' }, 'issued at 2026-01-15T09:00:00.000Z'],
      [{ expirationTime: '2026-01-15T09:29:00Z' }, 'expired at 2026-01-15T09:29:00.000Z'],
      [{ notBefore: '2026-01-15T09:31:00Z' }, 'valid from 2026-01-15T09:31:00.000Z'],
      [{ origin: 'https://evil.example.net' }, 'written for the site evil.example.net'],
      [{ uri: 'https://evil.example.net' }, 'URI of the message'],
      [
        { chainId: '100' },
        'names the network 100, which this environment does not know. The operation customNetworks.create adds a network.',
      ],
      [{ network: 'the second one' }, 'names a network, which this environment does not know.'],
      [{ nonce: 'k3Vq8ZrT2mXw9LbNs4Hd' }, 'The nonce of this message'],
    ]
    for (const [input, says] of cases) {
      const { status, code, body } = await host.refuse('walletSignIn.verify', {
        body: await signed(wallet, input),
        headers,
      })
      expect({ status, code, body }, says).toMatchObject({ ...notHere, body: { error: expect.stringContaining(says) } })
    }
    expect((await host.call('users.list')).body.count).toBe(0)
  })

  it('accepts the sites that the environment lists, and every site if it lists none', async () => {
    const at = async (origin: string) => ({ body: await signed(wallet, { origin }), headers: { origin } })
    expect((await host.call('walletSignIn.verify', await at('https://any.example.net'))).status).toBe(200)
    await host.mock.create.origin('https://*.example.com')
    expect((await host.call('walletSignIn.verify', await at('https://app.example.com'))).status).toBe(200)
    for (const origin of ['https://any.example.net', 'http://app.example.com', 'https://a.app.example.com']) {
      expect(await host.refuse('walletSignIn.verify', await at(origin)), origin).toMatchObject(notHere)
    }
  })

  it('accepts the networks of the settings and of the organization', async () => {
    expect((await verify(wallet, { chainId: '8453', network: '8453' })).user.newUser).toBe(true)
    expect(
      await host.refuse('walletSignIn.verify', {
        body: await signed(wallet, { chainId: '1', network: '8453' }),
        headers,
      }),
    ).toMatchObject(notHere)
    expect((await verify(wallet, { chainId: '1', network: 'eip155:1' })).user.newUser).toBe(false)
    expect(
      await host.refuse('walletSignIn.verify', { body: await signed(wallet, { chainId: '424242' }), headers }),
    ).toMatchObject(notHere)
    const { chains } = host.mock.settings.get()
    await host.mock.settings.patch({
      chains: chains.map((chain) =>
        chain.name === 'evm'
          ? { ...chain, networks: [{ networkId: 424242, chainName: 'Test', enabled: false }] }
          : chain,
      ),
    })
    expect((await verify(wallet, { chainId: '424242' })).user.newUser).toBe(false)
    await host.mock.settings.patch({
      chains: chains.map((chain) => (chain.name === 'evm' ? { ...chain, enabled: false } : chain)),
    })
    expect(await host.refuse('walletSignIn.verify', { body: await signed(wallet), headers })).toMatchObject(notHere)
  })

  it('refuses malformed addresses, embedded wallets, and signatures that do not fit', async () => {
    const body = await signed(wallet)
    const wrong = [
      [{ publicWalletAddress: '0x1234' }, 'invalid_chain_address_match'],
      [{ publicWalletAddress: `0x${otherCase(wallet.address.slice(2))}` }, 'invalid_chain_address_match'],
      [{ walletProvider: 'embeddedWallet' }, 'provider_not_available'],
      [{ messageToSign: 'Let me in.' }, 'invalid_verification'],
      [{ signedMessage: '0x' }, 'other_verify_failure'],
      [{ signedMessage: body.signedMessage.slice(0, 130) }, 'unsupported_signature'],
      [{ signedMessage: await wallet.sign('Another message.') }, 'other_verify_failure'],
    ] as const
    for (const [change, code] of wrong)
      expect(await host.refuse('walletSignIn.verify', { body: { ...body, ...change }, headers }), code).toMatchObject({
        status: 422,
        code,
      })
    expect((await host.call('walletSignIn.verify', { body, headers })).status).toBe(200)
  })

  it('refuses malformed bodies, and environments that do not exist', async () => {
    const body = await signed(wallet)
    for (const bad of [{}, { ...body, chain: 'DOGE' }, { ...body, signedMessage: 1 }, { ...body, isAdmin: true }]) {
      expect(await host.refuse('walletSignIn.verify', { body: bad })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    expect(
      await host.refuse('walletSignIn.verify', {
        params: { environmentId: '00000000-0000-7000-8000-00000000dead' },
        body,
      }),
    ).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    const body = await signed(wallet)
    expect(await host.refuse('walletSignIn.verify', { body, headers })).toMatchObject(notHere)
    expect(
      (await host.call('walletSignIn.verify', { body: { ...body, captchaToken: 'solved' }, headers })).status,
    ).toBe(200)
  })

  it('waits for a second factor if the environment requires one', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const { user, mfaToken } = await verify(wallet)
    expect(user.scope).toContain('requiresAdditionalAuth')
    expect(mfaToken).toEqual(expect.any(String))
  })
})

describe('walletSignIn.verify of a contract wallet', () => {
  it("asks the contract whether it accepts its owner's signature", async () => {
    const { address } = await host.mock.chain.deployWallet({ owners: [wallet.address] })
    expect((await verify(wallet, { address, publicWalletAddress: address })).user).toMatchObject({
      newUser: true,
      verifiedCredentials: [{ address }],
    })
    const smart = await host.mock.wallets.evm({ kind: 'contract' })
    expect((await verify(smart)).user.newUser).toBe(true)
    const stranger = await host.mock.wallets.evm()
    const body = await signed(smart)
    expect(
      await host.refuse('walletSignIn.verify', {
        body: { ...body, signedMessage: await stranger.sign(body.messageToSign) },
        headers,
      }),
    ).toMatchObject(notSigned)
  })

  it('reports a wallet that is not deployed, until it is or the signature contains its deployment', async () => {
    const planned = await host.mock.wallets.evm({ kind: 'counterfactual' })
    const owner = await host.mock.wallets.evm({ secret: planned.secret })
    const body = await signed(planned)
    const bare = { ...body, signedMessage: await owner.sign(body.messageToSign) }
    expect(await host.refuse('walletSignIn.verify', { body: bare, headers })).toMatchObject({
      status: 422,
      code: 'wallet_not_deployed',
    })
    expect((await host.call('walletSignIn.verify', { body, headers })).body.user.newUser).toBe(true)
    await host.mock.chain.deployWallet({ address: planned.address, owners: [owner.address] })
    const again = await signed(planned)
    expect(
      (
        await host.call('walletSignIn.verify', {
          body: { ...again, signedMessage: await owner.sign(again.messageToSign) },
          headers,
        })
      ).body.user.newUser,
    ).toBe(false)
  })
})

describe('walletSignIn.verify and access rules', () => {
  it('evaluates gates with the wallet that signs in, and stores nothing about refused people', async () => {
    const contractAddress = `0x${'c'.repeat(40)}`
    await host.mock.create.gate({
      outcome: 'siteAccess',
      rules: [{ type: 'nft', address: { networkId: 1, contractAddress } }],
    })
    expect(await host.refuse('walletSignIn.verify', { body: await signed(wallet), headers })).toMatchObject({
      status: 403,
      code: 'gate_access_required',
      body: { payload: { walletPublicKey: wallet.address } },
    })
    expect((await host.call('users.list')).body.count).toBe(0)
    await host.mock.chain.grantNft({ owner: wallet.address, networkId: 1, contractAddress })
    expect((await verify(wallet)).user.newUser).toBe(true)
  })

  it('matches an allowlist by the wallet that signs in', async () => {
    const { id } = await host.mock.create.allowlist({ outcome: 'siteAccess' })
    expect(await host.refuse('walletSignIn.verify', { body: await signed(wallet), headers })).toMatchObject({
      status: 403,
      code: 'not_on_allowlist',
    })
    await host.mock.create.allowlistEntry(id, { walletPublicKey: wallet.address })
    expect((await verify(wallet)).user.lists).toHaveLength(1)
  })

  it('refuses a sanctioned address, creates no user, and stores the check until there is one', async () => {
    await host.call('screening.enable')
    await host.mock.chain.sanction(wallet.address)
    const body = await signed(wallet)
    expect(await host.refuse('walletSignIn.verify', { body, headers })).toMatchObject({
      status: 403,
      code: 'screening_blocked',
      body: { payload: { walletPublicKey: wallet.address } },
    })
    expect((await host.call('users.list')).body.count).toBe(0)
    expect(await eventNames()).toEqual([])
    await host.mock.chain.pardon(wallet.address)
    const { user } = await verify(wallet)
    const { body: shown } = await host.call('users.get', { params: { userId: user.id } })
    expect(shown.user?.screeningChecks).toMatchObject([
      { result: 'BLOCKED', walletPublicKey: wallet.address },
      { result: 'OK', walletPublicKey: wallet.address },
    ])
  })

  it("screens the wallet that signs in and the user's other wallets", async () => {
    await host.call('screening.enable')
    const { user } = await person(wallet)
    const other = await host.mock.create.wallet(user.id)
    await host.mock.chain.sanction(other.publicKey as string)
    expect(await host.refuse('walletSignIn.verify', { body: await signed(wallet), headers })).toMatchObject({
      status: 403,
      body: { payload: { walletPublicKey: other.publicKey } },
    })
  })
})

describe('walletSignIn.prefetch', () => {
  it('accepts an address of the chain, and changes nothing', async () => {
    const { status, body } = await host.call('walletSignIn.prefetch', {
      body: { chain: 'EVM', publicWalletAddress: wallet.address },
    })
    expect({ status, body }).toEqual({ status: 202, body: undefined })
    expect(await eventNames()).toEqual([])
    expect((await host.call('visits.listVisitors')).body.count).toBe(0)
  })

  it('refuses other addresses, malformed bodies and unknown environments', async () => {
    expect(
      (await host.refuse('walletSignIn.prefetch', { body: { chain: 'SOL', publicWalletAddress: wallet.address } }))
        .status,
    ).toBe(400)
    expect((await host.refuse('walletSignIn.prefetch', { body: { chain: 'EVM' } })).status).toBe(400)
    const unknown = await host.refuse('walletSignIn.prefetch', {
      params: { environmentId: '00000000-0000-7000-8000-00000000dead' },
      body: { chain: 'EVM', publicWalletAddress: wallet.address },
    })
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 404, body: undefined })
  })
})
