import type { Backend } from './backend.ts'
import { assert } from './errors.ts'
import { environmentOf } from './recordGuards.ts'

/**
 * Refuses a missing CAPTCHA solution if the environment requires one.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, `invalidVerification` for a CAPTCHA that is
 * missing or not solved
 */
export function assertCaptcha(
  { store, outside }: Pick<Backend, 'store' | 'outside'>,
  environmentId: string,
  token: string | undefined,
): void {
  const environment = environmentOf({ store }, environmentId)
  const isAsked = environment.settings.security.captcha?.enabled === true
  assert(!isAsked || (token !== undefined && outside.captcha.isSolved(token)), 'invalidVerification', {
    message: 'This environment asks for a solved CAPTCHA.',
  })
}
