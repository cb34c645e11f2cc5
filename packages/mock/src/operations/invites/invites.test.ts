import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'

const host = createHost()
const wallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const body = { email: 'Grace@Example.com', alias: 'Grace', role: 'developer' }
const send = (change: object = {}, token?: string) =>
  host.call('invites.create', { body: { ...body, ...change }, token })
const sent = async () => (await host.call('invites.listByOrganization')).body
const addressed = async (token: string, status = 'pending') =>
  (await host.call('invites.list', { query: { status }, token })).body
const grace = () =>
  host.mock.create.admin({
    email: 'grace@example.com',
    walletPublicKey: wallet,
    phoneNumber: '+4915112345678',
    role: null,
  })
const answer = (inviteId: string | undefined, status: string, token: string) =>
  host.call('invites.update', { params: { inviteId: inviteId as string }, body: { status }, token })
const organizationsOf = async (token: string) => (await host.call('organizations.list', { token })).body.organizations

const ofFirstInvite = async () => (
  await send({ email: 'admin2@example.com' }),
  { inviteId: (await sent()).invites?.[0]?.id as string }
)

/** Addressed to the caller, by another organization. */
const ofInviteToCaller = async () => {
  const owner = await host.mock.create.admin({ role: null })
  const { id: organizationId } = await host.mock.create.organization({ name: 'Inviting', owner: owner.id })
  const input = { email: host.mock.defaults.admin.email, role: 'viewer' } as const
  await host.call('invites.create', { params: { organizationId }, body: input, token: owner.token })
  const { body } = await host.call('invites.list', { query: { status: 'pending' } })
  return { inviteId: body.invites?.[0]?.id as string }
}

describeMemberRefusals(host, {
  'invites.delete': { params: ofFirstInvite },
  'invites.listByOrganization': {},
  'invites.create': { body },
  'invites.update': { params: ofInviteToCaller, body: { status: 'accepted' } },
})

describe('invites.create', () => {
  it('sends the invite by mail, and shows it to the organization and to the invited person', async () => {
    expect((await send()).body).toBeUndefined()
    const { token } = await grace()
    const invite = {
      id: expect.any(String),
      organizationId: host.mock.defaults.organizationId,
      organizationName: 'Example organization',
      status: 'pending',
      email: 'grace@example.com',
      alias: 'Grace',
      role: 'developer',
      createdByEmail: host.mock.defaults.admin.email,
    }
    expect(await sent()).toEqual({ count: 1, invites: [invite] })
    expect(await addressed(token)).toEqual({ count: 1, invites: [invite] })
    expect(host.mock.outbox.email.list('grace@example.com')).toMatchObject([
      { subject: 'Join Example organization', text: expect.stringContaining('as developer') },
    ])
    expect(await organizationsOf(token)).toEqual([])
  })

  it('sends a text message if there is only a phone number, and nothing to a wallet', async () => {
    await send({ email: '', phoneNumber: '+4915112345678' })
    await send({ email: '', walletPublicKey: wallet })
    expect(host.mock.outbox.email.list()).toEqual([])
    expect(host.mock.outbox.sms.list()).toMatchObject([{ to: '+4915112345678' }])
    const { token } = await grace()
    expect((await addressed(token)).count).toBe(2)
  })

  it('finds a wallet in any case', async () => {
    await send({ email: '', walletPublicKey: wallet.toLowerCase() })
    const { token } = await grace()
    expect((await addressed(token)).invites).toMatchObject([{ walletPublicKey: wallet.toLowerCase() }])
  })

  it.each([
    ['no address', { email: '', alias: 'Nobody' }, 'invite_address_required'],
    ['an e-mail that mail cannot be sent to', { email: 'grace@localhost' }, 'invalid_email'],
  ])('refuses %s', async (_, change, code) => {
    expect(await host.refuse('invites.create', { body: { ...body, ...change } })).toMatchObject({ status: 422, code })
    expect((await sent()).count).toBe(0)
    expect(host.mock.outbox.email.list()).toEqual([])
  })

  it('refuses a person who has a pending invite or is a member, but accepts one who rejected', async () => {
    await send()
    const conflict = { status: 409, body: { message: expect.any(String) } }
    expect(await host.refuse('invites.create', { body: { ...body, email: 'GRACE@example.com' } })).toMatchObject(
      conflict,
    )
    const { token } = await grace()
    const rejected = (await addressed(token)).invites?.[0]?.id
    await answer(rejected, 'rejected', token)
    await send()
    const accepted = (await addressed(token)).invites?.[0]?.id
    await answer(accepted, 'accepted', token)
    expect(await host.refuse('invites.create', { body })).toMatchObject(conflict)
    expect(
      await host.refuse('invites.create', { body: { role: 'viewer', walletPublicKey: wallet.toLowerCase() } }),
    ).toMatchObject(conflict)
    expect((await sent()).invites?.map(({ status }) => status)).toEqual(['accepted', 'rejected'])
  })

  it("refuses to grant a role above the caller's", async () => {
    const { token } = await host.mock.create.admin({ role: 'admin' })
    expect(await host.refuse('invites.create', { body: { ...body, role: 'owner' }, token })).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    expect((await sent()).count).toBe(0)
    await send({ role: 'admin' }, token)
    expect((await sent()).count).toBe(1)
  })

  it('does not create a second owner', async () => {
    expect(await host.refuse('invites.create', { body: { ...body, role: 'owner' } })).toMatchObject({
      status: 422,
      code: 'invalid_invite',
    })
    expect((await sent()).count).toBe(0)
  })

  it('refuses a body without a role', async () => {
    expect(await host.refuse('invites.create', { body: { email: 'grace@example.com' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('the alias of an invite', () => {
  const members = async (token?: string, params = {}) =>
    (await host.call('members.list', { token, params })).body.members
  const tokensOf = async (token: string) => (await host.call('memberTokens.list', { token })).body.tokens ?? []

  it('becomes that of the member, of tokens that the member creates, and of the lists', async () => {
    await send({ role: 'admin', alias: "Grace O'H" })
    const { id, token } = await grace()
    await answer((await addressed(token)).invites?.[0]?.id, 'accepted', token)
    const alias = "Grace O'H"
    expect((await members()).at(-1)).toMatchObject({ user: { id, alias }, role: 'admin' })
    const created = (await host.call('tokens.create', { body: { note: 'Sync' }, token })).body.token
    expect(created.createdBy).toMatchObject({ id, alias })
    expect((await host.call('tokens.list')).body.tokens?.at(-1)?.createdBy).toMatchObject({ id, alias })
    expect((await tokensOf(token)).map(({ createdBy }) => createdBy.alias)).toEqual([alias])
    expect((await sent()).invites).toMatchObject([{ alias, status: 'accepted' }])
    const [member] = (await members()).slice(-1)
    await host.call('members.update', { params: { memberId: String(member?.id) }, body: { role: 'viewer' } })
    expect((await members()).at(-1)).toMatchObject({ user: { alias }, role: 'viewer' })
  })

  it('stays in its organization, and is none if the invite was rejected or had none', async () => {
    await send({ role: 'admin', alias: 'Grace of the first' })
    const { id, token } = await grace()
    await answer((await addressed(token)).invites?.[0]?.id, 'accepted', token)
    const owner = await host.mock.create.admin({ role: null })
    const { id: organizationId } = await host.mock.create.organization({ name: 'Second', owner: owner.id })
    const input = { email: 'grace@example.com', role: 'viewer' } as const
    const invite = (change: object) =>
      host.call('invites.create', { params: { organizationId }, body: { ...input, ...change }, token: owner.token })
    await invite({ alias: 'Rejected' })
    await answer((await addressed(token)).invites?.[0]?.id, 'rejected', token)
    await invite({})
    await answer((await addressed(token)).invites?.[0]?.id, 'accepted', token)
    expect((await members(owner.token, { organizationId })).at(-1)).toMatchObject({ user: { id, alias: null } })
    expect((await members()).at(-1)).toMatchObject({ user: { id, alias: 'Grace of the first' } })
  })
})

describe('invites.list', () => {
  it("shows the person's invites of any organization by status, newest first, and to nobody else", async () => {
    const { id: organizationId } = await host.mock.create.organization({
      name: 'Second',
      owner: host.mock.defaults.admin.id,
    })
    await send()
    await host.mock.clock.advance(1000)
    await host.call('invites.create', { params: { organizationId }, body })
    const { token } = await grace()
    expect((await addressed(token)).invites?.map(({ organizationName }) => organizationName)).toEqual([
      'Second',
      'Example organization',
    ])
    expect((await addressed(token, 'accepted')).count).toBe(0)
    expect((await addressed(host.mock.defaults.admin.token)).count).toBe(0)
  })

  it('requires the status', async () => {
    expect(await host.refuse('invites.list')).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await host.refuse('invites.list', { query: { status: 'open' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await host.refuse('invites.list', { query: { status: 'pending' }, token: null })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
  })
})

describe('invites.update', () => {
  it('makes the person who accepts a member, at once and with the invited role', async () => {
    await send()
    const { token } = await grace()
    const inviteId = (await addressed(token)).invites?.[0]?.id
    expect(await host.refuse('gates.list', { token })).toMatchObject({ status: 403, code: 'wrong_environment' })
    expect((await answer(inviteId, 'accepted', token)).body).toBeUndefined()
    expect(await organizationsOf(token)).toMatchObject([{ id: host.mock.defaults.organizationId, role: 'developer' }])
    expect((await host.call('gates.list', { token })).status).toBe(200)
    expect(await addressed(token, 'accepted')).toMatchObject({ count: 1, invites: [{ id: inviteId }] })
    expect((await addressed(token)).count).toBe(0)
  })

  it.each([
    ['accepted', 'rejected', 1],
    ['rejected', 'accepted', 0],
  ])('does not change an invite that is %s', async (first, other, memberships) => {
    await send()
    const { token } = await grace()
    const inviteId = (await addressed(token)).invites?.[0]?.id as string
    await answer(inviteId, first, token)
    expect((await answer(inviteId, first, token)).status).toBe(200)
    for (const status of [other, 'pending']) {
      expect(await host.refuse('invites.update', { params: { inviteId }, body: { status }, token })).toMatchObject({
        status: 422,
        code: 'invalid_invite',
      })
    }
    expect((await addressed(token, first)).count).toBe(1)
    expect(await organizationsOf(token)).toHaveLength(memberships)
  })

  it('keeps the role of a person who has become a member in another way', async () => {
    await send({ role: 'viewer' })
    await send({ email: '', walletPublicKey: wallet, role: 'admin' })
    const { token } = await grace()
    const invites = (await addressed(token)).invites ?? []
    const [byMail, byWallet] = [
      invites.find(({ role }) => role === 'viewer')?.id,
      invites.find(({ role }) => role === 'admin')?.id,
    ]
    await answer(byMail, 'accepted', token)
    expect(
      await host.refuse('invites.update', {
        params: { inviteId: byWallet as string },
        body: { status: 'accepted' },
        token,
      }),
    ).toMatchObject({ status: 404, body: undefined })
    expect(await organizationsOf(token)).toMatchObject([{ role: 'viewer' }])
    expect((await addressed(token, 'accepted')).count).toBe(1)
    expect((await sent()).invites).toMatchObject([{ id: byMail, status: 'accepted' }])
  })

  it('ends no invite of other people or organizations, and none if it is a rejection', async () => {
    const { id: organizationId } = await host.mock.create.organization({
      name: 'Second',
      owner: host.mock.defaults.admin.id,
    })
    await host.call('invites.create', { params: { organizationId }, body })
    await send({ email: 'other@example.com' })
    await send({ email: '', walletPublicKey: wallet, role: 'admin' })
    await send()
    const { token } = await grace()
    const find = async (role: string) =>
      (await addressed(token)).invites?.find((invite) => invite.role === role && invite.organizationName !== 'Second')
        ?.id
    await answer(await find('admin'), 'rejected', token)
    expect((await addressed(token)).count).toBe(2)
    await answer(await find('developer'), 'accepted', token)
    expect((await addressed(token)).invites).toMatchObject([{ organizationId }])
    expect((await sent()).invites?.find(({ email }) => email === 'other@example.com')).toMatchObject({
      status: 'pending',
    })
  })

  it('is for the invited person only, not for the sender', async () => {
    await send()
    const inviteId = (await sent()).invites?.[0]?.id as string
    expect(await host.refuse('invites.update', { params: { inviteId }, body: { status: 'accepted' } })).toMatchObject({
      status: 404,
      body: undefined,
    })
    const { token } = await grace()
    expect(
      await host.refuse('invites.update', { params: { inviteId }, body: { status: 'later' }, token }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await addressed(token)).count).toBe(1)
  })
})

describe('invites.delete', () => {
  const take = (inviteId: string | undefined, token?: string) => ({ params: { inviteId: inviteId as string }, token })

  it('withdraws a pending invite, which disappears from both lists and cannot be answered', async () => {
    await send()
    await send({ email: 'other@example.com' })
    const { token } = await grace()
    const inviteId = (await addressed(token)).invites?.[0]?.id
    const admin = await host.mock.create.admin({ role: 'admin' })
    expect((await host.call('invites.delete', take(inviteId, admin.token))).status).toBe(204)
    expect((await addressed(token)).count).toBe(0)
    expect((await sent()).invites?.map(({ email }) => email)).toEqual(['other@example.com'])
    expect(
      (await host.refuse('invites.update', { ...take(inviteId, token), body: { status: 'accepted' } })).status,
    ).toBe(404)
    expect(await organizationsOf(token)).toEqual([])
    await send()
    expect((await addressed(token)).count).toBe(1)
  })

  it.each(['accepted', 'rejected'])('keeps an invite that was %s', async (status) => {
    await send()
    const { token } = await grace()
    const inviteId = (await addressed(token)).invites?.[0]?.id
    await answer(inviteId, status, token)
    expect(await host.refuse('invites.delete', take(inviteId))).toMatchObject({ status: 422, code: 'invalid_invite' })
    expect((await sent()).invites).toMatchObject([{ id: inviteId, status }])
  })

  it('is for admins of the organization, not for a developer, the invited person or the owner of another', async () => {
    await send()
    const inviteId = (await sent()).invites?.[0]?.id
    const developer = await host.mock.create.admin({ role: 'developer' })
    expect(await host.refuse('invites.delete', take(inviteId, developer.token))).toMatchObject({
      status: 403,
      code: 'insufficient_role',
    })
    const { id, token } = await grace()
    await host.mock.create.organization({ owner: id })
    expect((await host.refuse('invites.delete', take(inviteId, token))).status).toBe(404)
    expect((await sent()).count).toBe(1)
  })
})
