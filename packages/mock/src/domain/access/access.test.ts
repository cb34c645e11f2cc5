import type { components } from '@latchkey/types'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth, walkRoundTrip } from '../../../test/people/oauthRoundTrip.ts'

type Schemas = components['schemas']

const host = createHost()
const wallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const usdc = { networkId: 1, contractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
const apes = { networkId: 1, contractAddress: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D' }
const tokenRule = (amount?: number): Schemas['GateRule'] => ({
  type: 'token',
  address: usdc,
  filter: amount === undefined ? {} : { amount },
  chain: 'EVM',
})
const email = 'ada@example.com'
let userId = ''

beforeEach(async () => {
  await host.mock.create.provider({ provider: 'google' })
  await host.mock.idp.google?.addUser({ email })
  userId = (await host.mock.create.user({ email })).id
  await host.mock.create.wallet(userId, { publicWalletAddress: wallet, chain: 'EVM' })
})

/** Signs in, and returns the scope, or the code of the refusal. */
async function outcome(): Promise<string> {
  const proof = await walkRoundTrip(host, { email })
  const { status, body } = await host.send('oauth.verify', { params: { providerType: 'google' }, body: proof })
  if (status === 200) return (body as Schemas['VerifyResponse']).user.scope ?? ''
  expect(status).toBe(403)
  return (body as Schemas['ForbiddenWithErrorAndPayload']).error?.code ?? ''
}

const hold = (amount: number, owner = wallet) => host.mock.chain.setTokenBalance({ ...usdc, owner, amount })

describe('gates', () => {
  it('add their scope for people who pass, and let others continue without it', async () => {
    await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules: [tokenRule(100)] })
    expect(await outcome()).toBe('user:basic')
    await hold(99)
    expect(await outcome()).toBe('user:basic')
    await hold(100)
    expect(await outcome()).toBe('user:basic holders')
  })

  it('with outcome siteAccess, or scope without one, refuse people who do not pass', async () => {
    for (const gate of [{ outcome: 'siteAccess' }, { outcome: 'scope' }] as const) {
      const { id } = await host.mock.create.gate({ ...gate, rules: [tokenRule()] })
      expect(await outcome()).toBe('gate_access_required')
      await hold(1)
      expect(await outcome()).toBe('user:basic')
      await hold(0)
      await host.call('gates.disable', { params: { gateId: id } })
      expect(await outcome()).toBe('user:basic')
    }
  })

  it('ask for a whole token unless a rule has no filter, when any part of one is enough', async () => {
    const { filter: _, ...anyPart } = tokenRule()
    await host.mock.create.gate({ outcome: 'scope', scope: 'whole', rules: [tokenRule()] })
    await host.mock.create.gate({ outcome: 'scope', scope: 'part', rules: [anyPart] })
    expect(await outcome()).toBe('user:basic')
    await hold(0.5)
    expect(await outcome()).toBe('user:basic part')
    await hold(1)
    expect(await outcome()).toBe('user:basic whole part')
  })

  it('with outcome siteAccess refuse people who do not pass, and add their scope for the others', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess', scope: 'holders', rules: [tokenRule()] })
    expect(await outcome()).toBe('gate_access_required')
    await hold(1)
    expect(await outcome()).toBe('user:basic holders')
  })

  it('put the scope of people who pass into the JWT, and take it out at the next refresh', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess', scope: 'insiders', rules: [tokenRule(1)] })
    await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules: [tokenRule(2)] })
    await hold(2)
    const { token } = await host.mock.signIn(userId)
    expect(decodeJwt(token).scope).toBe('user:basic insiders holders')
    await hold(1)
    const { body } = await host.call('sessions.refresh', { token })
    expect(decodeJwt(body.jwt ?? '').scope).toBe('user:basic insiders')
    expect(decodeJwt(body.minifiedJwt ?? '').scope).toBe('user:basic insiders')
  })

  it('with outcome block add no scope, neither for people who pass nor for others', async () => {
    await host.mock.create.gate({ outcome: 'block', scope: 'holders', rules: [tokenRule()] })
    expect(await outcome()).toBe('user:basic')
    await hold(1)
    expect(await outcome()).toBe('gate_blocked')
  })

  it('keep a scope that has no effect, which counts again after another change of the outcome', async () => {
    const { id: gateId } = await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules: [tokenRule()] })
    await host.call('gates.update', { params: { gateId }, body: { outcome: 'block' } })
    expect(await outcome()).toBe('user:basic')
    await host.call('gates.update', { params: { gateId }, body: { outcome: 'siteAccess' } })
    await hold(1)
    expect(await outcome()).toBe('user:basic holders')
  })

  it.each([
    ['any NFT of a contract, if they name none', undefined, []],
    ['any NFT, if the name is empty', '', []],
    ['an NFT with a number, and none whose name has the same digits', '0X1A', ['ape26', '26ape', '1a', '27']],
  ])('accept %s', async (_, tokenId, others) => {
    const rule: Schemas['GateRule'] = { type: 'nft', address: apes, filter: tokenId === undefined ? {} : { tokenId } }
    await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules: [rule] })
    for (const other of others) await host.mock.chain.grantNft({ ...apes, owner: wallet, tokenId: other })
    expect(await outcome()).toBe('user:basic')
    await host.mock.chain.grantNft({ ...apes, owner: wallet, tokenId: '26' })
    expect(await outcome()).toBe('user:basic holders')
  })

  it('with outcome block refuse people who pass, and name them in the refusal', async () => {
    await host.mock.create.gate({ outcome: 'block', rules: [tokenRule()] })
    expect(await outcome()).toBe('user:basic')
    await hold(1)
    const proof = await walkRoundTrip(host, { email })
    const { status, body } = await host.refuse('oauth.verify', { params: { providerType: 'google' }, body: proof })
    expect(status).toBe(403)
    expect(body).toEqual({
      error: { code: 'gate_blocked', message: 'Access is not granted to this person.' },
      payload: { walletPublicKey: wallet, email },
    })
  })

  it('require each rule to hold for some wallet of the user', async () => {
    const rule: Schemas['GateRule'] = { type: 'nft', address: apes, filter: { tokenId: '0x1a' } }
    await host.mock.create.gate({ outcome: 'scope', scope: 'both', rules: [tokenRule(1), rule] })
    await hold(1)
    await host.mock.chain.grantNft({ ...apes, owner: wallet, tokenId: '27' })
    expect(await outcome()).toBe('user:basic')
    const second = await host.mock.create.wallet(userId)
    await host.mock.chain.grantNft({ ...apes, owner: String(second.publicKey), tokenId: '26' })
    expect(await outcome()).toBe('user:basic both')
  })

  it('check the network, the contract, the kind and the chain of a rule', async () => {
    await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules: [tokenRule(1)] })
    await host.mock.chain.setTokenBalance({ ...usdc, networkId: 137, owner: wallet, amount: 5 })
    await host.mock.chain.setTokenBalance({ ...apes, owner: wallet, amount: 5 })
    await host.mock.chain.grantNft({ ...usdc, owner: wallet })
    await hold(5, '0x0000000000000000000000000000000000000001')
    expect(await outcome()).toBe('user:basic')
    await hold(5, wallet.toLowerCase())
    expect(await outcome()).toBe('user:basic holders')
  })

  it('are evaluated again at refresh', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess', rules: [tokenRule(1)] })
    await hold(1)
    const { token } = await host.mock.signIn(userId)
    await hold(0)
    expect(await host.refuse('sessions.refresh', { token })).toMatchObject({
      status: 403,
      code: 'gate_access_required',
    })
    expect((await host.call('sessions.check', { token })).status).toBe(204)
    await hold(1)
    expect((await host.call('sessions.refresh', { token })).body.user.scope).toBe('user:basic')
  })

  it('store nothing about a person that they refuse', async () => {
    await host.mock.create.gate({ outcome: 'siteAccess', rules: [tokenRule(1)] })
    await host.mock.idp.google?.addUser({ email: 'new@example.com' })
    const before = (await host.call('events.list')).body.length
    const proof = await walkRoundTrip(host, { email: 'new@example.com' })
    expect(await host.refuse('oauth.verify', { params: { providerType: 'google' }, body: proof })).toMatchObject({
      status: 403,
    })
    const { body } = await host.call('users.list', { query: { includeSessions: true } })
    expect(body.users?.map((user) => [user.email, user.sessions?.length])).toEqual([[email, 0]])
    expect((await host.call('events.list')).body).toHaveLength(before)
  })

  it('do not judge people of other environments', async () => {
    await host.mock.create.gate(
      { outcome: 'siteAccess', rules: [tokenRule(1)] },
      { environmentId: host.mock.defaults.environments.live.id },
    )
    expect(await outcome()).toBe('user:basic')
  })
})

describe('allowlists', () => {
  it('do not list people of other environments', async () => {
    await host.mock.create.allowlist(
      { outcome: 'siteAccess' },
      { environmentId: host.mock.defaults.environments.live.id },
    )
    expect(await outcome()).toBe('user:basic')
  })

  it('with outcome siteAccess add their scope for the people whom they let in', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'siteAccess', scope: 'beta' })
    expect(await outcome()).toBe('not_on_allowlist')
    await host.mock.create.allowlistEntry(list.id, { email })
    expect(await outcome()).toBe('user:basic beta')
  })

  it('with outcome block add no scope, neither for listed people nor for others', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'block', scope: 'beta' })
    expect(await outcome()).toBe('user:basic')
    await host.mock.create.allowlistEntry(list.id, { email })
    expect(await outcome()).toBe('allowlist_blocked')
  })

  it('with outcome siteAccess let in only listed people, and are named in the refusal', async () => {
    const list = await host.mock.create.allowlist({ name: 'early-access', outcome: 'siteAccess' })
    expect(await outcome()).toBe('not_on_allowlist')
    await host.mock.create.allowlistEntry(list.id, { email: 'ADA@example.com' })
    expect((await signInByOAuth(host, { email })).body.user).toMatchObject({
      lists: ['early-access'],
      scope: 'user:basic',
    })
  })

  it('with outcome scope and without a scope let in only listed people', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'scope' })
    expect(await outcome()).toBe('not_on_allowlist')
    await host.mock.create.allowlistEntry(list.id, { email })
    expect(await outcome()).toBe('user:basic')
  })

  it('add their scope to listed people, or block them', async () => {
    const scoped = await host.mock.create.allowlist({ outcome: 'scope', scope: 'beta' })
    await host.mock.create.allowlistEntry(scoped.id, { walletPublicKey: wallet.toLowerCase() })
    expect(await outcome()).toBe('user:basic beta')
    const blocking = await host.mock.create.allowlist({ outcome: 'block' })
    expect(await outcome()).toBe('user:basic beta')
    await host.mock.create.allowlistEntry(blocking.id, { emailDomain: 'example.com' })
    expect(await outcome()).toBe('allowlist_blocked')
    await host.call('allowlists.disable', { params: { allowlistId: blocking.id } })
    expect(await outcome()).toBe('user:basic beta')
  })

  it('do not match the name of an entry, or an address that is not verified', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'scope', scope: 'beta' })
    await host.mock.create.allowlistEntry(list.id, { email: 'eve@example.com', alias: 'eve@example.com' })
    await host.mock.idp.google?.addUser({ email: 'eve@example.com', emailVerified: false })
    const { body } = await signInByOAuth(host, { email: 'eve@example.com' })
    expect(body.user).toMatchObject({ lists: [], scope: '' })
  })

  it('do not match an address that a server has given but not verified', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'siteAccess' })
    await host.mock.create.allowlistEntry(list.id, { email: 'eve@example.com' })
    await host.mock.idp.google?.addUser({ accountId: 'g-2', username: 'eve' })
    await host.call('users.create', {
      body: { email: 'eve@example.com', oauthAccounts: [{ provider: 'google', accountId: 'g-2' }] },
    })
    const proof = await walkRoundTrip(host, { email: 'eve' })
    expect(await host.refuse('oauth.verify', { params: { providerType: 'google' }, body: proof })).toMatchObject({
      status: 403,
      code: 'not_on_allowlist',
    })
  })

  it('do not match another domain with the same ending', async () => {
    const list = await host.mock.create.allowlist({ outcome: 'scope', scope: 'beta' })
    await host.mock.create.allowlistEntry(list.id, { emailDomain: 'ample.com' })
    expect(await outcome()).toBe('user:basic')
  })
})

describe('screening', () => {
  const checks = async () =>
    (await host.call('users.get', { params: { userId } })).body.user?.screeningChecks?.map(
      ({ result, walletPublicKey }) => [result, walletPublicKey],
    ) ?? []

  it('stores a check of each wallet at sign-in if it is enabled', async () => {
    expect(await outcome()).toBe('user:basic')
    expect(await checks()).toEqual([])
    await host.call('screening.enable')
    expect(await outcome()).toBe('user:basic')
    expect(await checks()).toEqual([['OK', wallet]])
  })

  it('refuses a user with a sanctioned wallet, and stores only the check', async () => {
    await host.call('screening.enable')
    await host.mock.chain.sanction(wallet.toLowerCase())
    const proof = await walkRoundTrip(host, { email })
    const refusal = await host.refuse('oauth.verify', { params: { providerType: 'google' }, body: proof })
    expect(refusal).toMatchObject({
      status: 403,
      code: 'screening_blocked',
      body: { payload: { walletPublicKey: wallet } },
    })
    expect(await checks()).toEqual([['BLOCKED', wallet]])
    const {
      body: { users = [] },
    } = await host.call('users.list', { query: { includeSessions: true } })
    expect(users[0]).toMatchObject({ sessions: [], oauthAccounts: [] })
    await expect(host.mock.signIn(userId)).rejects.toMatchObject({ code: 'screening_blocked' })
  })
})
