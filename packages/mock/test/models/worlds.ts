import fc from 'fast-check'
import { expect } from 'vitest'
import type { MockSnapshot } from '../../src/control/objects/stateControl.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

interface State {
  readonly users: readonly string[]
  /** Seconds since the run began. */
  readonly now: number
}

interface World {
  readonly mock: Mock
  /** A fork begins with the state of the other one. */
  readonly beginning: State
  state: State
}

/** Forks of one mock, and snapshots that any of them can go back to. */
interface Worlds {
  readonly worlds: World[]
  readonly snapshots: { readonly snapshot: MockSnapshot; readonly state: State }[]
}

/** The mock itself is the first world. */
function worldsOf(model: Worlds, { mock }: Service): World[] {
  const state: State = { users: [], now: 0 }
  if (model.worlds.length === 0) model.worlds.push({ mock, state, beginning: state })
  return model.worlds
}

async function usersOf(mock: Mock): Promise<string[]> {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const reply = await mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users?limit=100`, { headers })
  return ((await reply.json()) as { users: { email: string }[] }).users.map(({ email }) => email).toSorted()
}

const begun = Date.parse('2026-01-15T09:30:00.000Z')

async function expectSame(model: Worlds): Promise<void> {
  for (const { mock, state } of model.worlds) {
    expect(await usersOf(mock)).toEqual(state.users.toSorted())
    expect((mock.clock.now() - begun) / 1_000).toBe(state.now)
  }
}

const step = stepsFor<Worlds>()
const any = fc.nat(5)
const worldAt = (model: Worlds, service: Service, index: number) => pick(worldsOf(model, service), index) as World

/** Forks, snapshots and resets: 45-worlds.md of the decisions. */
export const worlds: ModelTest<Worlds> = {
  runs: 30,
  create: () => ({ worlds: [], snapshots: [] }),
  steps: [
    step('createUser', fc.record({ in: any, number: fc.nat(1_000_000) }), {
      async take(model, service, { in: index, number }) {
        const world = worldAt(model, service, index)
        const email = `user${number}@example.com`
        if (world.state.users.includes(email)) return
        await world.mock.create.user({ email })
        world.state = { ...world.state, users: [...world.state.users, email] }
        await expectSame(model)
      },
    }),
    step('wait', fc.record({ in: any, seconds: fc.constantFrom(1, 60) }), {
      async take(model, service, { in: index, seconds }) {
        const world = worldAt(model, service, index)
        await world.mock.clock.advance({ seconds })
        world.state = { ...world.state, now: world.state.now + seconds }
        await expectSame(model)
      },
    }),
    step('fork', any, {
      isPossible: (model) => model.worlds.length < 4,
      async take(model, service, index) {
        const { mock, state } = worldAt(model, service, index)
        model.worlds.push({ mock: mock.fork(), state, beginning: state })
        await expectSame(model)
      },
    }),
    step('takeSnapshot', any, {
      async take(model, service, index) {
        const { mock, state } = worldAt(model, service, index)
        model.snapshots.push({ snapshot: mock.snapshot(), state })
      },
    }),
    step('restore', fc.record({ in: any, to: any }), {
      isPossible: ({ snapshots }) => snapshots.length > 0,
      async take(model, service, { in: index, to }) {
        const world = worldAt(model, service, index)
        const { snapshot, state } = pick(model.snapshots, to) as Worlds['snapshots'][number]
        world.mock.restore(snapshot)
        world.state = state
        await expectSame(model)
      },
    }),
    step('reset', any, {
      async take(model, service, index) {
        const world = worldAt(model, service, index)
        world.mock.reset()
        world.state = world.beginning
        await expectSame(model)
      },
    }),
  ],
}
