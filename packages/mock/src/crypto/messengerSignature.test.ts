import { describe, expect, it } from 'vitest'
import { appDataHash, widgetHash } from './messengerSignature.ts'

const botToken = '7000000001:a-bot-token-for-tests'
const person = {
  id: '4200000001',
  first_name: 'Ada',
  last_name: 'Byron',
  username: 'ada',
  photo_url: 'https://pictures.example.com/ada.jpg',
  auth_date: '1768469400',
}
const appData = {
  query_id: 'AAF1',
  user: '{"id":4200000001,"first_name":"Ada"}',
  auth_date: '1768469400',
  signature: 'c2ln',
}

// The expected values were computed with Python's hmac module.
describe("a messenger's signatures", () => {
  it('are those of the login widget', () => {
    expect(widgetHash(person, botToken)).toBe('5abe98b900c307ad82f231ec4ad74e7c7b29043a37975a88f6465b2c642c2665')
  })

  it('are those of an app inside the messenger, over all fields except the hash', () => {
    expect(appDataHash(appData, botToken)).toBe('24aed6d7acda3a55e6e1e2a8e01834e90437668ad476b9f6072b79c6074fa3fb')
  })

  it('do not depend on the order of the fields, or on undefined fields', () => {
    expect(widgetHash({ ...Object.fromEntries(Object.entries(person).reverse()), other: undefined }, botToken)).toBe(
      widgetHash(person, botToken),
    )
  })

  it('depend on every field, the token, and the kind', () => {
    const hashes = [
      widgetHash(person, botToken),
      appDataHash(person, botToken),
      widgetHash(person, `${botToken}x`),
      ...Object.keys(person).map((name) => widgetHash({ ...person, [name]: 'x' }, botToken)),
      widgetHash({ ...person, username: undefined }, botToken),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('refuse fields that could be read in two ways', () => {
    expect(widgetHash({ ...person, first_name: 'Ada\nid=1\nlast_name=Byron' }, botToken)).toBeUndefined()
    expect(appDataHash({ ...appData, 'a=b': 'c' }, botToken)).toBeUndefined()
  })
})
