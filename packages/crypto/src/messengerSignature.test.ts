import { utf8 } from '@latchkey/base/bytes'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { appDataHash, readBotJwt, signBotJwt, widgetFields, widgetHash } from './messengerSignature.ts'

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

it('the fields of a user have the names of the widget', () => {
  const { first_name: firstName, last_name: lastName, photo_url: photoURL, auth_date: authDate, username } = person
  const user = { id: 4_200_000_001, firstName, lastName, username, photoURL, authDate }
  expect(widgetFields(user)).toEqual(person)
})

describe('the JWT of a bot', () => {
  const claims = { telegramId: '4200000001', firstName: 'Ada' }
  const signed = (header: { alg: string; crit?: string[] }, key = botToken) =>
    new SignJWT(claims).setProtectedHeader(header).sign(utf8(key), { crit: { b: true } })

  it('is one of any library', async () => {
    expect(signBotJwt(claims, botToken)).toBe(
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(utf8(botToken)),
    )
    expect(readBotJwt(await signed({ alg: 'HS256' }), botToken)).toEqual(claims)
  })

  it('is refused with another key, another algorithm and a header that has to be understood', async () => {
    const long = botToken.repeat(3)
    expect(readBotJwt(await signed({ alg: 'HS512' }, long), long)).toBeUndefined()
    expect(readBotJwt(await signed({ alg: 'HS256' }), `${botToken}x`)).toBeUndefined()
    expect(readBotJwt(new UnsecuredJWT(claims).encode(), botToken)).toBeUndefined()
    const [, payload = ''] = signBotJwt(claims, botToken).split('.')
    const header = btoa(JSON.stringify({ alg: 'HS256', crit: ['b'], b: true })).replaceAll('=', '')
    const withCritical = await signed({ alg: 'HS256', crit: ['b'], b: true } as { alg: string })
    expect(withCritical.split('.').slice(0, 2)).toEqual([header, payload])
    expect(readBotJwt(withCritical, botToken)).toBeUndefined()
  })

  it('is refused where it is no JWT, or was changed', () => {
    const [header = '', payload = '', signature = ''] = signBotJwt(claims, botToken).split('.')
    const other = btoa(JSON.stringify({ ...claims, telegramId: '1' })).replaceAll('=', '')
    for (const raw of ['', 'jwt', `${header}.${payload}`, `${header}.${payload}.`, `${header}.${other}.${signature}`])
      expect(readBotJwt(raw, botToken)).toBeUndefined()
  })
})
