import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../test/support/world.ts'
import { recordVisit } from '../domain/analytics/visitors.ts'
import { deleteUser } from '../domain/flows/users/deletion.ts'
import { createUser } from '../domain/flows/users/users.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { createVendorWallet } from '../domain/vendorWallets/vendorWallets.ts'
import { linkWallet } from '../domain/wallets/linkedWallets.ts'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import type { Session, User, Wallet } from '../store/records.ts'
import type { Room } from '../store/roomRecords.ts'
import { transact } from '../world/world.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'
const wallet: components['schemas']['CreateWalletRequest'] = {
  publicWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  chain: 'EVM',
  walletName: 'metamask',
  walletProvider: 'browserExtension',
}
const embedded = (backend: Backend, user: User): Wallet => ({
  ...newRecord(backend),
  environmentId,
  userId: user.id,
  name: 'embedded',
  chain: 'EVM',
  publicKey: wallet.publicWalletAddress,
  key: 'eip155:0x1',
  provider: 'embeddedWallet',
})
const session = (backend: Backend, user: User): Session => ({
  ...newRecord(backend),
  environmentId,
  userId: user.id,
  expiresAt: backend.clock.isoIn(1000),
  audience: 'https://app.example.com',
  tokenId: 'a token id',
})
const exportRoom = (backend: Backend, user: User): Room => ({
  ...newRecord(backend),
  environmentId,
  openerId: user.id,
  userId: user.id,
  sessionId: 'a session id',
  walletId: first(backend.store.wallets.scan('byUser', [user.id])).id,
  type: 'full',
  state: 'running',
  purpose: { kind: 'export', request: { exportId: 'a party' } },
  expiresAt: backend.clock.isoIn(1000),
  seats: [],
  boxes: [],
  posts: {},
})
const withAccount: components['schemas']['InternalBulkUpdateUserFields'] = {
  oauthAccounts: [{ provider: 'google', accountId: 'g-1' }],
}

/** The changes of one transaction, the records before it, and the events that follow from it. */
interface Case {
  readonly about: string
  readonly before?: components['schemas']['InternalBulkUpdateUserFields']
  readonly signedIn?: boolean
  readonly withEmbedded?: boolean
  /** Whether a passkey of the user is being replaced. */
  readonly withRecovery?: boolean
  readonly change: (backend: Backend, user: User) => void
  readonly names: EventName[]
}

const put =
  (values: Partial<User>): Case['change'] =>
  ({ store }, user) =>
    store.users.put({ ...user, ...values })
const first = <T>(records: Iterable<T>): T => [...records][0] as T

const cases: Case[] = [
  {
    about: 'a user that is created',
    change: (backend) => createUser(backend, environmentId, {}),
    names: ['user.created'],
  },
  {
    about: 'a user that a server creates with a wallet and an account',
    change: (backend) =>
      createUser(backend, environmentId, {
        wallets: [wallet],
        oauthAccounts: [{ provider: 'google', accountId: 'g-2' }],
      }),
    names: ['user.created', 'wallet.linked', 'user.social.linked'],
  },
  {
    about: 'a person who signs up with an account',
    change: (backend) => {
      const user = createUser(backend, environmentId, { oauthAccounts: [{ provider: 'google', accountId: 'g-2' }] })
      backend.store.sessions.insert(session(backend, user))
    },
    names: ['user.created', 'user.session.created'],
  },
  { about: 'another alias', change: put({ alias: 'new' }), names: ['user.updated'] },
  { about: 'another e-mail', change: put({ email: 'new@example.com' }), names: ['user.updated'] },
  { about: 'other metadata', change: put({ metadata: { plan: 'solo' } }), names: ['user.updated'] },
  {
    about: 'the same metadata again',
    before: { metadata: { plan: 'solo' } },
    change: put({ metadata: { plan: 'solo' } }),
    names: [],
  },
  { about: 'an empty field that is emptied', change: put({ alias: null }), names: [] },
  {
    about: 'bookkeeping of visits, sign-ins and credentials',
    change: put({ firstVisit: 'x', lastVisit: 'x', signedInAt: 'x', lastCredentialId: 'x', updatedAt: 'x' }),
    names: [],
  },
  {
    about: 'a user into which another one is merged, with the changed fields',
    change: put({ alias: 'new', mergedUserIds: ['another'] }),
    names: ['user.merged'],
  },
  { about: 'a user that is put back unchanged', change: put({}), names: [] },
  { about: 'a user that is deleted', change: (backend, user) => deleteUser(backend, user), names: ['user.deleted'] },
  {
    about: 'a user that is deleted with all that belongs to it',
    before: { wallets: [wallet], ...withAccount },
    change: (backend, user) => deleteUser(backend, user),
    names: ['user.deleted'],
  },
  {
    about: 'a user that is created and deleted in one transaction',
    change: (backend) => deleteUser(backend, createUser(backend, environmentId, { wallets: [wallet] })),
    names: [],
  },
  {
    about: 'a session that is refreshed',
    signedIn: true,
    change: ({ store }, { id }) =>
      store.sessions.put({ ...first(store.sessions.scan('byUser', [id])), tokenId: 'rotated' }),
    names: [],
  },
  {
    about: 'a session that is revoked',
    signedIn: true,
    change: ({ store, clock }, { id }) =>
      store.sessions.put({ ...first(store.sessions.scan('byUser', [id])), revokedAt: clock.iso() }),
    names: ['user.session.revoked'],
  },
  {
    about: 'a session that the administration ends',
    signedIn: true,
    change: ({ store, clock }, { id }) =>
      store.sessions.put({
        ...first(store.sessions.scan('byUser', [id])),
        revokedAt: clock.iso(),
        revokedByAdmin: true,
      }),
    names: ['admin.user.session.revoked'],
  },
  {
    about: 'a session that begins',
    change: (backend, user) => backend.store.sessions.insert(session(backend, user)),
    names: ['user.session.created'],
  },
  {
    about: 'a wallet that is linked',
    change: (backend, user) => linkWallet(backend, user, wallet),
    names: ['wallet.linked'],
  },
  {
    about: 'a wallet that is unlinked',
    before: { wallets: [wallet] },
    change({ store }, { id }) {
      store.wallets.delete(first(store.wallets.scan('byUser', [id])).id)
      store.credentials.delete(first(store.credentials.scan('byUser', [id])).id)
    },
    names: ['wallet.unlinked'],
  },
  {
    about: 'a wallet that is selected',
    before: { wallets: [wallet] },
    change: ({ store, clock }, { id }) =>
      store.wallets.put({ ...first(store.wallets.scan('byUser', [id])), lastSelectedAt: clock.iso() }),
    names: [],
  },
  {
    about: 'a wallet that moves to another user',
    before: { wallets: [wallet] },
    change: ({ store }, { id }) =>
      store.wallets.put({ ...first(store.wallets.scan('byUser', [id])), userId: 'another' }),
    names: ['wallet.transferred'],
  },
  {
    about: 'a wallet that moves to another user while its user is deleted',
    before: { wallets: [wallet] },
    change(backend, user) {
      backend.store.wallets.put({ ...first(backend.store.wallets.scan('byUser', [user.id])), userId: 'another' })
      deleteUser(backend, user)
    },
    names: ['user.deleted'],
  },
  {
    about: 'an embedded wallet that is deleted',
    withEmbedded: true,
    change: ({ store }, { id }) => store.wallets.delete(first(store.wallets.scan('byUser', [id])).id),
    names: ['wallet.deleted'],
  },
  {
    about: 'an embedded wallet that a person gets at the sign-up',
    change(backend) {
      const user = createUser(backend, environmentId, {})
      backend.store.wallets.insert(embedded(backend, user))
      backend.store.sessions.insert(session(backend, user))
    },
    names: ['user.created', 'wallet.created', 'user.session.created'],
  },
  {
    about: 'a new embedded wallet',
    change: (backend, user) => backend.store.wallets.insert(embedded(backend, user)),
    names: ['wallet.created'],
  },
  {
    about: 'an export of a private key that is complete',
    withEmbedded: true,
    change: (backend, user) => backend.store.rooms.insert({ ...exportRoom(backend, user), state: 'completed' }),
    names: ['wallet.exported'],
  },
  {
    about: 'an export of a private key that waits for its party',
    withEmbedded: true,
    change: (backend, user) => backend.store.rooms.insert(exportRoom(backend, user)),
    names: [],
  },
  {
    about: 'a social account that joins',
    change: (backend, { id }) =>
      backend.store.credentials.insert({
        ...newRecord(backend),
        environmentId,
        userId: id,
        format: 'oauth',
        key: 'google:g-1',
        provider: 'google',
        accountId: 'g-1',
        signInEnabled: true,
      }),
    names: ['user.social.linked'],
  },
  {
    about: 'a social account that leaves',
    before: withAccount,
    change: ({ store }, { id }) => store.credentials.delete(first(store.credentials.scan('byUser', [id])).id),
    names: ['user.social.unlinked'],
  },
  {
    about: 'a social account whose photos change',
    before: withAccount,
    change: ({ store }, { id }) =>
      store.credentials.put({
        ...first(store.credentials.scan('byUser', [id])),
        photos: ['https://example.com/1.png'],
      }),
    names: [],
  },
  {
    about: 'an e-mail credential',
    change: (backend, { id }) =>
      backend.store.credentials.insert({
        ...newRecord(backend),
        environmentId,
        userId: id,
        format: 'email',
        key: 'a@example.com',
        email: 'a@example.com',
        signInEnabled: true,
      }),
    names: [],
  },
  {
    about: 'a first visit',
    change: (backend) =>
      recordVisit(backend, environmentId, {
        address: wallet.publicWalletAddress,
        chain: 'EVM',
        walletName: 'metamask',
        provider: 'browserExtension',
      }),
    names: ['visit.created'],
  },
  {
    about: 'a room in which a wallet has signed',
    withEmbedded: true,
    change(backend, user) {
      const { id: walletId } = first(backend.store.wallets.scan('byUser', [user.id]))
      backend.store.rooms.insert({
        ...newRecord(backend),
        environmentId,
        openerId: user.id,
        userId: user.id,
        sessionId: 'session',
        state: 'completed',
        type: 'threshold',
        walletId,
        purpose: { kind: 'sign', request: { signed: '00', digest: '0x00', signatureKind: 'message' } },
        expiresAt: backend.clock.isoIn(1),
        seats: [],
        boxes: [],
        posts: {},
      })
    },
    names: ['wallet.signature'],
  },
  {
    about: 'the start of a recovery of a passkey',
    change: (backend, user) => void startRecovery(backend, user),
    names: ['user.passkeyRecovery.started'],
  },
  {
    about: 'a recovery of a passkey that starts again',
    withRecovery: true,
    change({ store }, { id }) {
      const vendorWallet = first(store.vendorWallets.scan('byUser', [id]))
      store.vendorWallets.put({ ...vendorWallet, recovery: { ...vendorWallet.recovery!, id: 'again' } })
    },
    names: ['user.passkeyRecovery.started'],
  },
  {
    about: 'a recovery of a passkey whose wallet changes',
    withRecovery: true,
    change({ store }, { id }) {
      store.vendorWallets.put({ ...first(store.vendorWallets.scan('byUser', [id])), recoveryEmail: 'a@example.com' })
    },
    names: [],
  },
  {
    about: 'the end of a recovery of a passkey',
    before: { email: 'ada@example.com' },
    withRecovery: true,
    change({ store }, { id }) {
      const { recovery: _, ...vendorWallet } = first(store.vendorWallets.scan('byUser', [id]))
      store.vendorWallets.put(vendorWallet)
    },
    names: ['user.passkeyRecovery.completed'],
  },
  {
    about: 'a key of the custody vendor that is handed out',
    withEmbedded: true,
    change(backend, user) {
      const { id: walletId } = first(backend.store.wallets.scan('byUser', [user.id]))
      const { id: vendorWalletId } = createVendorWallet(backend, user, { version: 'V2' })
      backend.store.vendorRequests.insert({
        ...newRecord(backend),
        environmentId,
        vendorWalletId,
        purpose: 'exportKey',
        body: '{}',
        timestampMs: 0,
        export: { walletId, targetPublicKey: '02' },
        usedAt: backend.clock.iso(),
        expiresAt: backend.clock.isoIn(1),
      })
    },
    names: ['wallet.exported'],
  },
  {
    about: 'an origin, which is no news',
    change: (backend) =>
      backend.store.origins.insert({ ...newRecord(backend), environmentId, origin: 'https://example.com' }),
    names: [],
  },
]

/** A sub-organization at the custody vendor whose passkey is being replaced. */
function startRecovery(backend: Backend, user: User) {
  const vendorWallet = createVendorWallet(backend, user, { version: 'V2' })
  const ids = { id: 'recovery', walletId: 'wallet', sessionId: 'session' }
  const recovery = { ...ids, publicKey: '02', expiresAt: backend.clock.isoIn(1) }
  return backend.store.vendorWallets.put({ ...vendorWallet, recovery })
}

/** Every event name, and whether a change of the store causes it. */
const hasCause: Record<EventName, boolean> = {
  ping: false,
  'user.created': true,
  'user.updated': true,
  'user.deleted': true,
  'user.merged': true,
  'user.session.created': true,
  'user.session.revoked': true,
  'admin.user.session.revoked': true,
  'user.social.linked': true,
  'user.social.unlinked': true,
  'user.passkeyRecovery.started': true,
  'user.passkeyRecovery.completed': true,
  'wallet.created': true,
  'wallet.deleted': true,
  'wallet.linked': true,
  'wallet.unlinked': true,
  'wallet.exported': true,
  'wallet.transferred': true,
  'wallet.signature': true,
  'wallet.activity': false,
  'wallet.delegation.created': false,
  'wallet.delegation.revoked': false,
  'waas.policy.violation': false,
  'visit.created': true,
}

async function eventsOf({ before = {}, signedIn, withEmbedded, withRecovery, change }: Omit<Case, 'about' | 'names'>) {
  const world = createTestWorld()
  const { id } = await transact(world, (backend) => {
    const user = createUser(backend, environmentId, before)
    if (signedIn) backend.store.sessions.insert(session(backend, user))
    if (withEmbedded) backend.store.wallets.insert(embedded(backend, user))
    if (withRecovery) startRecovery(backend, user)
    return user
  })
  const countBefore = world.store.reader.events.size
  await transact(world, (backend) => void change(backend, world.store.reader.users.get(id) as User))
  return [...world.store.reader.events.scan('byCreatedAt', [environmentId])].slice(countBefore)
}

describe('the events that changes imply', () => {
  it.each(cases)('$about', async ({ names, ...rest }) => {
    expect((await eventsOf(rest)).map(({ eventName }) => eventName)).toEqual(names)
  })

  it('are tested for every name that a change causes', () => {
    const names = new Set(cases.flatMap(({ names }) => names))
    expect([...names].sort()).toEqual((Object.keys(hasCause) as EventName[]).filter((name) => hasCause[name]).sort())
  })

  it('report the end of a session once', async () => {
    const change: Case['change'] = ({ store, clock }, { id }) =>
      store.sessions.put({ ...first(store.sessions.scan('byUser', [id])), revokedAt: clock.isoIn(1) })
    const world = createTestWorld()
    const user = await transact(world, (backend) => {
      const user = createUser(backend, environmentId, {})
      backend.store.sessions.insert({ ...session(backend, user), revokedAt: backend.clock.iso() })
      return user
    })
    await transact(world, (backend) => void change(backend, user))
    expect([...world.store.reader.events.all()].map(({ eventName }) => eventName)).not.toContain('user.session.revoked')
  })

  it('number the events of an environment without gaps', async () => {
    const world = createTestWorld()
    for (let i = 0; i < 3; i++)
      await transact(world, (backend) => createUser(backend, environmentId, { wallets: i === 1 ? [wallet] : [] }))
    expect([...world.store.reader.events.scan('byCreatedAt', [environmentId])].map(({ sequence }) => sequence)).toEqual(
      [0, 1, 2, 3],
    )
  })

  it('contain the data of a deleted user', async () => {
    const [event] = await eventsOf({
      before: { email: 'ada@example.com', wallets: [wallet], ...withAccount },
      change: (backend, user) => deleteUser(backend, user),
    })
    expect(event?.data).toMatchObject({
      email: 'ada@example.com',
      wallets: [{ publicKey: wallet.publicWalletAddress }],
      oauthAccounts: [{ provider: 'google' }],
    })
  })

  it('are not written for a failed transaction', async () => {
    const world = createTestWorld()
    await expect(async () =>
      transact(world, (backend) => {
        createUser(backend, environmentId, {})
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(world.store.reader.events.size).toBe(0)
  })
})
