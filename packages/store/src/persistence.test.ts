import { describe, expect, it } from 'vitest'
import { createFailingDatabase } from '../test/failingDatabase.ts'

describe('keepInSql', () => {
  it('keeps an origin that is longer than a row, with each character whole', () => {
    // Wherever a row ends, it is within a character for one of the two.
    for (const start of ['', 'x']) {
      const tables = { users: [{ id: 'ada', note: start + '🗝'.repeat(600_000) }] }
      const origin = { seed: 'long', beginning: { now: 1, tables } }
      const state = { origin, effects: { clock: { offset: 0 } }, tables: { users: [{ id: 'ada', email: 'a@b.c' }] } }
      expect(createFailingDatabase(state).load()).toEqual(state)
    }
  })
})
