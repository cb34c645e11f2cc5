import type { components } from '@latchkey/types'
import type { Backend } from '../backend.ts'
import { asciiLowerCase } from './asciiCase.ts'
import { assert } from './errors.ts'
import { loginUrl } from './oauth.ts'
import { enabledProvider } from './providers.ts'
import { assertNoSubaddress } from './verifications.ts'

type Schemas = components['schemas']

/**
 * How people sign in by e-mail: the way that the settings name, if it is enabled, otherwise the other one. Who the
 * address belongs to makes no difference, so that nobody learns it.
 *
 * @throws DomainError `recordNotFound`, `emailSubaddress`, `noEmailProvider`
 */
export function emailProviderFor(backend: Backend, environmentId: string, email: string): Schemas['EmailProviderResponse'] {
  const settings = backend.store.environments.get(environmentId)?.settings
  assert(settings, 'recordNotFound')
  assertNoSubaddress(backend, environmentId, email)
  const ways = ['emailOnly', 'magicLink'] as const
  const ordered = settings.sdk.emailSignIn?.signInProvider === 'magicLink' ? ways.toReversed() : ways
  const emailProvider = ordered.find((provider) => enabledProvider(backend, environmentId, provider))
  assert(emailProvider, 'noEmailProvider')
  return { emailProvider }
}

/** Whether the domain of an address signs in at its own identity provider. @throws DomainError `recordNotFound` */
export function ssoProviderFor(backend: Backend, environmentId: string, email: string): Schemas['SsoProviderCheckResponse'] {
  assert(backend.store.environments.has(environmentId), 'recordNotFound')
  const okta = enabledProvider(backend, environmentId, 'okta')
  const domain = asciiLowerCase(email.slice(email.lastIndexOf('@') + 1))
  if (!okta || asciiLowerCase(okta.domain) !== domain) return { type: 'otp' }
  return { type: 'sso', provider: 'okta', id: okta.id, ssoAuthUrl: loginUrl(backend, { environmentId, provider: 'okta' }, { login_hint: email }) }
}
