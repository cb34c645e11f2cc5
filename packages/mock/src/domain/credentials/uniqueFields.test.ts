import { newRecord } from '@latchkey/base/newRecord'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { Credential, User } from '../../store/records.ts'
import { transact } from '../../world/world.ts'
import type { Backend } from '../shared/backend.ts'
import { assertUniqueFields, hasSharedValue, isUniqueField, withoutTakenFields } from './uniqueFields.ts'

let world: ReturnType<typeof createTestWorld>
let environmentId: string
let otherEnvironmentId: string

beforeEach(() => {
  world = createTestWorld()
  ;[environmentId = '', otherEnvironmentId = ''] = [...world.store.reader.environments.all()].map(({ id }) => id)
  setUnique('alias', 'firstName', 'phoneNumber')
})

const act = <T>(rule: (backend: Backend) => T): T => transact(world, rule) as T

/** Makes fields unique, and the others not. */
function setUnique(...names: readonly string[]): void {
  act(({ store }) => {
    const environment = store.environments.get(environmentId)
    if (!environment) throw new TypeError('The test has no environment.')
    const kyc = environment.settings.kyc.map((field) => ({
      ...field,
      enabled: names.includes(field.name),
      unique: names.includes(field.name),
    }))
    store.environments.put({ ...environment, settings: { ...environment.settings, kyc } })
  })
}

const addUser = (fields: Partial<User>): string =>
  act((backend) => backend.store.users.put({ ...newRecord(backend), environmentId, ...fields } as User).id)

const addNumber = (fields: Partial<Credential> & Pick<Credential, 'userId'>) =>
  act((backend) =>
    backend.store.credentials.put({
      ...newRecord(backend),
      environmentId,
      format: 'phoneNumber',
      key: '+4915112345678',
      signInEnabled: true,
      verifiedAt: backend.clock.iso(),
      ...fields,
    }),
  )

/** The key of the refusal, if there is one. */
function refusalOf(values: Partial<User>, userId?: string): string | undefined {
  try {
    act((backend) => assertUniqueFields(backend, environmentId, { values, userId }))
    return undefined
  } catch (error) {
    return (error as { key?: string }).key
  }
}

describe('a value of a unique field', () => {
  it('is refused where another user has it, and not where only this user has it', () => {
    const ada = addUser({ alias: 'Ada' })
    addUser({ firstName: 'Bob' })
    expect(refusalOf({ alias: 'Ada' })).toBe('customFieldNotUnique')
    expect(refusalOf({ alias: 'Ada' }, ada)).toBeUndefined()
    expect(refusalOf({ firstName: 'Bob' }, ada)).toBe('customFieldNotUnique')
    expect(refusalOf({ alias: 'Bob', firstName: 'Ada' })).toBeUndefined()
  })

  it('is refused by the name of the field', () => {
    addUser({ firstName: 'Bob' })
    expect(() =>
      act((backend) => assertUniqueFields(backend, environmentId, { values: { alias: 'Bob', firstName: 'Bob' } })),
    ).toThrow(/firstName/)
  })

  it('is compared as it is written, and an empty one is no value', () => {
    addUser({ alias: 'Ada', firstName: '' })
    expect(refusalOf({ alias: 'ada' })).toBeUndefined()
    addUser({ alias: 'Ada 1' })
    expect(refusalOf({ alias: 'Bob 1' })).toBeUndefined()
    expect(refusalOf({ firstName: '' })).toBeUndefined()
  })

  it('is free for users of another environment', () => {
    addUser({ alias: 'Ada', environmentId: otherEnvironmentId })
    expect(refusalOf({ alias: 'Ada' })).toBeUndefined()
  })

  it('is free where the settings do not enable the field, or not its uniqueness', () => {
    addUser({ alias: 'Ada' })
    setUnique('firstName')
    expect(refusalOf({ alias: 'Ada' })).toBeUndefined()
  })

  it('has other rules for an e-mail address and a user name', () => {
    setUnique('email', 'username', 'alias')
    addUser({ email: 'ada@example.com', username: 'ada' })
    expect(refusalOf({ email: 'ada@example.com', username: 'ada' })).toBeUndefined()
    const isShared = (name: string) => act((backend) => hasSharedValue(backend, environmentId, name))
    addUser({ email: 'ada@example.com', username: 'ada' })
    expect([isShared('email'), isShared('username')]).toEqual([false, false])
  })

  it('is left out of a profile that the user did not fill in, without the others', () => {
    addUser({ alias: 'Ada' })
    const input = { values: { alias: 'Ada', firstName: 'Ada' } }
    expect(act((backend) => withoutTakenFields(backend, environmentId, input))).toEqual({ firstName: 'Ada' })
  })
})

describe('a phone number that is unique', () => {
  it('is equal however it is grouped', () => {
    const ada = addUser({ phoneNumber: '+49 151 12345678' })
    expect(refusalOf({ phoneNumber: '+49-151-12345678' })).toBe('accountHasPhoneNumber')
    expect(refusalOf({ phoneNumber: '+49-151-12345678' }, ada)).toBeUndefined()
    expect(refusalOf({ phoneNumber: '+4915112345679' })).toBeUndefined()
  })

  it('is compared as a text where it has no digit', () => {
    addUser({ phoneNumber: 'none' })
    expect(refusalOf({ phoneNumber: 'unlisted' })).toBeUndefined()
    expect(refusalOf({ phoneNumber: 'none' })).toBe('accountHasPhoneNumber')
  })

  it('is refused where another user has proved it, and not where it was not proved', () => {
    const [ada, bob] = [addUser({}), addUser({})]
    const { verifiedAt: _, ...unproved } = addNumber({ userId: ada })
    expect(refusalOf({ phoneNumber: '+49 151 12345678' }, bob)).toBe('accountHasPhoneNumber')
    expect(refusalOf({ phoneNumber: '+49 151 12345678' }, ada)).toBeUndefined()
    expect(refusalOf({ alias: '+4915112345678' }, bob)).toBeUndefined()
    act(({ store }) => store.credentials.put(unproved))
    expect(refusalOf({ phoneNumber: '+49 151 12345678' }, bob)).toBeUndefined()
  })

  it('is free where it is no unique field, even if another user has proved it', () => {
    setUnique('alias')
    addNumber({ userId: addUser({}) })
    expect(refusalOf({ phoneNumber: '+4915112345678' })).toBeUndefined()
  })
})

describe('a field that is to become unique', () => {
  const isShared = (name: string) => act((backend) => hasSharedValue(backend, environmentId, name))

  it('is shared where two users have the same value, of this environment and not empty', () => {
    addUser({ alias: 'Ada', firstName: '' })
    addUser({ alias: 'Ada', environmentId: otherEnvironmentId, firstName: '' })
    addUser({ alias: 'Bob', firstName: '' })
    expect([isShared('alias'), isShared('firstName'), isShared('lastName')]).toEqual([false, false, false])
    addUser({ alias: 'Bob' })
    expect(isShared('alias')).toBe(true)
  })

  it('is shared where two users have the same number in two groupings', () => {
    addUser({ phoneNumber: '+49 151 12345678' })
    expect(isShared('phoneNumber')).toBe(false)
    addUser({ phoneNumber: '+4915112345678' })
    expect(isShared('phoneNumber')).toBe(true)
  })
})

describe('a field', () => {
  const isUnique = (id: string, name = 'alias') => act((backend) => isUniqueField(backend, id, name))

  it('is unique where the settings enable it and make it unique', () => {
    expect([isUnique(environmentId), isUnique(otherEnvironmentId), isUnique('unknown')]).toEqual([true, false, false])
    expect(isUnique(environmentId, 'lastName')).toBe(false)
  })

  it.each([
    [true, false],
    [false, true],
  ])('is not unique if it is enabled: %s, and to be unique: %s', (enabled, unique) => {
    act(({ store }) => {
      const environment = store.environments.get(environmentId)!
      const kyc = environment.settings.kyc.map((field) => ({ ...field, enabled, unique }))
      store.environments.put({ ...environment, settings: { ...environment.settings, kyc } })
    })
    expect(isUnique(environmentId)).toBe(false)
  })
})
