import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const body = { name: 'Employee number', enabled: true, required: false, fieldType: 'text', position: 0 }
const create = async (change: object = {}) =>
  (await host.call('customFields.create', { body: { ...body, ...change } })).body
const update = async (customFieldId: string, change: object = {}) =>
  (await host.call('customFields.update', { params: { customFieldId }, body: { ...body, ...change } })).body
const refuseUpdate = async (customFieldId: string, change: object) => {
  const { status, code } = await host.refuse('customFields.update', {
    params: { customFieldId },
    body: { ...body, ...change },
  })
  return [status, code]
}
const newUser = async (metadata: Record<string, unknown>) =>
  (await host.mock.create.user({ metadata, email: `user${++count}@example.com` })).id
let count = 0
const missing = async (userId: string) => (await host.mock.signIn(userId)).user.missingFields?.map(({ name }) => name)

describe('customFields.update', () => {
  it('replaces everything but the key, and shows it everywhere', async () => {
    const { id, key } = await create({ validationRules: { unique: true, regex: '^E' } })
    await host.mock.clock.advance(1000)
    const field = await update(id, { name: 'Staff number', position: 3 })
    expect(field).toEqual({ id, key, ...body, name: 'Staff number', position: 3 })
    expect((await host.call('customFields.get', { params: { customFieldId: id } })).body).toEqual(field)
    expect((await host.call('customFields.list')).body).toEqual([field])
    const { settings, updatedAt } = (await host.call('environments.get')).body
    expect(settings?.customFields).toMatchObject([
      { name: 'Staff number', label: 'Staff number', unique: false, position: 3 },
    ])
    expect(updatedAt).toBe('2026-01-15T09:30:01.000Z')
    await newUser({ employeeNumber: 'X' })
  })

  it('does not change updatedAt of the environment if nothing is different', async () => {
    const { id } = await create({ validationRules: { unique: true, regex: '^E' } })
    await host.mock.clock.advance(1000)
    await update(id, { validationRules: { regex: '^E', unique: true } })
    expect((await host.call('environments.get')).body.updatedAt).toBe('2026-01-15T09:30:00.000Z')
  })

  it('makes a required field a missing field until it is optional, disabled or deleted', async () => {
    const { id } = await create()
    const userId = await newUser({})
    expect(await missing(userId)).toEqual([])
    await update(id, { required: true })
    expect(await missing(userId)).toEqual(['Employee number'])
    await update(id, { required: true, enabled: false })
    expect(await missing(userId)).toEqual([])
    await update(id, { required: true })
    expect(await missing(userId)).toEqual(['Employee number'])
    await host.call('customFields.delete', { params: { customFieldId: id } })
    expect(await missing(userId)).toEqual([])
  })

  it.each([
    ['the name of another field', { name: 'Shoe size' }, 'custom_field_not_unique'],
    ['a pattern that does not compile', { validationRules: { regex: '(' } }, 'invalid_regex'],
    [
      'options that are alike',
      { fieldType: 'select', validationRules: { validOptions: [{ label: 'x' }, { label: 'x' }] } },
      'repeated_options',
    ],
    ['a position before the first', { position: -1 }, 'invalid_position'],
  ])('refuses %s and changes nothing', async (_, change, code) => {
    await create({ name: 'Shoe size' })
    const field = await create()
    expect(await refuseUpdate(field.id, change)).toEqual([422, code])
    expect((await host.call('customFields.get', { params: { customFieldId: field.id } })).body).toEqual(field)
  })

  it('keeps values under new rules, which apply to the next change of a value', async () => {
    const { id } = await create()
    const userId = await newUser({ employeeNumber: 'X' })
    await update(id, { validationRules: { regex: '^E' } })
    expect((await host.call('users.get', { params: { userId } })).body.user?.metadata).toEqual({ employeeNumber: 'X' })
    const refused = { status: 422, code: 'invalid_metadata_value' }
    expect(
      await host.refuse('users.update', { params: { userId }, body: { metadata: { employeeNumber: 'Y' } } }),
    ).toMatchObject(refused)
    await host.call('users.update', { params: { userId }, body: { metadata: { employeeNumber: 'E1' } } })
  })

  it('accepts another type only if the values of users fit it', async () => {
    const { id } = await create()
    const userId = await newUser({ employeeNumber: 'E1' })
    const options = { fieldType: 'select', validationRules: { validOptions: [{ label: 'One', key: 'E1' }] } }
    expect(await refuseUpdate(id, { fieldType: 'checkbox' })).toEqual([422, 'invalid_update'])
    expect(await refuseUpdate(id, { fieldType: 'select' })).toEqual([422, 'invalid_update'])
    expect(await update(id, options)).toMatchObject({ ...options, key: 'employeeNumber' })
    await host.call('users.update', { params: { userId }, body: { metadata: {} } })
    expect((await update(id, { fieldType: 'checkbox' })).fieldType).toBe('checkbox')
  })

  it('becomes unique only if no two users share a value', async () => {
    const { id } = await create()
    await newUser({ employeeNumber: 'E1' })
    const second = await newUser({ employeeNumber: 'E1' })
    const unique = { validationRules: { unique: true } }
    expect(await refuseUpdate(id, unique)).toEqual([422, 'custom_field_data_not_unique'])
    await update(id, { ...unique, enabled: false })
    expect(await refuseUpdate(id, unique)).toEqual([422, 'custom_field_data_not_unique'])
    await host.call('users.update', { params: { userId: second }, body: { metadata: { employeeNumber: 'E2' } } })
    await update(id, unique)
    expect(
      await host.refuse('users.update', { params: { userId: second }, body: { metadata: { employeeNumber: 'E1' } } }),
    ).toMatchObject({ status: 422, code: 'custom_field_data_not_unique' })
  })
})

describe('customFields.delete', () => {
  it('leaves the values in the metadata, where a new field uses them again', async () => {
    const { id } = await create({ validationRules: { regex: '^E' } })
    const userIds = [await newUser({ employeeNumber: 'E1' }), await newUser({ employeeNumber: 'E1' })]
    expect(await host.send('customFields.delete', { params: { customFieldId: id } })).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await host.refuse('customFields.get', { params: { customFieldId: id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await host.call('customFields.list')).body).toEqual([])
    expect((await host.call('sdkSettings.get')).body.customFields).toEqual([])
    for (const userId of userIds)
      expect((await host.call('users.get', { params: { userId } })).body.user?.metadata).toEqual({
        employeeNumber: 'E1',
      })
    await newUser({ employeeNumber: 'X' })
    const refused = { status: 422, code: 'custom_field_data_not_unique' }
    expect(
      await host.refuse('customFields.create', { body: { ...body, validationRules: { unique: true } } }),
    ).toMatchObject(refused)
    expect((await create()).key).toBe('employeeNumber')
  })
})
