import { beforeEach, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { createFactories } from '../../control/objects/factories.ts'
import type { Credential, Wallet } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'
import { personOf } from './access.ts'

let world: World
let environmentId = ''
let userId = ''
let wallet: Wallet
let credential: Credential

beforeEach(async () => {
  world = createTestWorld()
  environmentId = [...world.store.reader.environments.all()].find(({ name }) => name === 'sandbox')?.id ?? ''
  const create = createFactories(world, environmentId)
  for (const email of ['grace@example.com', 'ada@example.com']) {
    userId = (await create.user({ email })).id
    await create.wallet(userId)
  }
  ;[wallet] = [...world.store.reader.wallets.scan('byUser', [userId])] as [Wallet]
  ;[credential] = [...world.store.reader.credentials.scan('byUser', [userId])] as [Credential]
})

const read = (input: Parameters<typeof personOf>[2]) =>
  transact(world, (backend) => personOf(backend, environmentId, input)) as ReturnType<typeof personOf>

it('access rules see a new user with only what the sign-in brings', () => {
  expect(read({})).toEqual({ environmentId, credentials: [], wallets: [], emails: [] })
  expect(read({ joining: [credential], joiningWallet: wallet })).toEqual({
    environmentId,
    credentials: [credential],
    wallets: [wallet],
    emails: ['ada@example.com'],
  })
})

it("access rules see a user's own wallets and credentials, and nobody else's", () => {
  const person = read({ userId })
  expect(person.wallets).toEqual([wallet])
  expect(person.emails).toEqual(['ada@example.com'])
  expect(person.credentials.every((each) => each.userId === userId)).toBe(true)
})

it('access rules see a wallet and a credential as the sign-in changes them, and what it adds beside the others', () => {
  const changed = { ...credential, key: 'lovelace@example.com' }
  const renamed = { ...wallet, name: 'Savings' }
  const person = read({ userId, joining: [changed], joiningWallet: renamed })
  expect(person.wallets).toEqual([renamed])
  expect(person.emails).toEqual(['lovelace@example.com'])

  const added = { ...credential, id: '00000000-0000-7000-8000-00000000dead', key: 'work@example.com' }
  const second = { ...wallet, id: '00000000-0000-7000-8000-00000000beef' }
  expect(read({ userId, joining: [added], joiningWallet: second })).toMatchObject({
    wallets: [wallet, second],
    emails: ['ada@example.com', 'work@example.com'],
  })
})

it('access rules see no credential that is not verified', () => {
  const { verifiedAt: _, ...unverified } = credential
  expect(read({ joining: [unverified as Credential] })).toMatchObject({ credentials: [], emails: [] })
})
