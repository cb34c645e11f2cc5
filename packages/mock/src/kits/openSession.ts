import { createClock } from '@latchkey/base/clock'
import { type StoredSession, storedSession } from '@latchkey/contract/storedSession'
import type { SignInOptions } from '../control/objects/signIn.ts'
import type { Mock } from '../mock/createMock.ts'

/** The person to sign in: an e-mail address, whose user is created if there is none, or a user or the user's id. */
export type Person = string | { readonly id: string }

/** The part of the control object that a sign-in needs, of a mock in this process or in another one. */
export interface SignInControl extends Pick<Mock, 'baseUrl' | 'defaults'> {
  signIn(user: string | { readonly id: string }, options: SignInOptions): ReturnType<Mock['signIn']>
}

/** A user who is signed in, and the session as an app stores it. */
export interface OpenSession extends Awaited<ReturnType<Mock['signIn']>> {
  /** The session in the form in which `@latchkey/client/session` stores it. */
  readonly stored: StoredSession
}

/** The part of a sign-in that a test may choose. */
export type SessionChoice = Pick<SignInOptions, 'scope'>

interface OpenSessionInput extends SessionChoice {
  readonly person: Person
  /** Origin of the site. */
  readonly origin?: string
  /** The time of the page, by which it sees when the session ends. @default the machine's time */
  readonly time?: { now(): number | Promise<number> } | undefined
}

/**
 * Signs a person in to the sandbox.
 *
 * @throws what `mock.signIn` throws
 */
export async function openSession(
  mock: SignInControl,
  { person, origin, scope, time = createClock() }: OpenSessionInput,
): Promise<OpenSession> {
  const environmentId = mock.defaults.environments.sandbox.id
  const signedIn = await mock.signIn(person, { origin, scope })
  return { ...signedIn, stored: storedSession(signedIn, { environmentId, now: await time.now() }) }
}
