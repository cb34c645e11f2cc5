import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { createFactories } from '../../control/objects/factories.ts'
import { transact, type World } from '../../world/world.ts'
import { acknowledgeRecoveryCodes, makeRecoveryCodes, showRecoveryCodes, takeRecoveryCode } from './recoveryCodes.ts'

let world: World
let userId = ''
let codes: string[] = []

beforeEach(async () => {
  world = createTestWorld()
  const sandboxId = [...world.store.reader.environments.all()].find(({ name }) => name === 'sandbox')?.id ?? ''
  userId = (await createFactories(world, sandboxId).user({ email: 'ada@example.com' })).id
  codes = await transact(world, (backend) => {
    const user = backend.store.users.get(userId)
    return user ? makeRecoveryCodes(backend, user).recoveryCodes : []
  })
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
})
