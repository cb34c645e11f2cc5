import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  ApiError,
  AuthError,
  ConnectionError,
  isApiError,
  isLatchkeyError,
  PaginationError,
  ResponseParseError,
  TimeoutError,
} from './errors.ts'

const document = JSON.parse(
  readFileSync(new URL('../../../types/src/generated/openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Record<'ErrorCode' | 'UnprocessableEntityErrorCode', { enum: string[] }> } }

const headers = { 'x-request-id': 'request-1', 'set-cookie': 'session=hunter2' }
const refusal = new ApiError(
  new Response(null, { status: 403, headers }),
  { error: 'No.', code: 'forbidden', payload: { jwt: 'hunter2' } },
  { operation: 'users.get' },
)

describe('isApiError and isLatchkeyError', () => {
  it('recognise the errors of another copy of the package', () => {
    const foreign = Object.assign(new Error('No.'), { [Symbol.for('latchkey.error')]: 'ApiError' })
    expect([isApiError(foreign), isLatchkeyError(foreign)]).toEqual([true, true])
  })

  it('distinguish the kinds of errors', () => {
    const others = [
      new ConnectionError('x'),
      new TimeoutError(1),
      new AuthError('x'),
      new PaginationError('x'),
      new ResponseParseError(new Response(), 'x'),
    ]
    expect(others.map(isApiError)).toEqual(others.map(() => false))
    expect([refusal, ...others].map(isLatchkeyError)).toEqual([true, ...others.map(() => true)])
    expect(others.map(({ name }) => name)).toEqual([
      'ConnectionError',
      'TimeoutError',
      'AuthError',
      'PaginationError',
      'ResponseParseError',
    ])
  })

  it.each([new Error('x'), null, undefined, 'ApiError', { name: 'ApiError', status: 404 }])('refuse %o', (value) => {
    expect([isApiError(value), isLatchkeyError(value)]).toEqual([false, false])
  })
})

describe('an error that is logged', () => {
  it('shows neither body nor headers, as JSON or inspected', () => {
    expect(JSON.parse(JSON.stringify(refusal))).toEqual({
      name: 'ApiError',
      message: 'users.get was refused with 403 forbidden: No.',
      operation: 'users.get',
      status: 403,
      code: 'forbidden',
      requestId: 'request-1',
    })
    const unreadable = new ResponseParseError(new Response(null, { headers }), 'its body is empty')
    for (const error of [refusal, unreadable]) {
      expect(inspect(error)).toContain('request-1')
      expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain('hunter2')
    }
    expect(refusal.stack).toMatch(/^ApiError: users\.get was refused/)
  })

  it('leaves out echoed text that is long enough to be a token', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    const { message } = new ApiError(new Response(null, { status: 401 }), {
      error: `Token "${token}" has expired.`,
      code: 'token_expired',
    })
    expect(message).toBe('The call was refused with 401 token_expired: Token "[redacted]" has expired.')
    const late = new ApiError(new Response(null, { status: 401 }), {
      error: `${'a word '.repeat(70)}${token}`,
      code: token,
    })
    expect(`${late.message} ${late.code}`).not.toContain(token.slice(0, 8))
  })

  it('names an address of Ethereum, which is no secret, and no key', () => {
    const messageOf = (error: string) => new ApiError(new Response(null, { status: 403 }), { error }).message
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(messageOf(`The rule denies ${address}.`)).toContain(`denies ${address}.`)
    expect(messageOf(`The rule denies "${address}", (${address}).`)).toContain(`"${address}", (${address}).`)
    for (const secret of [`0x${'ab'.repeat(32)}`, 'ab'.repeat(20), `${address}${address}`, `token=${address}`])
      expect(messageOf(`The rule denies ${secret}.`)).not.toContain(secret)
  })

  it('has every documented code, and other codes of up to 40 characters', () => {
    const codeOf = (code: unknown) => {
      const error = new ApiError(new Response(null, { status: 422 }), { error: 'No.', code })
      expect(error.message).toBe(`The call was refused with 422${error.code ? ` ${error.code}` : ''}: No.`)
      return error.code
    }
    const { ErrorCode, UnprocessableEntityErrorCode } = document.components.schemas
    const documented = [...ErrorCode.enum, ...UnprocessableEntityErrorCode.enum]
    expect(documented.map(codeOf)).toEqual(documented)
    expect(codeOf('E1'.repeat(20))).toBe('E1'.repeat(20))
    for (const code of ['E1'.repeat(21), 'x'.repeat(48), 'x'.repeat(1e6), 'a\nb', 'a b', '', 42, ['a'], {}])
      expect(codeOf(code)).toBeUndefined()
  })
})
