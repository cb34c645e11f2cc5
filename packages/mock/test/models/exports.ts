import fc from 'fast-check'
import { expect } from 'vitest'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

interface Export {
  readonly id: string
  readonly createdAt: number
  /** The number of users when the work began. */
  users: number | undefined
  isBroken: boolean
}

/** Exports of the users, and how many there are. Times are seconds since the run began. */
interface Exports {
  now: number
  users: number
  /** How many of the exports that begin next are to fail. */
  failures: number
  readonly exports: Export[]
}

/** Seconds until the work on an export begins, and until it ends. */
const [beginning, end] = [1, 2]
/** Seconds for which a link to a file is good. */
const linkLifetime = 60

function statusOf({ now }: Exports, { createdAt, isBroken }: Export): string {
  if (isBroken && now >= createdAt + beginning) return 'failed'
  return now >= createdAt + end ? 'completed' : 'pending'
}

async function passSecond(model: Exports, { mock }: Service): Promise<void> {
  await mock.clock.advance({ seconds: 1 })
  model.now += 1
  for (const one of model.exports.filter(({ createdAt }) => createdAt + beginning === model.now)) {
    Object.assign(one, { users: model.users, isBroken: model.failures > 0 })
    model.failures = Math.max(model.failures - 1, 0)
  }
}

const step = stepsFor<Exports>()
const hasExport = ({ exports }: Exports, index: number) => pick(exports, index) !== undefined

/** Exports: 29-exports.md of the decisions. */
export const exports: ModelTest<Exports> = {
  runs: 30,
  create: () => ({ now: 0, users: 0, failures: 0, exports: [] }),
  steps: [
    step('wait', fc.constantFrom(1, 2), {
      async take(model, service, seconds) {
        for (let i = 0; i < seconds; i++) await passSecond(model, service)
      },
    }),
    step('createUser', fc.constant(undefined), {
      async take(model, { mock }) {
        await mock.create.user()
        model.users += 1
      },
    }),
    step('failNext', fc.constant(undefined), {
      async take(model, { mock }) {
        await mock.exports.failNext('The disk is full.')
        model.failures += 1
      },
    }),
    step('begin', fc.constant(undefined), {
      async take(model, { call }) {
        const { body } = await call('exports.create', { body: { format: 'csv', model: 'users' } })
        model.exports.push({ id: body.id, createdAt: model.now, users: undefined, isBroken: false })
      },
    }),
    step('list', fc.constant(undefined), {
      async take(model, { call }) {
        const { body } = await call('exports.list')
        expect((body.exports ?? []).map(({ id, status }) => `${id} ${status}`)).toEqual(
          model.exports.map((one) => `${one.id} ${statusOf(model, one)}`).toReversed(),
        )
      },
    }),
    step('download', fc.record({ index: fc.nat(5), isLate: fc.boolean() }), {
      isPossible: (model, { index }) => hasExport(model, index),
      async take(model, service, { index, isLate }) {
        const one = pick(model.exports, index) as Export
        const { status, headers } = await service.send('exports.download', { params: { exportId: one.id } })
        expect(status).toBe(statusOf(model, one) === 'completed' ? 302 : 404)
        if (status !== 302) return
        if (isLate) for (let i = 0; i < linkLifetime; i++) await passSecond(model, service)
        const file = await service.fetch(String(headers.get('location')))
        expect(file.ok, 'whether the link is good').toBe(!isLate)
        if (!isLate) expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(1 + Number(one.users))
      },
    }),
  ],
}
