import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../../test/support/world.ts'
import type { Session, User } from '../../../store/records.ts'
import { transact, type World } from '../../../world/world.ts'
import type { Backend } from '../../shared/backend.ts'
import { DomainError } from '../../shared/errors.ts'
import { createUser } from '../users/users.ts'
import { mergeUsers, proposeMerge } from './userMerge.ts'

type Chain = components['schemas']['ChainEnum']

const environmentId = '00000000-0000-7000-8000-000000000004'
const contact = { environmentId, channel: 'email', key: 'ada@example.com' } as const

interface Two {
  readonly world: World
  readonly user: User
  readonly other: User
  readonly session: Session
}

/** Two users of one person, one of them signed in and the other one with a proved address. */
async function twoUsers(
  give: (backend: Backend, users: Pick<Two, 'user' | 'other'>) => void = () => undefined,
): Promise<Two> {
  const world = createTestWorld()
  return transact(world, (backend) => {
    const other = createUser(backend, environmentId, { email: contact.key, emailVerifiedAt: backend.clock.iso() })
    const user = createUser(backend, environmentId, { firstName: 'Ada' })
    const session = backend.store.sessions.insert({
      ...newRecord(backend),
      environmentId,
      userId: user.id,
      expiresAt: backend.clock.isoIn(7_200_000),
      audience: 'https://app.example.com',
      tokenId: 'a token id',
    })
    give(backend, { user, other })
    return { world, user, other, session }
  })
}

/** The key of the refusal that a proposal always ends with. */
function propose({ world, user, other, session }: Two) {
  const verification = { ...contact, id: 'the id of the verification' }
  try {
    return transact(world, (backend) => proposeMerge(backend, { user, session }, { other, verification }))
  } catch (error) {
    if (error instanceof DomainError) return error.key
    throw error
  }
}

const merge = ({ world, user, session }: Two) =>
  transact(world, (backend) => mergeUsers(backend, { kind: 'user', user, session }))

const embedded = (backend: Backend, userId: string, chain: Chain) =>
  backend.store.wallets.insert({
    ...newRecord(backend),
    environmentId,
    userId,
    name: 'embedded',
    chain,
    publicKey: userId,
    key: `${chain}:${userId}`,
    provider: 'embeddedWallet',
  })

function passkeyOf(backend: Backend, userId: string) {
  const now = backend.clock.iso()
  const passkey = backend.store.passkeys.insert({
    ...newRecord(backend),
    environmentId,
    userId,
    credentialId: 'cred-1',
    publicKey: 'key',
    counter: 0,
    isBackupEligible: false,
    rpId: 'app.example.com',
    origin: 'https://app.example.com',
    updatedAt: now,
  })
  backend.store.credentials.insert({
    ...newRecord(backend),
    environmentId,
    userId,
    format: 'passkey',
    key: 'cred-1',
    passkeyId: passkey.id,
    signInEnabled: true,
    verifiedAt: now,
  })
  return passkey
}

function requireMfa({ store }: Backend) {
  const environment = store.environments.get(environmentId)
  if (environment)
    store.environments.put({
      ...environment,
      settings: {
        ...environment.settings,
        security: {
          ...environment.settings.security,
          mfa: { ...environment.settings.security.mfa, enabled: true, required: true },
        },
      },
    })
}

describe('a merge of two users', () => {
  it('moves passkeys with their credentials, even one of an unfinished second factor', async () => {
    const two = await twoUsers((backend, { other }) => {
      const { id: passkeyId } = passkeyOf(backend, other.id)
      backend.store.mfaDevices.insert({
        ...newRecord(backend),
        environmentId,
        userId: other.id,
        type: 'passkey',
        isDefault: false,
        passkeyId,
      })
    })
    expect(await propose(two)).toBe('mergeConfirmation')
    await merge(two)
    const { reader } = two.world.store
    expect([...reader.passkeys.all()]).toMatchObject([{ userId: two.user.id, credentialId: 'cred-1' }])
    expect(
      [...reader.credentials.scan('byUser', [two.user.id])].map(({ format, previousUserIds }) => [
        format,
        previousUserIds,
      ]),
    ).toEqual([
      ['email', [two.other.id]],
      ['passkey', [two.other.id]],
    ])
    expect(reader.mfaDevices.size).toBe(0)
  })

  it('moves an embedded wallet if the user has none on that chain', async () => {
    const two = await twoUsers((backend, { user, other }) => {
      embedded(backend, user.id, 'EVM')
      embedded(backend, other.id, 'SOL')
    })
    await propose(two)
    await merge(two)
    expect([...two.world.store.reader.wallets.scan('byUser', [two.user.id])].map(({ chain }) => chain)).toEqual([
      'EVM',
      'SOL',
    ])
  })

  it('is refused for two embedded wallets of one family of chains, and nothing is proposed', async () => {
    const two = await twoUsers((backend, { user, other }) => {
      embedded(backend, user.id, 'EVM')
      embedded(backend, other.id, 'ETH')
    })
    expect(await propose(two)).toBe('invalidMerge')
    expect(two.world.store.reader.pendingMerges.size).toBe(0)
  })

  it('is refused if the other user has a second factor and would be asked for it', async () => {
    const two = await twoUsers((backend, { other }) => {
      requireMfa(backend)
      passkeyOf(backend, other.id)
    })
    expect(await propose(two)).toBe('invalidMerge')
    const bare = await twoUsers(requireMfa)
    expect(await propose(bare)).toBe('mergeConfirmation')
  })

  it('stores one proposal per user, the latest', async () => {
    const two = await twoUsers()
    await propose(two)
    const [first] = two.world.store.reader.pendingMerges.all()
    await propose(two)
    const [second, ...more] = two.world.store.reader.pendingMerges.all()
    expect([more, second?.id === first?.id]).toEqual([[], false])
  })
})
