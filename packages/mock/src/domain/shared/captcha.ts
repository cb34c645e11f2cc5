import type { Backend } from '../../backend.ts'
import { assert } from './errors.ts'

/**
 * Asks for a solved CAPTCHA where the environment does. Any token that is not empty counts as solved.
 *
 * @throws DomainError `recordNotFound` without such an environment, `invalidVerification` without a token
 */
export function assertCaptcha(
  { store }: Pick<Backend, 'store'>,
  environmentId: string,
  token: string | undefined,
): void {
  const environment = store.environments.get(environmentId)
  assert(environment, 'recordNotFound')
  assert(!environment.settings.security.captcha?.enabled || token, 'invalidVerification', {
    message: 'This environment asks for a solved CAPTCHA.',
  })
}
