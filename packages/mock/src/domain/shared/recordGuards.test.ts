import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Session } from '../../store/records.ts'
import { DomainError } from './errors.ts'
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
    const record = recordOf(session as Session | undefined, { environmentId: 'e', userId: 'u' })
    expectTypeOf(record).toEqualTypeOf<Session>()
    expect(record).toBe(session)
  })

  it('treats a record of another owner as not found', () => {
    expect(refusal(() => recordOf(session, { environmentId: 'e', userId: 'another' }))).toBe('recordNotFound')
    expect(refusal(() => recordOf(missing, { userId: 'u' }))).toBe('recordNotFound')
    expect(refusal(() => recordOf(session, { userId: 'another' }, { failure: 'invalidUnlink' }))).toBe('invalidUnlink')
    expect(refusal(() => recordOf(missing, { userId: 'u' }, { failure: 'invalidUnlink' }))).toBe('invalidUnlink')
  })

  it('does not compile with a column that the record does not have', () => {
    // @ts-expect-error -- sessions have no organization
    expect(refusal(() => recordOf(session, { organizationId: 'o' }))).toBe('recordNotFound')
  })
})

describe('inEnvironment and existing', () => {
  it('refuse a record of another environment, and undefined', () => {
    expectTypeOf(inEnvironment(session as Session | undefined, 'e')).toEqualTypeOf<Session>()
    expect(inEnvironment(session, 'e')).toBe(session)
    expect(refusal(() => inEnvironment(session, 'another'))).toBe('recordNotFound')
    expect(refusal(() => inEnvironment(missing, 'e'))).toBe('recordNotFound')
    expect(existing(session)).toBe(session)
    expect(refusal(() => existing(missing, 'noSuchUser'))).toBe('noSuchUser')
  })
})
