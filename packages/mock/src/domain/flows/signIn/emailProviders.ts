import { asciiLowerCase } from '@latchkey/base/asciiCase'
import type { components } from '@latchkey/types'
import type { SsoProvider } from '../../../store/adminRecords.ts'
import { assertNoSubaddress } from '../../contacts/verifications.ts'
import { enabledProvider, enablingHint } from '../../providers/providers.ts'
import { ssoProviderOf } from '../../providers/ssoProviders.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { assertEnvironment, environmentOf } from '../../shared/recordGuards.ts'
import { loginUrl } from './oauth.ts'

type Schemas = components['schemas']

/**
 * The way to sign in by e-mail: the one that the settings name if it is enabled, otherwise the other one. The result
 * does not depend on whose address it is, so that nobody learns that.
 *
 * @throws {@link DomainError} `recordNotFound`, `emailSubaddress`, `noEmailProvider`
 */
export function emailProviderFor(
  backend: Backend,
  environmentId: string,
  email: string,
): Schemas['EmailProviderResponse'] {
  const { settings } = environmentOf(backend, environmentId)
  assertNoSubaddress(backend, environmentId, email)
  const ways = ['emailOnly', 'magicLink'] as const
  const ordered = settings.sdk.emailSignIn?.signInProvider === 'magicLink' ? ways.toReversed() : ways
  const emailProvider = ordered.find((provider) => enabledProvider(backend, environmentId, provider))
  assert(emailProvider, 'noEmailProvider', {
    message: `Signing in by e-mail is not enabled in this environment. ${enablingHint('emailOnly')}`,
  })
  return { emailProvider }
}

/**
 * Whether an address signs in at the identity provider of its domain.
 *
 * It does if it is of the proved e-mail domain of the organization's SSO provider and the environment's enabled Okta
 * setting is of the same identity provider, or if it is of the domain of an enabled Okta setting.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export function ssoProviderFor(
  backend: Backend,
  environmentId: string,
  email: string,
): Schemas['SsoProviderCheckResponse'] {
  assertEnvironment(backend, environmentId)
  const okta = enabledProvider(backend, environmentId, 'okta')
  if (!okta || (asciiLowerCase(okta.domain) !== domainOf(email) && !organizationSsoFor(backend, environmentId, email)))
    return { type: 'otp' }
  return {
    type: 'sso',
    provider: 'okta',
    id: okta.id,
    ssoAuthUrl: loginUrl(backend, { environmentId, provider: 'okta' }, { login_hint: email }),
  }
}

/** Refuses a code for an address that must sign in by SSO. @throws {@link DomainError} `ssoOnly` */
export function assertCodesAllowed(backend: Backend, environmentId: string, email: string): void {
  assert(!organizationSsoFor(backend, environmentId, email)?.enforceOnlySSO, 'ssoOnly')
}

/** The organization's SSO provider, if the address is of its domain and the environment uses it. */
function organizationSsoFor(backend: Backend, environmentId: string, email: string): SsoProvider | undefined {
  const environment = backend.store.environments.get(environmentId)
  const sso = environment && ssoProviderOf(backend, environment.organizationId)
  if (sso?.verifiedAt === undefined || sso.emailDomain !== domainOf(email)) return undefined
  return asciiLowerCase(enabledProvider(backend, environmentId, sso.provider)?.domain) === sso.ssoDomain
    ? sso
    : undefined
}

function domainOf(email: string): string {
  return asciiLowerCase(email.slice(email.lastIndexOf('@') + 1))
}
