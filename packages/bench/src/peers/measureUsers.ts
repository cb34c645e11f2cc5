import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../load.ts'
import { median, medians, mediansOf, prepared } from '../measure.ts'
import type { RunningServer } from './runningServer.ts'
import type { Person, Users } from './subject.ts'
import type { Figures, RowKey } from './tables.ts'

const few = 100
const many = 10_000
/** How many users each service gets before it is another one's turn. */
const block = 300
/** How long each question is measured, in milliseconds. */
const time = 800
/** How often each way to sign in is measured: `workos` lets 1 000 sign-ins a minute pass, whatever the key. */
const signIns = 300
const loadTurns = 3
const loadSeconds = 2
/** After many answers a process still frees memory. */
const restMs = 1_000

/** An identity service that runs, and its users. */
export interface Served {
  readonly name: string
  readonly server: RunningServer
  readonly users: Users
  /** Whether only what the checks change is measured. */
  readonly isVariant: boolean
  readonly people: Person[]
}

type Task = () => unknown

/** Notes a figure of each service, by name. */
type Note = (key: RowKey, values: Readonly<Record<string, number>>) => void

/** Asks services with few users the same, by turns. @returns What was measured, by name */
export async function measureFew(all: readonly Served[]): Promise<Map<string, Figures>> {
  const { figures, note } = createNotes(all)
  const compared = all.filter(({ isVariant }) => !isVariant)
  await fill(all, few)
  note('get', await medians(getsOf(all), time))
  note('list', await medians(listsOf(all), time))
  await measureSignIns(compared, note)
  await measureLoad(all, note, { connections: 64, rate: 'rate64', p99: 'p99Of64' })
  await measureLoad(compared, note, { connections: 256, rate: 'rate256', p99: 'p99Of256' })
  await measureIsolation(compared, note)
  return figures
}

/** Creates many users in services that have answered nothing else, and asks for them. */
export async function measureMany(served: readonly Served[]): Promise<Map<string, Figures>> {
  const all = served.filter(creates)
  const { figures, note } = createNotes(all)
  const compared = all.filter(({ isVariant }) => !isVariant)
  await fill(all, few)
  await sleep(restMs)
  const before = new Map(all.map(({ name, server }) => [name, server.memory()]))
  note('create', await fill(all, many))
  await sleep(restMs)
  note(
    'memory',
    numbersOf(all, ({ name, server }) => server.memory() - (before.get(name) ?? 0)),
  )
  note('getOfMany', await medians(getsOf(compared), time))
  note('listOfMany', await medians(listsOf(compared), time))
  return figures
}

function createNotes(all: readonly Served[]) {
  const figures = new Map<string, Figures>(all.map(({ name }) => [name, {}]))
  const note: Note = (key, values) => {
    for (const [name, value] of Object.entries(values)) figures.set(name, { ...figures.get(name), [key]: value })
  }
  return { figures, note }
}

const creates = ({ users }: Served) => users.create !== undefined

/** Creates users up to a number, in blocks. @returns The median time of one, by name */
async function fill(all: readonly Served[], count: number): Promise<Record<string, number>> {
  const times = new Map(all.filter(creates).map((served) => [served, [] as number[]]))
  for (let from = all.find(creates)?.people.length ?? 0; from < count; from += block) {
    for (const [{ users, server, people }, of] of times) {
      for (let n = from; n < Math.min(from + block, count); n++) {
        const beginning = performance.now()
        const answer = await server.ask(users.create?.(n) ?? users.get({ id: '', email: '' }))
        of.push(performance.now() - beginning)
        const person = users.personOf?.(answer)
        if (person) people.push(person)
      }
    }
  }
  return Object.fromEntries([...times].map(([{ name }, of]) => [name, median(of)]))
}

function tasksOf(all: readonly Served[], taskOf: (served: Served) => Task | undefined): Record<string, Task> {
  return Object.fromEntries(
    all.flatMap((served) => {
      const task = taskOf(served)
      return task ? [[served.name, task]] : []
    }),
  )
}

/** Reads another user each time. */
const getsOf = (all: readonly Served[]) =>
  tasksOf(all, ({ users, server, people }) => {
    let turn = 0
    return () => server.ask(users.get(people[turn++ % people.length] ?? nobody))
  })

/** For a service that keeps no users and answers all the same. */
const nobody: Person = { id: '', email: '' }

const listsOf = (all: readonly Served[]) =>
  tasksOf(all, ({ users, server }) => users.list && (() => server.ask(users.list?.() ?? users.get(nobody))))

async function measureSignIns(all: readonly Served[], note: Note): Promise<void> {
  const people = new Map<Served, Person>()
  for (const served of all.filter(creates)) {
    const { users, server } = served
    const question = users.create?.(1_000_000, true)
    const person = question && users.personOf?.(await server.ask(question))
    if (person) people.set(served, person)
  }
  for (const way of ['signIn', 'signInByMail'] as const) {
    const tasks = tasksOf(all, (served) => {
      const [signIn, person] = [served.users[way], people.get(served)]
      return signIn && person && (() => signIn(served.server.ask, person))
    })
    const repeated = Object.entries<Task>(tasks).map(([name, run]) => [name, prepared(() => {}, run)])
    note(way, await mediansOf(signIns, Object.fromEntries(repeated)))
  }
}

async function measureLoad(
  all: readonly Served[],
  note: Note,
  { connections, rate, p99 }: { readonly connections: number; readonly rate: RowKey; readonly p99: RowKey },
): Promise<void> {
  const rates = new Map(all.map(({ name }) => [name, [] as number[]]))
  const latencies = new Map(all.map(({ name }) => [name, [] as number[]]))
  for (let turn = -1; turn < loadTurns; turn++) {
    for (const { name, server, users, people } of all) {
      const questions = Array.from({ length: few }, (_, n) => users.get(people[n] ?? nobody))
      const seconds = turn < 0 ? 1 : loadSeconds
      const result = await load(server.origin, questions, { connections, seconds })
      if (turn < 0) continue
      rates.get(name)?.push(result.perSecond)
      latencies.get(name)?.push(result.p99)
    }
  }
  note(
    rate,
    numbersOf(all, ({ name }) => median(rates.get(name) ?? [])),
  )
  note(
    p99,
    numbersOf(all, ({ name }) => median(latencies.get(name) ?? [])),
  )
}

async function measureIsolation(all: readonly Served[], note: Note): Promise<void> {
  const besides = all.filter(({ users }) => users.createBeside)
  note(
    'beside',
    await mediansOf(
      40,
      Object.fromEntries(
        besides.map(({ name, users, server }) => [
          name,
          prepared(
            (turn) => turn,
            (turn) => users.createBeside?.(server.ask, 3_000_000 + turn),
          ),
        ]),
      ),
    ),
  )
  // Last, since it deletes the users.
  const resets = all.filter(({ users }) => users.reset)
  note(
    'reset',
    await mediansOf(
      20,
      Object.fromEntries(
        resets.map(({ name, users, server }) => [
          name,
          prepared(
            async (turn) => {
              for (let n = 0; n < 20; n++)
                await server.ask(users.create?.(2_000_000 + turn * 20 + n) ?? users.get(nobody))
            },
            () => users.reset?.(server.ask, server.tell),
          ),
        ]),
      ),
    ),
  )
}

function numbersOf(all: readonly Served[], of: (served: Served) => number): Record<string, number> {
  return Object.fromEntries(all.map((served) => [served.name, of(served)]))
}
