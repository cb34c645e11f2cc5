import { afterEach, describe, expect, it } from 'vitest'
import { createVitestTimers } from '../kits/vitestTimers.ts'
import { watchUnhandled } from '../kits/watchUnhandled.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { learnSweep } from './learnSweep.ts'
import type { SweepExpectations, SweepResult } from './playCase.ts'
import { textOfCall } from './reportedCall.ts'

/** An app that shows who is signed in, as small as one can be. */
interface App {
  readonly mock: Mock
  /** Changes the page. */
  show(html: string): void
  readonly html: string
  /** Reads the profile. @throws Error with the status of a refusal, and as `fetch` does */
  readProfile(signal?: AbortSignal): Promise<{ firstName?: string }>
  rename(firstName: string): Promise<void>
}

let html = ''
const page = { token: '' }

afterEach(() => {
  html = ''
})

const origin = createMock({ seed: 'sweep', now: '2026-01-15T09:30:00.000Z' })
const ada = await origin.create.user({ email: 'ada@example.com' })
page.token = (await origin.signIn(ada)).token

function appOf(mock: Mock): App {
  const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/users`
  async function send(init: RequestInit): Promise<Response> {
    const headers = { authorization: `Bearer ${page.token}`, 'content-type': 'application/json' }
    const reply = await mock.fetch(url, { ...init, headers })
    if (!reply.ok) throw new Error(`refused with ${reply.status}`)
    return reply
  }
  return {
    mock,
    show: (shown) => void (html = shown),
    get html() {
      return html
    },
    readProfile: async (signal = AbortSignal.timeout(5000)) => {
      const { user } = (await (await send({ signal })).json()) as { user?: { firstName?: string } }
      return user ?? {}
    },
    rename: async (firstName) => void (await send({ method: 'PUT', body: JSON.stringify({ firstName }) })),
  }
}

const stage = {
  run: <T>(mock: Mock, work: (app: App) => Promise<T>) => {
    html = '<p>Loading</p>'
    return work(appOf(mock))
  },
  timers: createVitestTimers(),
  page: () => html,
  watchUnhandled,
}

const learn = (body: (app: App) => unknown, expectations: SweepExpectations<App> = {}) =>
  learnSweep({ origin, stage, body, ...expectations })

async function sweep(body: (app: App) => unknown, expectations?: SweepExpectations<App>): Promise<SweepResult[]> {
  const results: SweepResult[] = []
  for (const { play } of (await learn(body, expectations)).cases) results.push(await play())
  return results
}

const outcomesOf = (results: readonly SweepResult[]) =>
  Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]))
const faultsOf = (results: readonly SweepResult[]) => results.filter(({ fault }) => fault !== undefined)

/** Shows the profile, or that it cannot be shown. */
async function careful(app: App): Promise<void> {
  try {
    await app.readProfile()
    app.show('<p>Ada</p>')
  } catch {
    app.show('<p>Try again later.</p>')
  }
}

describe('a sweep', () => {
  it('fails each call in each way that it can fail, and an app that catches has no fault', async () => {
    const results = await sweep(careful)
    expect(outcomesOf(results)).toMatchObject({
      'profile.get: the token has expired': 'passes',
      'profile.get: the session has ended': 'passes',
      'profile.get: the user was deleted': 'passes',
      'profile.get: sixty days have passed': 'passes',
      'profile.get: the rate limit is reached': 'passes',
      'profile.get: 500 internal_server_error': 'passes',
      'profile.get: there is no connection': 'passes',
      'profile.get: the reply is lost': 'passes',
      'profile.get: the reply breaks off': 'passes',
      'profile.get: the reply never ends': 'passes',
      'profile.get: the reply comes too late': 'passes',
      'profile.get: a proxy answers a page': 'passes',
    })
    expect(faultsOf(results)).toEqual([])
  })

  it('makes a failure of the state before the call, so that later calls meet it, too', async () => {
    const results = await sweep(async (app) => {
      await app.readProfile()
      await app.rename('Ada').catch(() => undefined)
      await app.readProfile().catch(() => undefined)
    })
    const ended = results.find(({ name }) => name === 'profile.update: the session has ended')
    expect(ended?.calls.map(textOfCall)).toEqual(['profile.get 200', 'profile.update 401', 'profile.get (2) 401'])
    const lost = results.find(({ name }) => name === 'profile.update: there is no connection')
    expect(lost?.calls.map(textOfCall)).toEqual(['profile.get 200', 'profile.update 0', 'profile.get (2) 200'])
  })

  it('takes calls that repeat one before them in the same state for one, and numbers the others', async () => {
    const { cases } = await learn(async (app) => {
      for (const name of ['', '', 'Ada', '']) await (name ? app.rename(name) : app.readProfile())
    })
    const calls = new Set(cases.map(({ name }) => name.split(':')[0]))
    expect([...calls]).toEqual(['profile.get', 'profile.update', 'profile.get (3)'])
  })

  it('begins with first calls and with states, so that a budget takes the most telling cases', async () => {
    const names = (
      await learn(async (app) => {
        await app.readProfile()
        await app.rename('Ada')
        await app.readProfile()
      })
    ).cases.map(({ name }) => name)
    const rank = (name: string) => names.indexOf(name)
    expect(rank('profile.update: the session has ended')).toBeLessThan(rank('profile.get: 500 internal_server_error'))
    expect(rank('profile.update: 500 internal_server_error')).toBeLessThan(rank('profile.get: there is no connection'))
    expect(rank('profile.update: the reply is lost')).toBeLessThan(rank('profile.get (2): the session has ended'))
  })

  it('runs the same cases with the same results each time', async () => {
    expect(await sweep(careful)).toEqual(await sweep(careful))
  })

  it('lets waits, tries and time limits pass without waiting for them', async () => {
    const start = performance.now()
    const results = await sweep(async (app) => {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        try {
          return await app.readProfile()
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 1500))
        }
      }
      app.show('<p>Try again later.</p>')
    })
    expect(outcomesOf(results)['profile.get: there is no connection any more']).toBe('passes')
    expect(performance.now() - start).toBeLessThan(60_000)
    expect(results.find(({ failure }) => failure === 'there is no connection any more')?.calls).toHaveLength(5)
  })
})

describe('a sweep finds an app that', () => {
  it('does not catch', async () => {
    const results = await sweep((app) => {
      void app.readProfile().then(() => app.show('<p>Ada</p>'))
      return new Promise((resolve) => setTimeout(resolve, 10_000))
    })
    const refused = results.find(({ failure }) => failure === 'the session has ended')
    expect(refused).toMatchObject({
      outcome: 'unhandled',
      fault: 'The app leaves an error unhandled.',
      message: 'Error: refused with 401',
      line: expect.stringMatching(/learnSweep\.test\.ts:\d+:\d+$/),
      calls: [{ name: 'profile.get', method: 'GET', status: 401, code: expect.any(String) }],
    })
  })

  it('waits without an end', async () => {
    const results = await sweep(async (app) => {
      await new Promise<void>((resolve) => {
        app.readProfile().then(
          () => resolve(),
          () => undefined,
        )
      })
    })
    expect(results.find(({ failure }) => failure === 'there is no connection')).toMatchObject({
      outcome: 'hangs',
      fault: 'The test does not end: the app waits for something that never comes.',
    })
  })

  it('has no time limit', async () => {
    const results = await sweep((app) => app.readProfile(new AbortController().signal).catch(() => undefined))
    expect(outcomesOf(results)).toMatchObject({
      'profile.get: the reply never ends': 'hangs',
      'profile.get: the reply comes too late': 'passes',
      'profile.get: the reply breaks off': 'passes',
    })
  })

  it('repeats a call without an end', async () => {
    const results = await sweep(async (app) => {
      for (;;) {
        try {
          return await app.readProfile()
        } catch {
          // Once more.
        }
      }
    })
    const looping = results.find(({ failure }) => failure === 'the session has ended')
    expect(looping).toMatchObject({ outcome: 'loops', fault: expect.stringContaining('more than 50 of one operation') })
    expect(outcomesOf(results)['profile.get: there is no connection']).toBe('passes')
  })

  it('shows nothing of the failure', async () => {
    const results = await sweep(async (app) => {
      await app.readProfile().then(
        () => app.show('<p>Ada</p>'),
        () => undefined,
      )
      expect(app.html).toContain('Ada')
    })
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['silent']))
  })

  it('shows that it waits, without an end', async () => {
    const results = await sweep(async (app) => {
      const reading = app.readProfile()
      await new Promise((resolve) => setImmediate(resolve))
      app.show('<p>One moment …</p>')
      await reading.then(
        () => app.show('<p>Ada</p>'),
        () => undefined,
      )
      expect(app.html).toContain('Ada')
    })
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['silent']))
  })

  it('loses its page', async () => {
    const results = await sweep(async (app) => {
      await app.readProfile().then(
        () => app.show('<p>Ada</p>'),
        () => app.show('<div> </div>'),
      )
    })
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['blank']))
  })

  it('shows somebody as signed in whom the service refuses', async () => {
    const isSignedIn = (app: App) => app.html.includes('Signed in')
    const results = await sweep(
      async (app) => {
        await app.readProfile().catch(() => undefined)
        app.show('<p>Signed in</p>')
      },
      { isSignedIn },
    )
    expect(outcomesOf(results)).toMatchObject({
      'profile.get: the session has ended': 'stale',
      'profile.get: there is no connection': 'passes',
    })
  })

  it('does not show what its author expects after a refusal, or after a failure of the network', async () => {
    const mustSay = ({ context }: { context: App }) => expect(context.html).toContain('later')
    const body = async (app: App) =>
      app.readProfile().then(
        () => app.show('<p>Ada</p>'),
        () => app.show('<p>Oh.</p>'),
      )
    const [refusals, network] = [await sweep(body, { onRefusal: mustSay }), await sweep(body, { onNetwork: mustSay })]
    expect([...new Set(faultsOf(refusals).map(({ kind }) => kind))]).toEqual(['state', 'refusal'])
    expect([...new Set(faultsOf(network).map(({ kind }) => kind))]).toEqual(['network'])
    expect(faultsOf(network)[0]).toMatchObject({
      fault: 'What must hold after the failure does not hold.',
      message: expect.stringContaining("expected '<p>Oh.</p>' to contain 'later'"),
    })
    expect(faultsOf(await sweep(careful, { onRefusal: mustSay, onNetwork: mustSay }))).toEqual([])
  })
})

it('a demand that does not end is named, and keeps no case from its end', async () => {
  const [first] = (await learn(careful, { onRefusal: () => new Promise(() => undefined) })).cases
  await expect(first?.play()).rejects.toThrow('what must hold after the failure does not end.')
})

it('a timer whose time is no number is due at once', async () => {
  const results = await sweep(async (app) => {
    await new Promise((resolve) => setTimeout(resolve, 'soon' as never))
    await careful(app)
  })
  expect(faultsOf(results)).toEqual([])
})

describe('a test cannot be swept', () => {
  it.each<[string, (app: App) => unknown, string]>([
    ['that makes no calls', () => undefined, 'it makes no calls of the service. Look whether the app calls'],
    [
      'that fails by itself',
      (app) => app.readProfile().then(() => expect(1).toBe(2)),
      'it fails without a failure of the service. AssertionError: expected 1 to be 2',
    ],
    [
      'that leaves an error unhandled by itself',
      (app) => {
        void Promise.reject(new Error('no tea'))
        return app.readProfile()
      },
      'it leaves an error unhandled without a failure of the service. Error: no tea',
    ],
    ['that does not end', (app) => app.readProfile().then(() => new Promise(() => undefined)), 'it does not end'],
  ])('%s', async (_, body, reason) => {
    await expect(learn(body)).rejects.toThrow(`Failed to sweep the test: ${reason}`)
  })

  it('that makes other calls the second time, but not one whose calls change places', async () => {
    let isTurned = false
    const { calls } = await learn(async (app) => {
      isTurned = !isTurned
      if (isTurned) await app.readProfile()
      await app.rename('Ada')
      if (!isTurned) await app.readProfile()
    })
    expect(calls.map(({ name }) => name)).toEqual(['profile.get', 'profile.update'])

    let runs = 0
    const body = async (app: App) => {
      await app.readProfile()
      await ((runs += 1) === 1 ? app.rename('Ada') : app.readProfile())
    }
    await expect(learn(body)).rejects.toThrow(
      'it makes other calls the second time. Call 2 was profile.update (200), and then profile.get (2) (200).',
    )
  })
})
