import { beforeEach, expect, it } from 'vitest'
import { createFactorWorld, type FactorWorld } from '../../../test/people/factorWorld.ts'
import { isGuarded } from './factorGuard.ts'

let people: FactorWorld

beforeEach(async () => {
  people = await createFactorWorld()
  await people.set({ enabled: true })
})

const isAdaGuarded = () => people.act(isGuarded)

it('does not guard a user who has no second factor', () => {
  expect(isAdaGuarded()).toBe(false)
})

it('does not guard a user who has to register a second factor, and can prove none yet', async () => {
  await people.set({ required: true })
  expect(isAdaGuarded()).toBe(false)
})

it('guards a user with a verified device, even after its kind was turned off', async () => {
  await people.create.totp(people.userId)
  expect(isAdaGuarded()).toBe(true)
  await people.set({ availableMethods: ['passkey'] })
  expect(isAdaGuarded()).toBe(true)
  await people.set({ enabled: false })
  expect(isAdaGuarded()).toBe(true)
})

it('guards a user without a device who would be asked for a code by e-mail, and not one who would not', async () => {
  await people.set({ availableMethods: ['email'] })
  expect(isAdaGuarded()).toBe(false)
  await people.set({ required: true })
  expect(isAdaGuarded()).toBe(true)
})
