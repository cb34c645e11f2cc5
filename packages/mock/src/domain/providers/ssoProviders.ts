import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { SsoProvider } from '../../store/adminRecords.ts'
import type { Job } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { cancelJobs, scheduleJob } from '../shared/jobs.ts'
import { deleteWithOwned } from '../shared/ownership.ts'
import { isSameJson } from '../shared/sameJson.ts'
import { providerUrls } from './providers.ts'

type Schemas = components['schemas']

const lookupEveryMs = 60_000
const giveUpAfterMs = 72 * 3_600_000

/** The name of the TXT record that proves an e-mail domain. */
function challengeNameOf({ emailDomain }: Pick<SsoProvider, 'emailDomain'>): string {
  return `_sso.${emailDomain}`
}

/** The SSO provider of an organization, which has at most one. */
export function ssoProviderOf({ store }: Pick<Backend, 'store'>, organizationId: string): SsoProvider | undefined {
  return store.ssoProviders.find('byOrganization', [organizationId])
}

/**
 * Creates the SSO provider of an organization and starts the lookups of the TXT record that proves its e-mail domain.
 *
 * @throws {@link DomainError} `duplicateExists` if there is one, `invalidServiceProps`
 */
export function createSsoProvider(
  backend: Backend,
  organizationId: string,
  input: Schemas['SsoProviderCreateRequest'],
): SsoProvider {
  assert(!ssoProviderOf(backend, organizationId), 'duplicateExists', {
    message: 'This organization has an SSO provider already.',
  })
  const provider = backend.store.ssoProviders.insert({
    ...newRecord(backend),
    organizationId,
    updatedAt: backend.clock.iso(),
    enforceOnlySSO: false,
    challenge: newChallenge(backend),
    ...readSettings(input),
  })
  startLookups(backend, provider)
  return provider
}

/**
 * Changes the given fields; equal values change nothing. A new domain must be proved with a new challenge. An unproved
 * domain is looked up for another 72 hours.
 *
 * @throws {@link DomainError} `invalidServiceProps`; `invalidUpdate` for `enforceOnlySSO` before the domain is proved
 */
export function updateSsoProvider(
  backend: Backend,
  provider: SsoProvider,
  { enforceOnlySSO, ...input }: Schemas['SsoProviderUpdateRequest'],
): SsoProvider {
  const { clientId, clientSecret, ssoDomain, emailDomain, provider: kind } = { ...provider, ...input }
  const settings = readSettings({ clientId, clientSecret, ssoDomain, emailDomain, provider: kind })
  const isMoved = settings.emailDomain !== provider.emailDomain || settings.ssoDomain !== provider.ssoDomain
  const { verifiedAt, ...unproved } = provider
  const proof = isMoved ? { challenge: newChallenge(backend), enforceOnlySSO: false } : defined({ verifiedAt })
  assert(!enforceOnlySSO || (!isMoved && verifiedAt !== undefined), 'invalidUpdate', {
    message: 'Prove the e-mail domain by DNS before SSO is enforced.',
  })
  const changed = { ...unproved, ...settings, ...proof, ...defined({ enforceOnlySSO }) }
  if (isSameJson(provider, changed)) return provider
  const updated = backend.store.ssoProviders.put({ ...changed, updatedAt: backend.clock.iso() })
  if (updated.verifiedAt === undefined) startLookups(backend, updated)
  return updated
}

/** Removes the provider and ends its lookups. Addresses of the domain then sign in like any others. */
export function deleteSsoProvider(backend: Backend, { id }: SsoProvider): void {
  deleteWithOwned(backend, 'ssoProviders', id)
}

/**
 * Looks up an unproved e-mail domain once, and schedules the next lookup until it is proved or 72 hours have passed
 * since the last change.
 */
export function checkSsoProvider(backend: Backend, { subjectId, attempt }: Job): void {
  const { store, clock, outside } = backend
  const provider = store.ssoProviders.get(subjectId)
  if (!provider || provider.verifiedAt !== undefined) return
  const isProved = outside.dns.lookUp('TXT', challengeNameOf(provider)).includes(provider.challenge)
  if (isProved) store.ssoProviders.put({ ...provider, verifiedAt: clock.iso(), updatedAt: clock.iso() })
  else if (clock.now() - instantOf(provider.updatedAt) < giveUpAfterMs)
    scheduleJob(backend, { kind: 'ssoProviders.check', subjectId, inMs: lookupEveryMs, attempt: attempt + 1 })
}

/** A provider as replies show it, with only the end of its secret, and only if the secret is long. */
export function presentSsoProvider(backend: Backend, provider: SsoProvider): Schemas['SsoProvider'] {
  const redirectUrl = redirectUrlOf(backend, provider)
  const {
    id,
    clientId,
    clientSecret,
    organizationId,
    ssoDomain,
    emailDomain,
    enforceOnlySSO,
    createdAt,
    updatedAt,
    verifiedAt,
    challenge,
  } = provider
  return {
    id,
    clientId,
    maskedClientSecret: `********${clientSecret.length >= 16 ? clientSecret.slice(-4) : ''}`,
    organizationId,
    ssoDomain,
    emailDomain,
    provider: provider.provider,
    ...defined({ redirectUrl }),
    enforceOnlySSO,
    createdAt,
    updatedAt,
    ...defined({ ssoDomainVerifiedAt: verifiedAt }),
    ssoDomainVerificationChallenge: challenge,
  }
}

/**
 * The callback for sign-ins to the live environment of the organization's first project; none without a project. Other
 * environments have their own callbacks.
 */
function redirectUrlOf(backend: Backend, { organizationId, provider }: SsoProvider): string | undefined {
  const { store } = backend
  const [project] = store.projects.scan('byOrganization', [organizationId])
  const live = project && store.environments.find('byProject', [project.id, 'live'])
  return live && providerUrls(backend, live.id, { provider }).redirectUrl
}

function newChallenge({ random }: Backend): string {
  return `latchkey-sso=${random.token(32)}`
}

function startLookups(backend: Backend, { id }: SsoProvider): void {
  cancelJobs(backend, id)
  scheduleJob(backend, { kind: 'ssoProviders.check', subjectId: id, inMs: lookupEveryMs })
}

function readSettings({
  clientId,
  clientSecret,
  ssoDomain,
  emailDomain,
  provider,
}: Schemas['SsoProviderCreateRequest']) {
  assert(clientId !== '' && clientSecret !== '', 'invalidServiceProps', {
    message: 'An SSO provider needs a client id and a client secret.',
  })
  const domains = { ssoDomain: asciiLowerCase(ssoDomain), emailDomain: asciiLowerCase(emailDomain) }
  for (const [name, domain] of Object.entries(domains))
    assert(isDomain(domain), 'invalidServiceProps', {
      message: `${name} must be a domain name, such as example.com.`,
    })
  return { clientId, clientSecret, provider, ...domains }
}

/**
 * At least two labels, and short enough to carry the challenge (RFC 1035, section 2.3.4). The last label is not a
 * number, so that an IP address is not accepted (RFC 3696, section 2).
 */
function isDomain(text: string): boolean {
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  return text.length <= 253 - '_sso.'.length && new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`).test(text)
}
