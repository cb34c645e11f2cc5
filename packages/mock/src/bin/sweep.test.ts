import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callCommandLine, catchOutput, createCommandLine } from '../../test/support/commandLine.ts'
import { isOpen } from '../../test/support/isOpen.ts'
import { CommandCrashed, CommandFailed } from '../sweep/commandErrors.ts'
import type { SweepReport } from '../sweep/sweepReport.ts'
import type { StartCommand } from './startCommand.ts'
import { runSweep } from './sweep.ts'

const { run } = createCommandLine()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sweep-'))
})
afterAll(() => rm(folder, { recursive: true }))

/**
 * An app that creates a user and lists all, and tests that there is one, as a program. A test gives what it does after a
 * failure.
 */
const program = (afterFailure: string, before = '') => `
  const { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: id, LATCHKEY_TOKEN: token, LATCHKEY_SWEEP_CASE: name } = process.env
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const users = url + '/api/v0/environments/' + id + '/users'
  const call = async (options) => {
    const reply = await fetch(users, { headers, ...options })
    if (!reply.ok) throw new Error('refused with ' + reply.status)
    return reply.json()
  }
  ${before}
  try {
    await call({ method: 'POST', body: JSON.stringify({ email: 'ada@example.com' }) })
    const { count } = await call()
    if (count !== 1) throw new Error('there are ' + count + ' users')
  } catch (error) {
    ${afterFailure}
  }`

/** The arguments of a sweep of a program. */
const sweepOf = (script: string, ...flags: string[]) => [
  'sweep',
  ...flags,
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  script,
]

/** Sweeps a program by the command in a program of its own, and gives what it has printed and its report. */
async function sweepProgram(script: string, ...flags: string[]) {
  const reports = await mkdtemp(join(folder, 'report-'))
  const { ended, output } = run(...sweepOf(script, '--report', reports, ...flags))
  return { exitCode: await ended, ...output, ...(await reportIn(reports)) }
}

async function reportIn(reports: string) {
  const name = (await readdir(reports)).find((each) => each.endsWith('.json'))
  if (name === undefined) return { results: [], file: '' }
  const file = join(reports, name)
  const report = JSON.parse(await readFile(file, 'utf8')) as SweepReport
  return { results: report.results, file, report }
}

/** The surroundings of an app in this process. */
interface Surroundings {
  readonly variables: Readonly<Record<string, string>>
  /** Calls the users of the environment. @throws Error when it is refused */
  call(options?: RequestInit): Promise<{ readonly count: number }>
}
type App = (surroundings: Surroundings) => Promise<void>

async function listsOneUser({ call }: Surroundings): Promise<void> {
  await call({ method: 'POST', body: JSON.stringify({ email: 'ada@example.com' }) })
  const { count } = await call()
  if (count !== 1) throw new Error(`there are ${count} users`)
}

/** The same app in this process, where it takes no time to start. */
const app =
  (afterFailure: (error: Error, surroundings: Surroundings) => unknown, body: App = listsOneUser): App =>
  async (surroundings) => {
    try {
      await body(surroundings)
    } catch (error) {
      await afterFailure(error as Error, surroundings)
    }
  }

const fails = ({ message }: Error): never => {
  throw new CommandFailed('exit code 3', message)
}

/** Sweeps an app in this process in place of a command. */
async function sweep(body: App, ...flags: string[]) {
  const reports = await mkdtemp(join(folder, 'report-'))
  const names: (string | undefined)[] = []
  let endCount = 0
  const start: StartCommand = (_, variables) => {
    const name = variables['LATCHKEY_SWEEP_CASE']
    names.push(name)
    const { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: id, LATCHKEY_TOKEN: token } = variables
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call: Surroundings['call'] = async (options) => {
      const reply = await fetch(`${url}/api/v0/environments/${id}/users`, { headers, ...options })
      if (!reply.ok) throw new Error(`refused with ${reply.status}`)
      return (await reply.json()) as { count: number }
    }
    return {
      ended: body({ variables, call }),
      end: async () => void (endCount += 1),
      output: () => `waiting for ${name}`,
    }
  }
  const args = [...flags, '--report', reports, '--', 'app']
  const { result: exitCode, output } = await catchOutput(() => runSweep(args, process.env, start))
  return { exitCode, ...output, ...(await reportIn(reports)), names, endCount }
}

describe('latchkey-mock sweep', () => {
  it('runs a command twice, and once for each way in which a call can fail, beside a mock of its own each time', async () => {
    const names = join(folder, 'names')
    const before = `(await import('node:fs')).appendFileSync(${JSON.stringify(names)}, name + '\\n')`
    const { exitCode, stdout, stderr, report, results } = await sweepProgram(
      program('console.log(error.message); process.exitCode = 3', before),
      '--sample',
      '8',
      '--jobs',
      '3',
    )
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/Learning the calls of: \S+ --input-type[^]*: 2 calls, 8 cases\.\n/)
    expect(stdout).toMatch(/: 8 cases, 0 faults\n1 users\.create\n2 users\.list\n/)
    expect(report && report.calls.map(({ name, path, status }) => [name, path.split('/').at(-1), status])).toEqual([
      ['users.create', 'users', 201],
      ['users.list', 'users', 200],
    ])
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['fails']))
    expect(results.find(({ kind }) => kind !== 'network')?.message).toMatch(
      /^CommandFailed: exit code 3\nrefused with \d+$/,
    )
    const ran = (await readFile(names, 'utf8')).trim().split('\n').toSorted()
    expect(ran).toEqual(['none', 'none', ...results.map(({ name }) => name)].toSorted())
  })

  it('demands by --must-pass that the command gets over a failure, and says how to run the case again', async () => {
    const only = 'users.list: there is no connection'
    const demanding = (text: string, kinds = 'network') => sweep(app(fails), '--must-pass', kinds, '--only', text)
    const { exitCode, stdout, results } = await demanding('there is no connection')
    expect(exitCode).toBe(1)
    expect(results.map(({ fault }) => fault !== undefined)).toEqual([true, true, true, true])
    expect(stdout).toContain(`\n${only}: What must hold after the failure does not hold.\nCommandFailed: exit code 3\n`)
    expect(results.find(({ name }) => name === only)?.replay).toMatch(
      /^npx @latchkey\/mock sweep --only 'users\.list: there is no connection' --must-pass network -- /,
    )
    const refusal = 'users.list: 500 internal_server_error'
    expect(await demanding(refusal)).toMatchObject({ exitCode: 0, results: [{ outcome: 'fails' }] })
    expect(await demanding(refusal, 'network,refusal')).toMatchObject({ exitCode: 1 })
  })

  it('refuses a name that no case has, since nothing would run', async () => {
    const { exitCode, stderr, names } = await sweep(app(fails), '--only', 'users.lst')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Failed to sweep the test: no case has the name, or a part of it: users.lst')
    expect(names).toEqual(['none', 'none'])
  })

  it('takes a command that a signal ends for one that crashes', async () => {
    const crashes = app(() => {
      throw new CommandCrashed('ended by SIGSEGV')
    })
    const killed = await sweep(crashes, '--only', 'users.list: 500 internal_server_error')
    expect(killed).toMatchObject({
      exitCode: 1,
      results: [{ outcome: 'crashes', message: 'CommandCrashed: ended by SIGSEGV' }],
    })
    expect(killed.stdout).toMatch(/500 internal_server_error {2}C$/m)
  })

  it('ends a command that hangs, and keeps what it has printed', async () => {
    const waits = app(() => new Promise(() => undefined))
    const flags = ['--only', 'users.list: the reply never ends', '--timeout', '4', '--late', '1']
    const { exitCode, stdout, results, names, endCount } = await sweep(waits, ...flags)
    expect(exitCode).toBe(1)
    expect(results).toMatchObject([{ outcome: 'hangs', message: 'waiting for users.list: the reply never ends' }])
    expect(stdout).toContain('The test does not end')
    expect(endCount).toBe(names.length)
  })

  it('lets a reply come too late after the seconds of --late', async () => {
    const { results } = await sweep(app(fails), '--only', 'users.list: the reply comes too late', '--late', '1')
    expect(results).toMatchObject([{ outcome: 'passes' }])
  })

  it('breaks off a command that calls without an end', async () => {
    const over = new AbortController()
    // Nobody else ends an app in this process, which would never be at rest in the tests after this one.
    onTestFinished(() => over.abort())
    const again = async (_: Error, { call }: Surroundings): Promise<void> => {
      while (!over.signal.aborted) await call().catch(() => undefined)
    }
    const { exitCode, results } = await sweep(app(again), '--only', 'users.list: there is no connection any more')
    expect([exitCode, results[0]?.outcome]).toEqual([1, 'loops'])
  })

  it('lets known faults pass with their reasons, until they have gone, and refuses one without a case', async () => {
    const file = join(folder, 'known.json')
    const crashes = app((error) => {
      if (error.message === 'refused with 500') throw new CommandCrashed('ended by SIGKILL')
      fails(error)
    })
    const crash = 'users.list: 500 internal_server_error'
    await writeFile(file, JSON.stringify({ [crash]: 'mended in May' }))
    const excused = await sweep(crashes, '--known-faults', file, '--only', crash)
    expect(excused).toMatchObject({ exitCode: 0, results: [{ knownFault: 'mended in May' }] })
    expect(excused.stdout).toContain(`${crash}: a known fault (mended in May)`)
    const gone = await sweep(app(fails), '--known-faults', file, '--only', crash)
    expect(gone.exitCode).toBe(1)
    expect(gone.stdout).toContain(`${crash}: this fault is known ("mended in May"), and has gone.`)
    await writeFile(file, JSON.stringify({ 'users.list: no such failure': 'a typo' }))
    const readsKeys: App = async ({ variables: { LATCHKEY_JWKS_URL: url = '' } }) => {
      await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    }
    const typo = await sweep(readsKeys, '--known-faults', file, '--jobs', '8', '--late', '1')
    expect(typo.stdout).toContain(`users.list: no such failure: there is no such case. Remove it from ${file}.`)
    expect(typo.exitCode).toBe(1)
  })

  it('begins no case after the budget, and says how many did not run', async () => {
    const { stdout, results } = await sweep(app(fails), '--budget', '0.001')
    expect(results.length).toBeLessThan(3)
    expect(stdout).toMatch(/\n\d+ cases did not run: the budget of 0\.001 s is used up\.\n/)
  })

  it.each([
    ['says how long many cases take, and how to run a part', [], true],
    ['says nothing of the time where a budget limits it', ['--budget', '1'], false],
  ])('%s', async (_, flags, isSaid) => {
    const realNow = performance.now.bind(performance)
    let later = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + later)
    onTestFinished(() => clock.mockRestore())
    const takesAnHour: App = async (surroundings) => {
      await listsOneUser(surroundings)
      later += 3_600_000
    }
    const { stderr } = await sweep(app(fails, takesAnHour), '--sample', '1', ...flags)
    const sentence =
      /They take about \d\d+ minutes\. --budget and --sample run a part of them, and --jobs runs several at once\./
    expect(sentence.test(stderr)).toBe(isSaid)
    expect(stderr).toContain('2 calls, 1 case.\n')
  })

  it('runs the cases of calls that an earlier report does not have', async () => {
    const { file } = await sweep(
      app(fails, async ({ call }) => void (await call({ method: 'POST', body: '{"email":"ada@example.com"}' }))),
      '--budget',
      '0.001',
    )
    const { results } = await sweep(app(fails), '--changed', file, '--sample', '3')
    expect(new Set(results.map(({ call }) => call))).toEqual(new Set(['users.list']))
  })

  it("takes the server's flags, and gives the command variables of its own", async () => {
    const asksTwice: App = async ({ variables, call }) => {
      const { API, LATCHKEY_URL: url = '' } = variables
      if (API !== url || !url.startsWith('http://127.0.0.1:')) throw new Error(API)
      await call()
      expect((await call()).count).toBeGreaterThan(1)
    }
    const flags = ['--scenario', 'demo', '--env', 'API=url', '--only', 'users.list: the API tokens were replaced']
    const { results } = await sweep(app(fails, asksTwice), ...flags)
    expect(results).toMatchObject([{ outcome: 'fails', message: expect.stringContaining('refused with 401') }])
  })

  it('ends its command when a signal ends it', async () => {
    const ports = join(folder, 'interrupted')
    const script = `
      const { renameSync, writeFileSync } = await import('node:fs')
      const server = (await import('node:net')).createServer().listen(0, '127.0.0.1', () => {
        writeFileSync('${ports}.part', String(server.address().port))
        renameSync('${ports}.part', '${ports}')
      })`
    const { child, ended } = run(...sweepOf(script))
    await expect.poll(() => existsSync(ports)).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    const port = Number(await readFile(ports, 'utf8'))
    await expect.poll(() => isOpen(port)).toBe(false)
  })

  it.each([
    ['that is not there', ['no-such-command'], /: "no-such-command" cannot be run: there is no such command\.\n$/],
    [
      'that fails by itself',
      [process.execPath, '-e', 'console.log("no tea"); process.exit(4)'],
      /Failed to sweep the test: it fails without a failure of the service\. CommandFailed: exit code 4\nno tea\n$/,
    ],
    [
      'that makes no calls',
      [process.execPath, '-e', ''],
      /it makes no calls of the service\. Look whether the app calls the URL in LATCHKEY_URL, or give it the URL in a variable of its own: --env API_URL=url\.\n$/,
    ],
  ])('refuses a command %s', async (_, command, stderr) => {
    expect(await callCommandLine('sweep', '--', ...command)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    })
  })

  it('refuses a command that does not end by itself, and one that makes other calls the second time', async () => {
    const endless = await sweep(() => new Promise(() => undefined), '--timeout', '1', '--late', '0.5')
    expect(endless.exitCode).toBe(2)
    expect(endless.stderr).toContain('not ended after 1 s, and --timeout gives it more')
    let runs = 0
    const changing: App = async (surroundings) => {
      runs += 1
      if (runs > 1) await surroundings.call()
      await listsOneUser(surroundings)
    }
    const { exitCode, stderr } = await sweep(changing)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('it makes other calls the second time. Call 3 was no call, and then users.list (2) (200).')
  })

  it('refuses a sweep within a sweep', async () => {
    vi.stubEnv('LATCHKEY_SWEEP_CASE', 'none')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { exitCode, stderr } = await callCommandLine('sweep', '--', 'true')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('A sweep within a sweep does not end, and LATCHKEY_SWEEP_CASE is set.')
  })

  it.each([
    [['sweep'], /Write -- and the command after the flags: latchkey-mock sweep -- pytest\./],
    [['sweep', '--'], /Write -- and the command after the flags/],
    [['sweep', '--onli', 'a', '--', 'true'], /There is no flag --onli\. Did you mean --only\?/],
    [['sweep', '--sample', '0', '--', 'true'], /--sample takes a whole number from 1 to 99999, not "0"\./],
    [['sweep', '--jobs', 'two', '--', 'true'], /--jobs takes a whole number from 1 to 99999, not "two"\./],
    [
      ['sweep', '--jobs', '2', '--port', '4010', '--', 'true'],
      /--jobs runs several mocks at once, and --port is only one/,
    ],
    [['sweep', '--budget', '-1', '--', 'true'], /--budget/],
    [['sweep', '--timeout', '0', '--', 'true'], /--timeout takes seconds from 0\.001 to 99999, not "0"\./],
    [['sweep', '--late', '60', '--', 'true'], /--late must be less than --timeout/],
    [
      ['sweep', '--must-pass', 'netwrok', '--', 'true'],
      /--must-pass does not know "netwrok"\. Did you mean "network"\?/,
    ],
    [
      ['sweep', '--known-faults', '/none.json', '--', 'true'],
      /The file of known faults \/none\.json cannot be read: there is no such file/,
    ],
    [
      ['sweep', '--changed', '/none.json', '--', 'true'],
      /The report \/none\.json cannot be read: there is no such file/,
    ],
    [['sweep', '--report', '/dev/null', '--', 'true'], /--report cannot be written to \/dev\/null/],
    [['sweep', '--state', 'state.db', '--port', '4010', '--', 'true'], /--state is only for a server\./],
    [['sweep', '--verbose', '--', 'true'], /--verbose is only for a server\./],
    [['sweep', '--env', 'API=urls', '--', 'true'], /asks for "urls"/],
  ])('refuses %j', async (args, stderr) => {
    expect(await callCommandLine(...args)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  })

  it.each([
    ['{"a": 1}', '--known-faults', /must be an object of names of cases, each with the reason/],
    ['[]', '--known-faults', /must be an object of names of cases/],
    ['{"version": 2}', '--changed', /is no report of a sweep: --report writes one\./],
  ])('refuses the file %s of %s', async (text, flag, stderr) => {
    const file = join(folder, 'bad.json')
    await writeFile(file, text)
    expect(await callCommandLine('sweep', flag, file, '--', 'true')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(stderr),
    })
  })
})
