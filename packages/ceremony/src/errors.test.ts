import { expect, it } from 'vitest'
import { assert, CeremonyError, orFail } from './errors.ts'

it('says the sentence of its code, and names nobody unless told', () => {
  const { message, parties } = new CeremonyError('share_missing')
  expect(message).toBe('This party needs its key share to take part.')
  expect(parties).toEqual([])
})

it('adds a detail to the sentence', () => {
  const { message } = new CeremonyError('invalid_plan', { detail: 'The message is empty.' })
  expect(message).toBe('The plan of the ceremony does not hold. The message is empty.')
})

it('keeps the error of a library as its cause, and names who was wrong', () => {
  const cause = new RangeError('not below the order')
  const fail = () =>
    orFail(
      'share_invalid',
      () => {
        throw cause
      },
      () => ['ada'],
    )
  expect(fail).toThrow(expect.objectContaining({ code: 'share_invalid', parties: ['ada'], cause }))
})

it('passes an error of the ceremony on', () => {
  const fail = () => orFail('share_invalid', () => assert(false, 'plan_mismatch'))
  expect(fail).toThrow(expect.objectContaining({ code: 'plan_mismatch' }))
})
