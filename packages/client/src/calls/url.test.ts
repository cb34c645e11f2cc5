import { describe, expect, it } from 'vitest'
import { encodeQuery, fillPath } from './url.ts'

describe('fillPath', () => {
  it('encodes an id, so that it stays one segment', () => {
    expect(fillPath('users/{userId}/wallets', { userId: 'a/b?c#d é' })).toBe('users/a%2Fb%3Fc%23d%20%C3%A9/wallets')
  })

  it.each([undefined, null, '', '.', '..', ['a', 'b'], { id: 'a' }, new Date(0), 'env\n', 'env\r\n', '\nenv'])(
    'refuses %j, which is no id',
    (userId) => {
      expect(() => fillPath('users/{userId}', { userId })).toThrow(
        new TypeError(
          '"userId" of users/{userId} must be an id without a line end. environmentId can be set on the client.',
        ),
      )
    },
  )
})

describe('encodeQuery', () => {
  it('writes numbers, booleans, arrays, instants and filters, and leaves out undefined values', () => {
    const query = {
      limit: 0,
      includeSessions: false,
      orderBy: 'createdAt-desc',
      tag: ['a', 'b'],
      cursor: undefined,
      status: null,
      startDate: new Date(0),
      filter: { email: 'a+b@example.com', alias: undefined, 'first name': 'x&y' },
      none: [],
    }
    expect(encodeQuery(query)).toBe(
      'limit=0&includeSessions=false&orderBy=createdAt-desc&tag=a&tag=b&startDate=1970-01-01T00%3A00%3A00.000Z' +
        '&filter[email]=a%2Bb%40example.com&filter[first%20name]=x%26y',
    )
  })

  it('is empty without a query', () => {
    expect(encodeQuery()).toBe('')
  })
})
