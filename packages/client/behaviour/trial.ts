import type { Api, Outcome, Setup, Subject } from './subject.ts'

/** One request as the server saw it. */
export interface SeenRequest {
  atMs: number
  method: string
  authorization?: string | undefined
  idempotencyKey?: string | undefined
  body: string
  /** Came to the other origin. */
  atOther: boolean
}

/** Where a case is tried. */
export interface TrialServers {
  readonly baseUrl: string
  readonly otherUrl: string
  /** How the runtime's console shows a value, where it can be asked. */
  inspect?(value: unknown): string
}

/** One case for one client: its means to set it up, to watch the server, and to judge. */
export interface Trial {
  readonly place: TrialServers
  readonly subject: Subject
  /** The id of an environment in which the server plays the scenario. */
  environment(scenario: string): string
  /** A client with a token, and patient unless told otherwise. */
  open(setup?: Partial<Setup>): Api
  /** Returns the server's requests, once there are so many (5 s at most). */
  seen(environmentId: string, count?: number): Promise<SeenRequest[]>
}

class Fault extends Error {}

/** A fault that no busy machine explains, so that the case is not tried again. */
export class Lasting extends Fault {}

/** Judges: a condition that does not hold fails the case. */
export function expect(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Fault(otherwise)
}

/** A token long enough to be known again; the number says which one of a run it is. */
export const tokenOf = (number: number): string => `lk_${'q7Wm2ZtK9vXc4RbN8dYs'.repeat(3)}-${number}`

let counter = 0

export function createTrial(place: TrialServers, subject: Subject): Trial {
  return {
    place,
    subject,
    environment: (scenario) => `${scenario}.${Math.random().toString(36).slice(2)}${++counter}`,
    open: (setup) =>
      subject.open({ baseUrl: place.baseUrl, token: async () => tokenOf(1), timeoutMs: 20_000, ...setup }),
    async seen(environmentId, count = 0) {
      const response = await fetch(`${place.otherUrl}/seen?key=${encodeURIComponent(environmentId)}&count=${count}`)
      return (await response.json()) as SeenRequest[]
    },
  }
}

/** The result of a call, returned or thrown; fails the case when the call does not end in time. */
export async function outcomeOf(call: () => Promise<Outcome>, limitMs = 30_000): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Lasting(`It has not ended after ${limitMs} ms.`)), limitMs)
  })
  try {
    return await Promise.race([hung, call()])
  } catch (error) {
    if (error instanceof Fault) throw error
    const { status, response } = Object(error) as { status?: number; response?: Response }
    return { error: error ?? 'nothing', status: status ?? response?.status }
  } finally {
    clearTimeout(timer)
  }
}

/** The data of a call that must succeed. */
export async function dataOf(call: () => Promise<Outcome>, limitMs?: number): Promise<Record<string, unknown>> {
  const { data, error } = await outcomeOf(call, limitMs)
  expect(error === undefined, `It failed: ${describe(error)}`)
  expect(typeof data === 'object' && data !== null, `It gave ${String(data)}.`)
  return data as Record<string, unknown>
}

/** The error of a call that must fail. */
export async function errorOf(
  call: () => Promise<Outcome>,
  limitMs?: number,
): Promise<{ error: NonNullable<unknown>; status?: number | undefined; text: string }> {
  const outcome = await outcomeOf(call, limitMs)
  expect(outcome.error !== undefined, `It gave ${JSON.stringify(outcome.data)} instead of an error.`)
  const { name = '', message = '' } = Object(outcome.error) as { name?: string; message?: string }
  return { error: outcome.error, status: outcome.status, text: `${name}: ${message}` }
}

/** An error with its causes, which say why a connection failed. */
function describe(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown }
  return cause === undefined ? String(error) : `${String(error)} (${describe(cause)})`
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
