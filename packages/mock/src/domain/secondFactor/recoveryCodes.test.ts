import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { createFactories } from '../../control/objects/factories.ts'
import { transact, type World } from '../../world/world.ts'
import {
  acknowledgeRecoveryCodes,
  deleteRecoveryCodes,
  makeRecoveryCodes,
  showRecoveryCodes,
  takeRecoveryCode,
} from './recoveryCodes.ts'

let world: World
let create: ReturnType<typeof createFactories>
let userId = ''
let codes: string[] = []

const makeFor = (holder: string) =>
  transact(world, (backend) => {
    const user = backend.store.users.get(holder)
    return user ? makeRecoveryCodes(backend, user).recoveryCodes : []
  }) as string[]

beforeEach(async () => {
  world = createTestWorld()
  const sandboxId = [...world.store.reader.environments.all()].find(({ name }) => name === 'sandbox')?.id ?? ''
  create = createFactories(world, sandboxId)
  userId = (await create.user({ email: 'ada@example.com' })).id
  codes = makeFor(userId)
})

const take = (code: string, holder = userId) => transact(world, (backend) => takeRecoveryCode(backend, holder, code))
const shown = () => showRecoveryCodes({ store: world.store.begin() }, userId)

describe('recovery codes that were acknowledged', () => {
  it('cannot be read any more, and are still valid', async () => {
    await transact(world, (backend) => acknowledgeRecoveryCodes(backend, userId))
    expect(shown()).toEqual({ count: 10, recoveryCodes: [] })
    const state = JSON.stringify(world.store.export())
    for (const code of codes) expect(state).not.toContain(code)
    expect(take(codes[0] ?? '')).toBe(true)
    expect(take(codes[0] ?? '')).toBe(false)
    expect(shown()).toEqual({ count: 9, recoveryCodes: [] })
  })

  it('may be acknowledged again, without effect', async () => {
    for (let time = 0; time < 2; time++) await transact(world, (backend) => acknowledgeRecoveryCodes(backend, userId))
    expect(shown().count).toBe(10)
  })
})

describe('a recovery code', () => {
  it('belongs to one user', () => {
    expect(take(codes[0] ?? '', '00000000-0000-7000-8000-00000000dead')).toBe(false)
    expect(take(codes[0] ?? '')).toBe(true)
  })

  it('stays valid when another user gets new codes, acknowledges theirs or loses them', async () => {
    const { id: other } = await create.user({ email: 'grace@example.com' })
    makeFor(other)
    expect(shown()).toEqual({ count: 10, recoveryCodes: codes })
    await transact(world, (backend) => acknowledgeRecoveryCodes(backend, other))
    expect(shown()).toEqual({ count: 10, recoveryCodes: codes })
    await transact(world, (backend) => deleteRecoveryCodes(backend, other))
    expect(shown()).toEqual({ count: 10, recoveryCodes: codes })
    expect(take(codes[0] ?? '')).toBe(true)
  })
})

describe('the state of the acknowledgement', () => {
  const user = () => world.store.reader.users.get(userId)

  it('is pending for new codes, and the user does not change when they are replaced before', () => {
    const before = user()
    expect(before?.mfaBackupCodeAcknowledgement).toBe('pending')
    world.clock.advance(1000)
    makeFor(userId)
    expect(user()).toEqual(before)
  })

  it('is deleted with the codes, and nothing is written for a user who is deleted already', async () => {
    await transact(world, (backend) => {
      deleteRecoveryCodes(backend, userId)
      deleteRecoveryCodes(backend, '00000000-0000-7000-8000-00000000dead')
    })
    expect(user()?.mfaBackupCodeAcknowledgement).toBeUndefined()
    expect([...world.store.reader.users.all()]).toHaveLength(1)
  })
})
