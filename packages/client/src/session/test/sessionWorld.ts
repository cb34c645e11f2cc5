import { createMock, type Mock, type MockOptions } from '@latchkey/mock'
import { onTestFinished, vi } from 'vitest'
import { createTransport, type Transport } from '../../calls/createTransport.ts'
import { createSession } from '../createSession.ts'
import { sendEmailCode, signInWithEmailCode } from '../emailCode.ts'
import type { Session, SessionOptions } from '../session.ts'
import { memoryStorage, type StorageAdapter } from '../storage.ts'

export const appOrigin = 'https://app.example.com'
const startAt = '2026-01-15T09:30:00.000Z'

/** A service, and what its clients have asked it: `sent` lists the paths after the environment's id. */
export interface SessionWorld {
  mock: Mock
  api: Transport
  environmentId: string
  sent: string[]
  /** Sessions that are closed when the test ends. */
  open(options?: Partial<SessionOptions>): Session
  /** A transport that calls in the session's name. */
  as(session: Session): Transport
  /** Moves both clocks, the service's and this machine's. */
  advance(ms: number): Promise<void>
  codeFor(email: string): string
  signIn(session: Session, email?: string): Promise<void>
}

/** Shorter than the time limit of an attempt, which would pass within a step otherwise. */
const stepMs = 20_000

interface WorldOptions extends MockOptions {
  /** How far this machine's clock is ahead of the service's. */
  skewMs?: number
  environment?: 'sandbox' | 'live'
}

/** Time stands still in the service and here until it is moved; the clocks differ by `skewMs`. */
export async function createSessionWorld({
  skewMs = 0,
  environment = 'sandbox',
  ...options
}: WorldOptions = {}): Promise<SessionWorld> {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.parse(startAt) + skewMs,
  })
  onTestFinished(() => void vi.useRealTimers())
  const mock = createMock({ seed: 'session', now: startAt, ...options })
  const environmentId = mock.defaults.environments[environment].id
  await mock.create.provider({ provider: 'emailOnly' }, { environmentId })
  const sent: string[] = []
  const underWay = new Set<Promise<Response>>()
  const fetch = (url: string, init?: RequestInit): Promise<Response> => {
    sent.push(new URL(url).pathname.split(environmentId)[1] ?? url)
    const reply = mock.fetch(url, init).finally(() => underWay.delete(reply))
    underWay.add(reply)
    return reply
  }
  /** Until nobody waits for the service or for a lock. */
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 5 || underWay.size > 0; turns++) await new Promise((resolve) => setImmediate(resolve))
  }
  const api = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch, headers: { origin: appOrigin } })
  const codeFor = (email: string): string => mock.outbox.email.last(email)?.code ?? ''
  return {
    mock,
    api,
    environmentId,
    sent,
    codeFor,
    open(chosen = {}) {
      const session = createSession({ api, storage: memoryStorage(), ...chosen })
      onTestFinished(() => session.close())
      return session
    },
    as: (session) => api.with({ auth: session.auth }),
    async advance(ms) {
      for (let left = ms; left > 0; left -= stepMs) {
        const step = Math.min(left, stepMs)
        await mock.clock.advance(step)
        await vi.advanceTimersByTimeAsync(step)
        await settle()
      }
    },
    async signIn(session, email = 'ada@example.com') {
      const { verificationUUID } = await sendEmailCode(session, { email })
      await signInWithEmailCode(session, { verificationUUID, verificationToken: codeFor(email) })
    },
  }
}

/** Creates the storage that all tabs of a site share. */
export function createSharedStorage(
  values = new Map<string, string>(),
): StorageAdapter & { values: Map<string, string> } {
  return {
    values,
    scope: 'origin',
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  }
}

/** The service of a world, and a signal that its first call aborts. */
export function abortedByCall({ api, mock }: SessionWorld) {
  const controller = new AbortController()
  const aborting = api.with({
    fetch(url, init) {
      controller.abort('gone')
      return mock.fetch(url, init)
    },
  })
  return { api: aborting, signal: controller.signal }
}
