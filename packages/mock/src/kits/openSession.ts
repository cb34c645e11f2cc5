import { type StoredSession, storedSession } from '../control/objects/storedSession.ts'
import { createClock } from '../effects/clock.ts'
import type { Mock } from '../mock/createMock.ts'

/** Whom to sign in: an e-mail address, whose user is created if there is none, or a user or the user's id. */
export type Person = string | { readonly id: string }

/** The part of the control object that a sign-in needs, of a mock in this process or in another one. */
export interface SignInControl extends Pick<Mock, 'baseUrl' | 'defaults' | 'fetch'> {
  readonly create: Pick<Mock['create'], 'user'>
  signIn(user: string | { readonly id: string }, options: { readonly origin?: string }): ReturnType<Mock['signIn']>
}

/** A user who is signed in, and the session as an app stores it. */
export interface OpenSession extends Awaited<ReturnType<Mock['signIn']>> {
  readonly stored: StoredSession
}

interface OpenSessionInput {
  readonly person: Person
  /** Origin of the site. */
  readonly origin?: string
  /** The time of the page, by which it sees when the session ends. @default the machine's time */
  readonly time?: { now(): number | Promise<number> }
}

/**
 * Signs a person in to the sandbox.
 *
 * @throws what `mock.signIn` and `mock.create.user` throw
 */
export async function openSession(
  mock: SignInControl,
  { person, origin, time = createClock() }: OpenSessionInput,
): Promise<OpenSession> {
  const environmentId = mock.defaults.environments.sandbox.id
  const signedIn = await mock.signIn(await userOf(mock, person), { origin })
  return { ...signedIn, stored: storedSession(signedIn, { environmentId, now: await time.now() }) }
}

async function userOf(mock: SignInControl, person: Person): Promise<string | { readonly id: string }> {
  if (typeof person !== 'string' || !person.includes('@')) return person
  return (await findUser(mock, person)) ?? mock.create.user({ email: person })
}

async function findUser(
  { baseUrl, defaults, fetch }: SignInControl,
  email: string,
): Promise<{ readonly id: string } | undefined> {
  const { id, token } = defaults.environments.sandbox
  const url = new URL(`${baseUrl}/api/v0/environments/${id}/users`)
  url.searchParams.set('filter[filterColumn]', 'email')
  url.searchParams.set('filter[filterValue]', email)
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`Failed to find ${email}: the mock answered ${response.status}.`)
  const { users } = (await response.json()) as { users: { id: string; email?: string }[] }
  return users.find((user) => user.email?.toLowerCase() === email.toLowerCase())
}
