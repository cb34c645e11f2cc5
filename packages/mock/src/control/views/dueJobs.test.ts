import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { JobKind } from '../../store/records.ts'
import { createDueJobs } from './dueJobs.ts'

const kinds = Object.keys({
  'chains.mine': 0,
  'chains.watch': 0,
  'customHostnames.check': 0,
  'exchangeTransfers.settle': 0,
  'exports.run': 0,
  'rampOrders.continue': 0,
  'rooms.expire': 0,
  'sessions.revokeAll': 0,
  'ssoProviders.check': 0,
  'webhookMessages.forget': 0,
  'webhooks.deliver': 0,
  'webhooks.redeliver': 0,
} satisfies Record<JobKind, 0>) as JobKind[]

describe('the jobs that fall due', () => {
  it('are described in a sentence, also when their record is gone', () => {
    const world = createTestWorld()
    world.store.transaction(({ jobs }) => {
      for (const [index, kind] of kinds.entries())
        jobs.insert({
          id: `job-${index}`,
          createdAt: world.clock.iso(),
          dueAt: world.clock.isoIn(index),
          kind,
          subjectId: 'gone',
          attempt: 1,
        })
    })
    const due = createDueJobs(world)()
    expect(due.map(({ kind }) => kind)).toEqual(kinds)
    for (const { description } of due) expect(description).toMatch(/^[A-Z][\w -]+\.$/)
    expect(new Set(due.map(({ description }) => description)).size).toBe(kinds.length)
  })
})
