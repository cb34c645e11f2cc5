import { type Answer, mapAsking, OutsideFailure, type Question, type Source } from '@latchkey/base/questions'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../test/support/world.ts'
import { createCustomHostname } from '../domain/sessions/customHostnames.ts'
import type { LastingBackend, WorldBackend } from '../domain/shared/backend.ts'
import type { CustomHostname } from '../store/records.ts'
import { createJobExecution } from './jobRules.ts'
import { defaultIds } from './seedDefaults.ts'
import { transact, type World } from './world.ts'

let world: World
/** The questions of each time that the real name server was asked. */
let rounds: string[][]
let answerTo: (question: Question) => Promise<Answer> | Answer

const source: Source = {
  name: 'name server',
  async ask(questions) {
    rounds.push(questions.map(({ label }) => label))
    return Promise.all(questions.map(answerTo))
  },
}

beforeEach(() => {
  world = createTestWorld()
  rounds = []
  answerTo = ({ label }) => ({ value: [`answer to ${label}`] })
  world.realParts.attach({
    name: 'name server',
    origin: 'http://127.0.0.1:53',
    join: (outside, answers) => ({
      ...outside,
      dns: { lookUp: (_, name) => answers.get(source, { label: name, content: name }) as string[] },
    }),
  })
})

const lookUp = ({ outside }: WorldBackend, name: string) => outside.dns.lookUp('TXT', name)[0]
const writeJob = ({
  store,
  clock,
  newId,
}: Pick<WorldBackend, 'clock' | 'newId'> & Pick<LastingBackend, 'store'>): undefined =>
  void store.jobs.insert({
    id: newId(),
    createdAt: clock.iso(),
    kind: 'exports.run',
    attempt: 1,
    subjectId: newId(),
    dueAt: clock.iso(),
  })
const jobs = () => world.store.reader.jobs.count('byDueAt', [])

describe('work that asks a real part of the world outside', () => {
  it('runs again with the answer, and its writes are made once', async () => {
    let runs = 0
    const work = (backend: WorldBackend) => {
      runs += 1
      writeJob(backend)
      return lookUp(backend, 'a')
    }
    expect(await transact(world, work)).toBe('answer to a')
    expect({ runs, jobs: jobs(), rounds }).toEqual({ runs: 2, jobs: 1, rounds: [['a']] })
  })

  it('asks the same question once', async () => {
    const answers = await transact(world, async (backend) => [
      lookUp(backend, 'a'),
      lookUp(backend, 'b'),
      lookUp(backend, 'a'),
    ])
    expect(answers).toEqual(['answer to a', 'answer to b', 'answer to a'])
    expect(rounds).toEqual([['a'], ['b']])
  })

  it('is counted, with the failures of the part', async () => {
    const before = world.realParts.version
    await transact(world, (backend) => lookUp(backend, 'a'))
    answerTo = () => ({ problem: 'The name server is down.' })
    await expect(transact(world, async (backend) => lookUp(backend, 'b'))).rejects.toThrow('is down')
    expect(world.realParts.useOf('name server')).toEqual({
      uses: 2,
      failures: 1,
      lastMs: expect.any(Number),
      medianMs: expect.any(Number),
      problem: 'The name server is down.',
    })
    expect(world.realParts.version).toBe(before + 2)
  })

  it('asks the questions of a list at once', async () => {
    await transact(world, (backend) => mapAsking(['a', 'b', 'c'], (name) => lookUp(backend, name)))
    expect(rounds).toEqual([['a', 'b', 'c']])
  })

  it('draws the same random values as without the question', async () => {
    const draw = ({ random, newId }: WorldBackend) => [random.token(8), newId()]
    const withQuestion = await transact(world, (backend) => {
      const drawn = draw(backend)
      lookUp(backend, 'a')
      return drawn
    })
    const next = transact(world, draw)
    world = createTestWorld()
    expect(transact(world, draw)).toEqual(withQuestion)
    expect(transact(world, draw)).toEqual(await next)
  })

  it('lets others run while it waits', async () => {
    let answer: (value: Answer) => void = () => undefined
    answerTo = () => new Promise((resolve) => (answer = resolve))
    const order: string[] = []
    const waiting = transact(world, (backend) => order.push(`waited for ${lookUp(backend, 'a')}`))
    await transact(world, async () => order.push('another'))
    answer({ value: ['one'] })
    await waiting
    expect(order).toEqual(['another', 'waited for one'])
  })

  it('does not end without its answer, even if it has caught the question', async () => {
    const work = (backend: WorldBackend) => {
      try {
        return lookUp(backend, 'a')
      } catch {
        return 'nothing'
      }
    }
    expect(await transact(world, work)).toBe('answer to a')
  })

  it('leaves nothing behind when the part fails, but for what it writes beside', async () => {
    answerTo = () => ({ problem: 'The name server is down.' })
    const work = async (backend: WorldBackend) => {
      backend.outsideUndo(writeJob)
      writeJob(backend)
      lookUp(backend, 'a')
    }
    await expect(transact(world, work)).rejects.toEqual(new OutsideFailure('The name server is down.'))
    expect(jobs()).toBe(1)
  })

  it('is refused after 32 rounds of questions', async () => {
    const work = (backend: WorldBackend) => {
      for (let index = 0; ; index++) lookUp(backend, `${index}`)
    }
    await expect(transact(world, work)).rejects.toThrow('name server was asked 32 times in turn.')
    expect(rounds).toHaveLength(32)
  })
})

describe('a job that asks a real part of the world outside', () => {
  it('stays in the queue when the part fails, and has its effect when it answers', async () => {
    const hostname = transact(world, (backend) =>
      createCustomHostname(backend, defaultIds.sandbox, { hostname: 'auth.example.com', usage: 'cookies' }),
    ) as CustomHostname
    const queued = () => [...world.store.reader.jobs.all()].filter(({ subjectId }) => subjectId === hostname.id)
    const [job] = queued()
    if (!job) throw new Error('No job is queued.')
    const execute = createJobExecution(world)
    answerTo = () => ({ problem: 'The name server is down.' })
    await expect(execute(job, Promise.resolve())).rejects.toThrow('The name server is down.')
    expect(queued()).toEqual([job])
    const values = new Map(hostname.verificationRecords.map(({ name, value }) => [name, value]))
    answerTo = ({ label }) => ({ value: [values.get(label)] })
    await execute(job, Promise.resolve())
    expect(world.store.reader.customHostnames.get(hostname.id)?.status).toBe('active')
    expect(queued()).toEqual([])
  })
})
