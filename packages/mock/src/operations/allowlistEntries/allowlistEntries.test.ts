import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const wallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const newList = async (name = 'Early access') => (await host.call('allowlists.create', { body: { name } })).body.id
const add = async (allowlistId: string, body: object) =>
  (await host.call('allowlistEntries.create', { params: { allowlistId }, body })).body
const list = async (allowlistId: string, query: object = {}) =>
  (await host.call('allowlistEntries.list', { params: { allowlistId }, query })).body
const onList: RefusalCase = { params: async () => ({ allowlistId: await newList() }) }

describeEnvironmentRefusals(host, {
  'allowlistEntries.list': onList,
  'allowlistEntries.create': { ...onList, body: { email: 'ada@example.com' } },
  'allowlistEntries.delete': {
    params: async () => ({ allowlistEntryId: (await add(await newList(), { email: 'ada@example.com' })).id }),
  },
})

describe('allowlistEntries.create', () => {
  it('stores each identity, e-mails and domains in lower case, and leaves out empty ones', async () => {
    const allowlistId = await newList()
    const entry = await add(allowlistId, {
      walletPublicKey: wallet,
      email: 'Ada@Example.com',
      emailDomain: 'https://example.org/about',
      phoneNumber: '',
      alias: 'Ada, design partner',
      discordUsername: 'ada',
      twitterUsername: '',
      farcasterFid: 7,
      externalUserId: 'subject 1',
    })
    expect(entry).toEqual({
      id: expect.any(String),
      allowListId: allowlistId,
      walletPublicKey: wallet,
      email: 'ada@example.com',
      emailDomain: 'example.org',
      alias: 'Ada, design partner',
      discordUsername: 'ada',
      farcasterFid: 7,
      externalUserId: 'subject 1',
    })
    expect(await list(allowlistId)).toEqual({ count: 1, entries: [entry] })
  })

  it.each([
    ['no identity', { alias: 'Nobody', email: '' }, 'invalid_user'],
    ['an e-mail that mail cannot be sent to', { email: 'ada@localhost' }, 'invalid_email'],
    ['an invalid domain', { emailDomain: 'a..example.com' }, 'invalid_email'],
  ])('refuses %s', async (_, body, code) => {
    const allowlistId = await newList()
    expect(await host.refuse('allowlistEntries.create', { params: { allowlistId }, body })).toMatchObject({
      status: 422,
      code,
    })
    expect((await list(allowlistId)).count).toBe(0)
  })

  it.each([0, -1, 1.5])('refuses the Farcaster id %d', async (farcasterFid) => {
    const allowlistId = await newList()
    expect(
      await host.refuse('allowlistEntries.create', { params: { allowlistId }, body: { farcasterFid } }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await list(allowlistId)).count).toBe(0)
  })

  it.each([
    [{ email: 'ada@example.com' }, { email: 'ADA@example.com', phoneNumber: '+4915112345678' }],
    [{ walletPublicKey: wallet }, { walletPublicKey: wallet.toLowerCase() }],
    [{ emailDomain: 'example.com' }, { emailDomain: 'http://example.com/x' }],
    [{ phoneNumber: '+4915112345678' }, { phoneNumber: '+4915112345678' }],
    [{ discordUsername: 'ada' }, { discordUsername: 'Ada' }],
    [{ twitterUsername: 'ada' }, { twitterUsername: 'Ada' }],
    [{ farcasterUsername: 'ada' }, { farcasterUsername: 'Ada' }],
    [{ farcasterFid: 7 }, { farcasterFid: 7 }],
    [{ externalUserId: 'x' }, { externalUserId: 'x' }],
  ])('refuses a person who is already listed by %j', async (first, second) => {
    const allowlistId = await newList()
    await add(allowlistId, first)
    expect(await host.refuse('allowlistEntries.create', { params: { allowlistId }, body: second })).toMatchObject({
      status: 422,
      code: 'allowlist_entry_already_exists',
    })
    expect((await list(allowlistId)).count).toBe(1)
    expect((await add(await newList('Another list'), second)).id).toEqual(expect.any(String))
  })
})

describe('allowlistEntries.list', () => {
  it('shows the entries of one list only', async () => {
    const [first, second] = [await newList(), await newList('Another list')]
    const entry = await add(first, { email: 'ada@example.com' })
    await add(second, { email: 'bea@example.com' })
    expect(await list(first)).toEqual({ count: 1, entries: [entry] })
  })

  it('pages in any declared order, nulls first, and counts all', async () => {
    const allowlistId = await newList()
    for (const [alias, email] of [
      ['Carl', 'b@example.com'],
      ['Ada', 'c@example.com'],
      ['Bea', 'a@example.com'],
    ])
      await add(allowlistId, { alias, email })
    await add(allowlistId, { walletPublicKey: wallet })
    const aliases = async (query: object) => (await list(allowlistId, query)).entries?.map(({ alias }) => alias)
    expect(await aliases({})).toEqual(['Carl', 'Ada', 'Bea', undefined])
    expect(await aliases({ orderBy: 'createdAt-desc' })).toEqual([undefined, 'Bea', 'Ada', 'Carl'])
    expect(await aliases({ orderBy: 'alias-asc' })).toEqual([undefined, 'Ada', 'Bea', 'Carl'])
    expect(await aliases({ orderBy: 'email-desc' })).toEqual(['Ada', 'Carl', 'Bea', undefined])
    expect(await aliases({ orderBy: 'walletPublicKey-desc', limit: 1 })).toEqual([undefined])
    expect(await aliases({ orderBy: 'id-asc', offset: 1, limit: 2 })).toEqual(['Ada', 'Bea'])
    expect(await list(allowlistId, { offset: 9 })).toEqual({ count: 4, entries: [] })
  })

  it('finds the text in alias, wallet or e-mail, regardless of case', async () => {
    const allowlistId = await newList()
    await add(allowlistId, { alias: 'Treasury', walletPublicKey: wallet })
    await add(allowlistId, { email: 'ada@example.com' })
    await add(allowlistId, { discordUsername: 'treasury' })
    const findEntries = async (query: string) =>
      (await list(allowlistId, { query })).entries?.map(({ alias, email }) => alias ?? email)
    expect(await findEntries('TREAS')).toEqual(['Treasury'])
    expect(await findEntries('8BA1F')).toEqual(['Treasury'])
    expect(await findEntries('@Example')).toEqual(['ada@example.com'])
    expect(await list(allowlistId, { query: 'e', limit: 1 })).toMatchObject({
      count: 2,
      entries: [{ alias: 'Treasury' }],
    })
    expect(await findEntries('nobody')).toEqual([])
  })

  it.each([
    { orderBy: 'discordUsername-asc' },
    { orderBy: 'alias' },
    { offset: -1 },
    { limit: 0 },
    { limit: 101 },
    { limit: 'x' },
  ])('refuses %j', async (query) => {
    expect(
      await host.refuse('allowlistEntries.list', { params: { allowlistId: await newList() }, query }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('allowlistEntries.delete', () => {
  it('removes the entry from its list, so that the person can be listed again', async () => {
    const allowlistId = await newList()
    const { id } = await add(allowlistId, { email: 'ada@example.com' })
    const other = await add(allowlistId, { email: 'bea@example.com' })
    expect((await host.call('allowlistEntries.delete', { params: { allowlistEntryId: id } })).status).toBe(204)
    expect(await list(allowlistId)).toEqual({ count: 1, entries: [other] })
    expect((await host.refuse('allowlistEntries.delete', { params: { allowlistEntryId: id } })).status).toBe(404)
    expect((await add(allowlistId, { email: 'ada@example.com' })).id).not.toBe(id)
  })
})
