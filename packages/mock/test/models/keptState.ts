import { createFailingDatabase, type FailingDatabase } from '@latchkey/store/test/failingDatabase'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

/** The database of the present run: runs follow one another. */
let database: FailingDatabase

const openMock = ({ persistence }: FailingDatabase) =>
  createMock({ ...mockOptions, persistence, onError: () => undefined, providers: ['emailOnly'] })
/** A new process, with a database of its own. */
const reopen = () => openMock(createFailingDatabase(database.load()))
const textOf = (mock: Pick<Mock, 'export'>) => JSON.stringify(mock.export())

/** The users who were written. */
interface KeptState {
  readonly users: string[]
}

/** The state without its random source, which is written with the next records. */
const recordsOf = (mock: Pick<Mock, 'export'>) => JSON.stringify({ ...mock.export(), random: null })

/** Does something that may not be written, and compares the state of a new process with that of this one. */
async function write({ mock }: Service, work: () => Promise<unknown>): Promise<void> {
  const { failures, writes } = database
  const before = recordsOf(mock)
  // A call first does what is due, and that can be written when the call itself cannot.
  const isDue = mock.clock.due().some(({ dueAt }) => Date.parse(dueAt) <= mock.clock.now())
  // The refusal of a call, and the exception of a function of the mock.
  await work().catch(() => undefined)
  const hasFailed = database.failures > failures
  const compare = database.writes > writes && !hasFailed ? textOf : recordsOf
  expect(compare(reopen())).toBe(compare(mock))
  if (hasFailed && !isDue) expect(recordsOf(mock)).toBe(before)
}

const step = stepsFor<KeptState>()
const any = fc.nat(9)
const hasUser = ({ users }: KeptState, index: number) => pick(users, index) !== undefined

/** A state that is kept: 46-state-file.md of the decisions. */
export const keptState: ModelTest<KeptState> = {
  runs: 40,
  open() {
    database = createFailingDatabase()
    return openMock(database)
  },
  create: () => ({ users: [] }),
  steps: [
    step('failWrites', fc.record({ times: fc.integer({ min: 1, max: 3 }), after: fc.nat(4) }), {
      async take(_, __, { times, after }) {
        database.fail(times, after)
      },
    }),
    step('createUser', fc.nat(1_000_000), {
      async take(model, service, number) {
        const body = { email: `user${number}@example.com` }
        await write(service, async () => {
          const reply = await service.send('users.create', { body })
          if (reply.status === 201) model.users.push((reply.body as { user: { id: string } }).user.id)
        })
      },
    }),
    step('updateUser', fc.record({ index: any, firstName: fc.constantFrom('Ada', 'Grace') }), {
      isPossible: (model, { index }) => hasUser(model, index),
      async take(model, service, { index, firstName }) {
        const params = { userId: pick(model.users, index) }
        await write(service, () => service.send('users.update', { params, body: { firstName } }))
      },
    }),
    step('deleteUser', any, {
      isPossible: hasUser,
      async take(model, service, index) {
        const userId = pick(model.users, index) as string
        await write(service, async () => {
          const { status } = await service.send('users.delete', { params: { userId } })
          if (status === 204) model.users.splice(model.users.indexOf(userId), 1)
        })
      },
    }),
    step('signIn', any, {
      isPossible: hasUser,
      async take(model, service, index) {
        await write(service, () => service.mock.signIn(pick(model.users, index) as string))
      },
    }),
    step('export', fc.constant(undefined), {
      async take(_, service) {
        await write(service, () => service.send('exports.create', { body: { format: 'csv', model: 'users' } }))
      },
    }),
    step('wait', fc.constantFrom(1, 60, 60 * 60), {
      async take(_, service, seconds) {
        // Due work is written job by job.
        await service.mock.clock.advance({ seconds }).catch(() => undefined)
        expect(recordsOf(reopen())).toBe(recordsOf(service.mock))
      },
    }),
    step('list', fc.constant(undefined), {
      async take(model, { send }) {
        // It first does what is due, and is answered also if that cannot be written.
        const { status, body } = await send('users.list', { query: { limit: 100 } })
        expect(status).toBe(200)
        const { users } = body as { users: { id: string }[] }
        expect(users.map(({ id }) => id).toSorted()).toEqual(model.users.toSorted())
      },
    }),
  ],
}
