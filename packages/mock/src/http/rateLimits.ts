import type { Clock } from '@latchkey/base/clock'
import type { OperationId } from '@latchkey/types'
import { DomainError } from '../domain/shared/errors.ts'
import type { RequestContext } from '../domain/shared/request.ts'
import { rows } from './router.ts'

interface Limit {
  readonly name: string
  readonly per: 'ip' | 'environment'
  readonly requests: number
  readonly windowMs: number
  readonly matches: (id: OperationId, path: string) => boolean
}

const minute = 60_000
const sdk = (_: OperationId, path: string) => path.startsWith('/api/v0/sdk/')
const oneOf =
  (...ids: OperationId[]) =>
  (id: OperationId) =>
    ids.includes(id)

/** The interface's limits, per address of the caller or per environment. See spec/decisions/14-rate-limits.md. */
export const limits: readonly Limit[] = [
  { name: 'sdk', per: 'ip', requests: 60, windowMs: 10_000, matches: sdk },
  { name: 'sdk', per: 'ip', requests: 250, windowMs: minute, matches: sdk },
  { name: 'sdk', per: 'ip', requests: 500, windowMs: 5 * minute, matches: sdk },
  { name: 'sdk', per: 'environment', requests: 10_000, windowMs: minute, matches: sdk },
  { name: 'nonce', per: 'ip', requests: 10, windowMs: minute, matches: oneOf('nonces.create') },
  { name: 'connect', per: 'ip', requests: 10, windowMs: minute, matches: oneOf('visits.create') },
  {
    name: 'signIn',
    per: 'ip',
    requests: 10,
    windowMs: minute,
    matches: oneOf(
      'oauth.verify',
      'oauth.signIn',
      'walletSignIn.verify',
      'emailSignIn.signIn',
      'smsSignIn.signIn',
      'messenger.signIn',
      'frame.signIn',
      'externalAuth.signIn',
      'passkeys.signIn',
    ),
  },
  {
    name: 'otp',
    per: 'ip',
    requests: 3,
    windowMs: minute,
    matches: oneOf('emailSignIn.create', 'emailSignIn.retry', 'smsSignIn.create', 'smsSignIn.retry'),
  },
  { name: 'admin', per: 'ip', requests: 1_500, windowMs: minute, matches: (id, path) => !sdk(id, path) },
  { name: 'admin', per: 'environment', requests: 3_000, windowMs: minute, matches: (id, path) => !sdk(id, path) },
  { name: 'bulkUsers', per: 'ip', requests: 150, windowMs: minute, matches: oneOf('users.bulkCreate') },
  { name: 'embeddedWallets', per: 'ip', requests: 300, windowMs: minute, matches: oneOf('embeddedWallets.create') },
  { name: 'invites', per: 'ip', requests: 20, windowMs: minute, matches: oneOf('invites.create') },
]

export interface RateLimits {
  /** Counts a request. @throws {@link DomainError} `tooManyRequests`, with the seconds until the window ends */
  count(id: OperationId, params: Readonly<Record<string, string>>, context: RequestContext): void
  reset(): void
}

/** Counts in fixed windows of the mock's clock, if it is enabled. */
export function createRateLimits(clock: Clock, enabled: boolean): RateLimits {
  const windows = new Map<string, { endsAt: number; requests: number }>()
  return {
    reset: () => windows.clear(),
    count(id, { environmentId }, { ipAddress = 'unknown' }) {
      if (!enabled) return
      const now = clock.now()
      for (const { name, per, requests, windowMs, matches } of limits) {
        if (!matches(id, rows[id].path)) continue
        const subject = per === 'ip' ? ipAddress : environmentId
        if (subject === undefined) continue
        const key = `${name} ${per} ${windowMs} ${subject}`
        const current = windows.get(key)
        const window = current && current.endsAt > now ? current : { endsAt: now + windowMs, requests: 0 }
        windows.set(key, window)
        if (++window.requests > requests) {
          const retryAfter = Math.ceil((window.endsAt - now) / 1000)
          throw new DomainError('tooManyRequests', {
            message: `Too many requests. Try again in ${retryAfter} seconds.`,
            retryAfter,
          })
        }
      }
    },
  }
}
