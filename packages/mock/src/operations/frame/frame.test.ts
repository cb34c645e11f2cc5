import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { TestMessage, TestWallet } from '../../control/device/walletControl.ts'

const host = createHost()
const headers = { origin: 'https://app.example.com' }
const operations = ['frame.signIn', 'frame.verify'] as const
const notHere = { status: 422, code: 'invalid_verification' }

let wallet: TestWallet
beforeEach(async () => {
  await host.mock.create.provider({ provider: 'farcaster' })
  wallet = await host.mock.wallets.evm()
  await host.mock.chain.registerFarcaster({
    fid: 4242,
    address: wallet.address,
    username: 'ada',
    displayName: 'Ada',
    photo: 'https://img.example.com/ada.png',
  })
})

async function signed(by = wallet, message: Partial<TestMessage> = {}, body: Record<string, unknown> = {}) {
  const nonce = message.nonce ?? ((await host.call('nonces.create')).body.nonce as string)
  const text = by.message({
    statement: 'Farcaster Auth',
    chainId: '10',
    resources: ['farcaster://fid/4242'],
    ...message,
    nonce,
  })
  return {
    address: by.address,
    domain: 'app.example.com',
    nonce,
    message: text,
    signature: await by.sign(text),
    ...body,
  }
}

async function reader(email = 'grace@example.com') {
  const { id } = await host.mock.create.user({ email })
  return { id, token: (await host.mock.signIn(id)).token }
}

/** The operation's caller: nobody for the sign-in, somebody with a session for the link. */
const tokenFor = async (id: (typeof operations)[number]) => (id === 'frame.verify' ? (await reader()).token : null)

describe('frame.signIn', () => {
  it('creates a user with the account, and finds the user by it the next time', async () => {
    const {
      body: { user },
    } = await host.call('frame.signIn', { body: await signed(), headers })
    expect(user).toMatchObject({
      newUser: true,
      verifiedCredentials: [
        {
          format: 'oauth',
          oauth_provider: 'farcaster',
          oauth_account_id: '4242',
          oauth_username: 'ada',
          oauth_display_name: 'Ada',
          oauth_account_photos: ['https://img.example.com/ada.png'],
        },
      ],
    })
    expect((await host.call('users.get', { params: { userId: user.id } })).body.user?.oauthAccounts).toMatchObject([
      { provider: 'farcaster', accountUsername: 'ada' },
    ])
    expect((await host.call('wallets.listByUser', { params: { userId: user.id } })).body.wallets).toEqual([])
    expect((await host.call('events.list')).body.map(({ eventName }) => eventName).sort()).toEqual([
      'user.created',
      'user.session.created',
    ])
    const again = (await host.call('frame.signIn', { body: await signed(), headers })).body.user
    expect(again).toMatchObject({ id: user.id, newUser: false })
  })

  it('follows the account to another custody address', async () => {
    const {
      body: { user },
    } = await host.call('frame.signIn', { body: await signed(), headers })
    const next = await host.mock.wallets.evm({ kind: 'contract' })
    await host.mock.chain.registerFarcaster({ fid: 4242, address: next.address })
    expect((await host.refuse('frame.signIn', { body: await signed(), headers })).code).toBe('other_verify_failure')
    expect((await host.call('frame.signIn', { body: await signed(next), headers })).body.user.id).toBe(user.id)
  })

  it('evaluates allowlists with the account', async () => {
    const { id } = await host.mock.create.allowlist({ outcome: 'siteAccess' })
    expect(await host.refuse('frame.signIn', { body: await signed(), headers })).toMatchObject({
      status: 403,
      code: 'not_on_allowlist',
    })
    await host.mock.create.allowlistEntry(id, { farcasterFid: 4242 })
    expect((await host.call('frame.signIn', { body: await signed(), headers })).body.user.newUser).toBe(true)
  })

  it('asks for a solved CAPTCHA where the environment does', async () => {
    await host.mock.settings.patch({ security: { captcha: { enabled: true } } })
    expect(await host.refuse('frame.signIn', { body: await signed(), headers })).toMatchObject(notHere)
    expect(
      (await host.call('frame.signIn', { body: await signed(wallet, {}, { captchaToken: 'solved' }), headers })).status,
    ).toBe(200)
  })

  it('does not find an unknown environment', async () => {
    const params = { environmentId: '00000000-0000-7000-8000-00000000dead' }
    expect(await host.refuse('frame.signIn', { params, body: await signed(), headers })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })
})

describe('frame.verify', () => {
  it('links the account to the signed-in user, who can then sign in with it', async () => {
    const { id, token } = await reader()
    const {
      body: { user },
    } = await host.call('frame.verify', { body: await signed(), headers, token })
    expect(user).toMatchObject({
      id,
      verifiedCredentials: [{ format: 'email' }, { format: 'oauth', oauth_account_id: '4242' }],
    })
    expect(
      (await host.call('frame.verify', { body: await signed(), headers, token })).body.user.verifiedCredentials,
    ).toHaveLength(2)
    expect(
      (await host.call('events.list')).body.filter(({ eventName }) => eventName === 'user.social.linked'),
    ).toHaveLength(1)
    expect((await host.call('frame.signIn', { body: await signed(), headers })).body.user.id).toBe(id)
  })

  it("refuses another user's account", async () => {
    await host.call('frame.signIn', { body: await signed(), headers })
    const { token } = await reader()
    expect(await host.refuse('frame.verify', { body: await signed(), headers, token })).toMatchObject({
      status: 422,
      code: 'social_account_already_exists',
    })
  })

  it('needs a session of the environment that has proved its second factor', async () => {
    const { token } = await reader()
    const body = await signed()
    expect(await host.refuse('frame.verify', { body, headers })).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(
      await host.refuse('frame.verify', {
        body,
        headers,
        token,
        params: { environmentId: host.mock.defaults.environments.live.id },
      }),
    ).toMatchObject({ status: 401, code: 'unauthorized' })
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('frame.verify', { body, headers, token })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
    await host.mock.clock.advance({ hours: 2 })
    expect(await host.refuse('frame.verify', { body, headers, token })).toMatchObject({
      status: 401,
      code: 'token_expired',
    })
  })
})

describe.each(operations)('%s', (id) => {
  it('refuses if the provider is not enabled', async () => {
    const {
      body: { providers = [] },
    } = await host.call('sdkSettings.get')
    await host.call('providers.disable', {
      params: { providerId: String(providers.find(({ provider }) => provider === 'farcaster')?.id) },
    })
    expect(await host.refuse(id, { body: await signed(), headers, token: await tokenFor(id) })).toMatchObject({
      status: 422,
      code: 'provider_not_available',
    })
  })

  it('refuses messages of another kind, site, time or account', async () => {
    const token = await tokenFor(id)
    const messages: Partial<TestMessage>[] = [
      { statement: 'Sign in' },
      { chainId: '1' },
      { resources: [] },
      { resources: ['farcaster://fid/4242', 'farcaster://fid/7'] },
      { resources: ['farcaster://fid/04242'] },
      { origin: 'https://evil.example.net', domain: 'evil.example.net' },
      { uri: 'https://evil.example.net' },
      { issuedAt: '2026-01-15T09:19:59Z' },
      { expirationTime: '2026-01-15T09:30:00Z' },
      { notBefore: '2026-01-15T09:30:01Z' },
      { nonce: 'k3Vq8ZrT2mXw9LbNs4Hd' },
    ]
    for (const message of messages)
      expect(
        await host.refuse(id, { body: await signed(wallet, message), headers, token }),
        JSON.stringify(message),
      ).toMatchObject(notHere)
    for (const body of [{ domain: 'evil.example.net' }, { nonce: 'k3Vq8ZrT2mXw9LbNs4Hd' }, { message: 'Let me in.' }]) {
      expect(
        await host.refuse(id, { body: await signed(wallet, {}, body), headers, token }),
        JSON.stringify(body),
      ).toMatchObject(notHere)
    }
    expect(
      await host.refuse(id, { body: await signed(), headers: { origin: 'https://evil.example.net' }, token }),
    ).toMatchObject(notHere)
  })

  it('accepts a nonce once, in its environment only, for five minutes', async () => {
    const token = await tokenFor(id)
    const {
      body: { nonce },
    } = await host.call('nonces.create', { params: { environmentId: host.mock.defaults.environments.live.id } })
    expect(
      await host.refuse(id, { body: await signed(wallet, { nonce: nonce as string }), headers, token }),
    ).toMatchObject(notHere)
    const late = await signed()
    await host.mock.clock.advance({ minutes: 5 })
    expect(await host.refuse(id, { body: late, headers, token })).toMatchObject(notHere)
    const body = await signed()
    await host.call(id, { body, headers, token })
    expect(await host.refuse(id, { body, headers, token })).toMatchObject(notHere)
  })

  it('refuses signatures and addresses of another account', async () => {
    const token = await tokenFor(id)
    const stranger = await host.mock.wallets.evm()
    const body = await signed()
    const failed = { status: 422, code: 'other_verify_failure' }
    expect(
      await host.refuse(id, { body: { ...body, signature: await stranger.sign(body.message) }, headers, token }),
    ).toMatchObject(failed)
    expect(
      await host.refuse(id, { body: { ...body, message: body.message.replace('/4242', '/7') }, headers, token }),
    ).toMatchObject(failed)
    expect(await host.refuse(id, { body: { ...body, address: stranger.address }, headers, token })).toMatchObject(
      failed,
    )
    expect(await host.refuse(id, { body: await signed(stranger), headers, token })).toMatchObject(failed)
    expect(
      await host.refuse(id, { body: await signed(wallet, { resources: ['farcaster://fid/7'] }), headers, token }),
    ).toMatchObject(failed)
    expect(
      await host.refuse(id, { body: { ...body, signature: body.signature.slice(0, 130) }, headers, token }),
    ).toMatchObject({ status: 422, code: 'unsupported_signature' })
    expect(await host.refuse(id, { body: { ...body, address: 'vitalik.eth' }, headers, token })).toMatchObject({
      status: 422,
      code: 'invalid_wallet_address',
    })
    expect((await host.call(id, { body, headers, token })).status).toBe(200)
  })

  it('reports a custody wallet that is not deployed', async () => {
    const planned = await host.mock.wallets.evm({ kind: 'counterfactual' })
    const owner = await host.mock.wallets.evm({ secret: planned.secret })
    const body = await signed(planned)
    const bare = { ...body, signature: await owner.sign(body.message) }
    expect(await host.refuse(id, { body: bare, headers, token: await tokenFor(id) })).toMatchObject({
      status: 422,
      code: 'wallet_not_deployed',
    })
  })

  it('refuses malformed bodies', async () => {
    const token = await tokenFor(id)
    for (const body of [{}, { ...(await signed()), isAdmin: true }, { ...(await signed()), signature: '' }]) {
      expect(await host.refuse(id, { body, headers, token })).toMatchObject({ status: 400, code: 'validation_failed' })
    }
  })
})
