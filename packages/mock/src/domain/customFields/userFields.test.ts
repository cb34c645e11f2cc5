import { OptString255 } from '@latchkey/types/zod'
import { describe, expect, it } from 'vitest'
import { isProfileText } from './userFields.ts'

describe('isProfileText', () => {
  it.each([
    '',
    'Ada',
    'Ada Lovelace',
    "O'Brien",
    'A|B',
    'a+b & c/d, 100%!',
    'Ada_L-1',
    'Müller-Lüdenscheidt',
    '名前',
    ' Ada',
    'Ada ',
    'Ada\n',
    '<b>',
    'a'.repeat(255),
    'a'.repeat(256),
  ])('agrees with the schema on %j', (text) => {
    expect(isProfileText(text)).toBe(OptString255.safeParse(text).success)
  })
})
