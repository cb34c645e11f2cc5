import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Session } from '../../store/records.ts'
import { assert, DomainError } from './errors.ts'
import { existing, inEnvironment, recordOf } from './recordGuards.ts'

const session: Session = {
  id: 's',
  createdAt: '2026-01-15T09:30:00.000Z',
  environmentId: 'e',
  userId: 'u',
  expiresAt: '2026-01-15T11:30:00.000Z',
  audience: 'https://app.example.com',
  tokenId: 't',
}
const missing = undefined as Session | undefined

/** The key of the refusal. */
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof DomainError) return error.key
    throw error
  }
  throw new Error('Nothing was refused.')
}

describe('recordOf', () => {
  it('returns the record with the given columns, with its type', () => {
    const record = recordOf(session as Session | undefined, { environmentId: 'e', userId: 'u' }, 'session')
    expectTypeOf(record).toEqualTypeOf<Session>()
    expect(record).toBe(session)
  })

  it('treats a record of another owner as not found', () => {
    expect(refusal(() => recordOf(session, { environmentId: 'e', userId: 'another' }, 'session'))).toBe(
      'recordNotFound',
    )
    expect(refusal(() => recordOf(missing, { userId: 'u' }, 'session'))).toBe('recordNotFound')
    expect(refusal(() => recordOf(session, { userId: 'another' }, { failure: 'invalidUnlink' }))).toBe('invalidUnlink')
    expect(refusal(() => recordOf(missing, { userId: 'u' }, { failure: 'invalidUnlink' }))).toBe('invalidUnlink')
  })

  it('does not compile with a column that the record does not have', () => {
    // @ts-expect-error -- sessions have no organization
    expect(refusal(() => recordOf(session, { organizationId: 'o' }, 'session'))).toBe('recordNotFound')
  })
})

describe('inEnvironment and existing', () => {
  it('refuse a record of another environment, and undefined', () => {
    expectTypeOf(inEnvironment(session as Session | undefined, 'e', 'session')).toEqualTypeOf<Session>()
    expect(inEnvironment(session, 'e', 'session')).toBe(session)
    expect(refusal(() => inEnvironment(session, 'another', 'session'))).toBe('recordNotFound')
    expect(refusal(() => inEnvironment(missing, 'e', 'session'))).toBe('recordNotFound')
    expect(existing(session, 'session')).toBe(session)
    expect(refusal(() => existing(missing, 'noSuchUser'))).toBe('noSuchUser')
  })

  it('name what is missing, alike for a record of another environment', () => {
    const sentence = 'There is no such session here.'
    expect(() => existing(missing, 'session')).toThrow(sentence)
    expect(() => inEnvironment(session, 'another', 'session')).toThrow(sentence)
  })

  it('take no record that has no name', () => {
    // @ts-expect-error -- a typo
    expect(() => existing(missing, 'sesion')).toThrow()
    // @ts-expect-error -- no name
    expect(refusal(() => assert(missing, 'recordNotFound'))).toBe('recordNotFound')
    // @ts-expect-error -- no name
    expect(() => existing(missing, 'recordNotFound')).toThrow()
    // @ts-expect-error -- no name
    expect(() => recordOf(missing, {}, { failure: 'recordNotFound' })).toThrow()
  })
})
