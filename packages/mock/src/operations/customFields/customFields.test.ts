import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals, type RefusalCase } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const body = { name: 'Employee number', enabled: true, required: false, fieldType: 'text', position: 0 }
const create = async (change: object = {}) =>
  (await host.call('customFields.create', { body: { ...body, ...change } })).body
const newUser = async (metadata: object) =>
  (await host.call('users.create', { body: { metadata } })).body.user?.id as string
const refusal = async (metadata: object) => {
  const { status, code } = await host.refuse('users.create', { body: { metadata } })
  return [status, code]
}

const onField: RefusalCase = { params: async () => ({ customFieldId: (await create({ name: 'Shoe size' })).id }) }

describeEnvironmentRefusals(host, {
  'customFields.list': {},
  'customFields.create': { body },
  'customFields.get': onField,
  'customFields.update': { ...onField, body },
  'customFields.delete': onField,
})

describe('customFields.create', () => {
  it('stores the field, and shows it to its environment only and in the settings', async () => {
    await host.mock.clock.advance(1000)
    const field = await create({ validationRules: { unique: true, regex: '^E[0-9]{5}$' }, required: true })
    const { live } = host.mock.defaults.environments
    expect(field).toEqual({
      id: expect.any(String),
      key: 'employeeNumber',
      ...body,
      required: true,
      validationRules: { unique: true, regex: '^E[0-9]{5}$' },
    })
    expect((await host.call('customFields.list')).body).toEqual([field])
    expect(
      (await host.call('customFields.list', { params: { environmentId: live.id }, token: live.token })).body,
    ).toEqual([])
    const { settings, updatedAt } = (await host.call('environments.get')).body
    expect(settings?.customFields).toMatchObject([
      { label: 'Employee number', type: 'custom', required: true, unique: true, validationType: 'text' },
    ])
    expect(updatedAt).toBe('2026-01-15T09:30:01.000Z')
  })

  it.each([
    ['T-shirt size', 'tShirtSize'],
    ['ID', 'id'],
    ['Größe in cm', 'größeInCm'],
    ['2nd name', '2ndName'],
    ['VAT number!', 'vatNumber'],
    ['???', 'field'],
    ['constructor', 'constructorField'],
    ['__proto__', 'proto'],
  ])('derives the key of %s', async (name, key) => {
    expect((await create({ name })).key).toBe(key)
  })

  it('orders by position, ties by id', async () => {
    for (const [name, position] of [
      ['A', 2],
      ['B', 0],
      ['C', 2],
      ['D', 1],
    ])
      await create({ name, position })
    expect((await host.call('customFields.list')).body.map(({ name }) => name)).toEqual(['B', 'D', 'A', 'C'])
  })

  it.each([
    ['a key that is taken', { name: 'employee-Number' }, 'custom_field_not_unique'],
    ['a pattern that does not compile', { name: 'A', validationRules: { regex: '(' } }, 'invalid_regex'],
    ['a pattern that looks ahead', { name: 'A', validationRules: { regex: '(?=a)b' } }, 'invalid_regex'],
    [
      'a pattern that looks back at what it found',
      { name: 'A', validationRules: { regex: '(a)\\1' } },
      'invalid_regex',
    ],
    [
      'options with the same label',
      {
        name: 'A',
        validationRules: {
          validOptions: [
            { label: 'x', key: 'a' },
            { label: 'x', key: 'b' },
          ],
        },
      },
      'repeated_options',
    ],
    [
      'options with the same key',
      { name: 'A', validationRules: { validOptions: [{ label: 'x' }, { label: 'y', key: 'x' }] } },
      'repeated_options',
    ],
    ['a position before the first', { name: 'A', position: -1 }, 'invalid_position'],
  ])('refuses %s and stores nothing', async (_, change, code) => {
    await create()
    expect(await host.refuse('customFields.create', { body: { ...body, ...change } })).toMatchObject({
      status: 422,
      code,
    })
    expect((await host.call('customFields.list')).body).toHaveLength(1)
  })

  it('refuses a field without a type', async () => {
    expect(await host.refuse('customFields.create', { body: { ...body, fieldType: undefined } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('values of custom fields', () => {
  it('match the pattern of a text', async () => {
    await create({ validationRules: { regex: '^E[0-9]{5}$' } })
    await newUser({ employeeNumber: 'E12345' })
    await newUser({ employeeNumber: '', anythingElse: 5 })
    for (const employeeNumber of ['E1234', 12345, ['E12345']])
      expect(await refusal({ employeeNumber })).toEqual([422, 'invalid_metadata_value'])
  })

  it('are checked in linear time with any pattern', async () => {
    await create({ validationRules: { regex: '^(a+)+$' } })
    expect(await refusal({ employeeNumber: `${'a'.repeat(1500)}!` })).toEqual([422, 'invalid_metadata_value'])
  })

  it('must be an option of a select, by its key or else its label', async () => {
    await create({
      name: 'Colour',
      fieldType: 'select',
      validationRules: { validOptions: [{ label: 'Blue', key: 'b' }, { label: 'Green' }] },
    })
    await newUser({ colour: 'b' })
    await newUser({ colour: 'Green' })
    for (const colour of ['Blue', 'Red', true])
      expect(await refusal({ colour })).toEqual([422, 'invalid_metadata_value'])
  })

  it('must be true or false for a checkbox, which cannot be unique', async () => {
    await create({ name: 'Terms', fieldType: 'checkbox', validationRules: { unique: true } })
    await newUser({ terms: true })
    await newUser({ terms: true })
    expect(await refusal({ terms: 'yes' })).toEqual([422, 'invalid_metadata_value'])
  })

  it('belong to one user if the field is unique, and that user may keep them', async () => {
    await create({ validationRules: { unique: true } })
    const userId = await newUser({ employeeNumber: 'E1' })
    expect(await refusal({ employeeNumber: 'E1' })).toEqual([422, 'custom_field_data_not_unique'])
    await host.call('users.update', { params: { userId }, body: { metadata: { employeeNumber: 'E1', other: 1 } } })
    const second = await newUser({ employeeNumber: 'E2' })
    expect(
      await host.refuse('users.update', { params: { userId: second }, body: { metadata: { employeeNumber: 'E1' } } }),
    ).toMatchObject({ status: 422, code: 'custom_field_data_not_unique' })
    await host.call('users.delete', { params: { userId } })
    await host.call('users.update', { params: { userId: second }, body: { metadata: { employeeNumber: 'E1' } } })
  })

  it('are not checked while the field is not enabled, or in another environment', async () => {
    await create({ enabled: false, validationRules: { regex: '^E' } })
    await newUser({ employeeNumber: 'X' })
    await create({ name: 'Code', validationRules: { regex: '^E' } })
    const { live } = host.mock.defaults.environments
    await host.call('users.create', {
      params: { environmentId: live.id },
      token: live.token,
      body: { metadata: { code: 'X' } },
    })
  })
})
