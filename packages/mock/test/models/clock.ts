import fc from 'fast-check'
import { expect } from 'vitest'
import { type ModelTest, type Service, stepsFor } from './runModel.ts'

/** The number of users, each of whom makes a message that is retried. */
interface Schedule {
  count: number
}

const textOf = ({ mock }: Pick<Service, 'mock'>) => JSON.stringify(mock.export())

const step = stepsFor<Schedule>()
const span = fc.integer({ min: 1, max: 120 })

/** Jobs, compared with a fork whose time passes at once: 11-state-machines.md of the decisions. */
export const clock: ModelTest<Schedule> = {
  runs: 30,
  options: { deliver: async () => ({ status: 500 }) },
  prepare: (mock) => mock.create.webhook({ url: 'https://hooks.example.com', events: ['user.created'] }),
  create: () => ({ count: 0 }),
  steps: [
    step('createUser', fc.constant(undefined), {
      async take(model, { mock }) {
        model.count += 1
        await mock.create.user({ email: `user${model.count}@example.com` })
      },
    }),
    step('export', fc.constant(undefined), {
      async take(_, { call }) {
        await call('exports.create', { body: { format: 'csv', model: 'users' } })
      },
    }),
    step('pass', fc.array(span, { minLength: 2, maxLength: 4 }), {
      async take(_, service, parts) {
        const { mock } = service
        // A delivery that is under way is not the fork's.
        await mock.clock.settle()
        const whole = mock.fork()
        await whole.clock.advance({ seconds: parts.reduce((sum, part) => sum + part, 0) })
        for (const seconds of parts) await mock.clock.advance({ seconds })
        expect(textOf(service)).toBe(textOf({ mock: whole }))
        const { due } = mock.clock
        expect(due().map(({ dueAt }) => dueAt)).toEqual(
          due()
            .map(({ dueAt }) => dueAt)
            .toSorted(),
        )
        for (const { dueAt } of due()) expect(Date.parse(dueAt)).toBeGreaterThan(mock.clock.now())
      },
    }),
  ],
}
