import type { OAuthAttempt } from '../../../store/signInRecords.ts'
import type { ProviderName } from '../../providers/providerCatalogue.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { forgetExpired } from '../../shared/expiry.ts'
import { assertEnvironment } from '../../shared/recordGuards.ts'

/** A provider in an environment. */
export interface EnvironmentProvider {
  readonly environmentId: string
  readonly provider: ProviderName
}

export const attemptMs = 600_000
/** How long the redirect URL of a state is remembered, for people who come back too late. */
const rememberedMs = 86_400_000

/** Forgets the states that nobody will come back with. */
export function forgetOldAttempts({ store, clock }: Backend): void {
  forgetExpired(store.oauthAttempts, clock.isoIn(attemptMs - rememberedMs))
}

/**
 * A pending, unexpired round trip.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, `invalidVerification`
 */
export function openAttempt(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  state: string | undefined,
): OAuthAttempt {
  assertEnvironment(backend, environmentProvider.environmentId)
  const attempt = findAttempt(backend, environmentProvider, state)
  assert(attempt && attempt.usedAt === undefined && attempt.expiresAt > backend.clock.iso(), 'invalidVerification')
  return attempt
}

/** The round trip of a state, also one that has expired or is used. */
export function findAttempt(
  { store }: Pick<Backend, 'store'>,
  { environmentId, provider }: EnvironmentProvider,
  state: string | undefined,
): OAuthAttempt | undefined {
  return state === undefined ? undefined : store.oauthAttempts.find('byState', [environmentId, provider, state])
}

/** The parameters that an answer can have (RFC 6749, 4.1.2; RFC 9207). */
const answerNames = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']

/** A redirect URL with an answer. An app that takes its present URL for it may have an earlier answer there. */
export function withAnswer(redirectUrl: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUrl)
  for (const name of answerNames) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Where a person goes whose state has expired at the provider, with an error. The answer is not stored. */
export function urlOfLatePerson(
  backend: Backend,
  environmentProvider: EnvironmentProvider,
  state: string | undefined,
): string | undefined {
  const attempt = findAttempt(backend, environmentProvider, state)
  if (!attempt?.redirectUrl || attempt.usedAt !== undefined || attempt.expiresAt > backend.clock.iso()) return undefined
  return withAnswer(attempt.redirectUrl, {
    error: 'state_expired',
    error_description: 'The sign-in took longer than ten minutes. Start it again.',
    state: attempt.state,
  })
}
