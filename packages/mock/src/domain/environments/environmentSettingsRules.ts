import type { components } from '@latchkey/types'
import type { EnvironmentSettings } from '../../store/records.ts'
import { hasSharedValue } from '../credentials/uniqueFields.ts'
import { assertValidationRules, isDistinct } from '../customFields/customFieldRules.ts'
import { profileFields } from '../customFields/userFields.ts'
import { isSocialProvider, type ProviderName } from '../providers/providerCatalogue.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'

type Schemas = components['schemas']

/** A change of settings. */
export interface SettingsChange {
  readonly before: EnvironmentSettings
  readonly after: EnvironmentSettings
}

/**
 * Refuses settings that contradict themselves. A pattern of a field needs `withRegex` around the call.
 *
 * @throws {@link DomainError} `emptyChainName`, `invalidPosition`, `invalidRegex`, `repeatedOptions`,
 * `cannotSwitchToUnique`, `invalidExternalAuth`, `invalidWalletSettings`, `invalidWalletChains`; `invalidUpdate` for
 * anything else
 */
export function assertSettings(backend: Pick<Backend, 'store'>, environmentId: string, change: SettingsChange): void {
  const { chains, sdk, security } = change.after
  assertChains(chains)
  assertFields(backend, environmentId, change)
  assertSecurity(security)
  assertWallets(sdk)
  assertFunding(sdk.funding)
  assertViews(sdk.views ?? [])
}

const refuse = (isAllowed: unknown, message: string) => assert(isAllowed, 'invalidUpdate', { message })

function assertChains(chains: EnvironmentSettings['chains']) {
  for (const { name, networks = [] } of chains) {
    assert(name.trim() !== '', 'emptyChainName')
    refuse(isDistinct(networks.map(({ networkId }) => networkId)), `chains must name each network of ${name} once.`)
  }
  refuse(isDistinct(chains.map(({ name }) => name)), 'chains must name each chain once.')
}

const standardFields: ReadonlySet<string> = new Set([
  'email',
  ...profileFields.filter((name) => name !== 'metadata' && name !== 'mfaBackupCodeAcknowledgement'),
])

/** E-mail addresses and phone numbers have their own format checks. */
const contactFields: ReadonlySet<string> = new Set(['email', 'phoneNumber'])

function assertFields(backend: Pick<Backend, 'store'>, environmentId: string, { before, after }: SettingsChange) {
  refuse(isDistinct(after.kyc.map(({ name }) => name)), 'kyc must name each field once.')
  for (const { name, type, position = 0, validationRules, enabled, unique } of after.kyc) {
    refuse(
      type !== 'custom' && standardFields.has(name),
      `kyc must have the type custom for ${name}, since no standard field of the profile has this name.`,
    )
    assert(position >= 0, 'invalidPosition')
    assertValidationRules(validationRules)
    refuse(
      validationRules === undefined || !contactFields.has(name),
      `kyc must give ${name} no validationRules, since it has rules of its own.`,
    )
    const wasUnique = before.kyc.some((field) => field.name === name && field.enabled && field.unique)
    assert(!enabled || !unique || wasUnique || !hasSharedValue(backend, environmentId, name), 'cannotSwitchToUnique')
  }
}

const unitSeconds: Record<Schemas['TimeUnitEnum'], number> = { minutes: 60, hours: 3_600, days: 86_400 }
const maximumSessionSeconds = 30 * unitSeconds.days

function assertSecurity({ jwtDuration, mfa, externalAuth }: EnvironmentSettings['security']) {
  if (jwtDuration) {
    const seconds = jwtDuration.amount * unitSeconds[jwtDuration.unit]
    refuse(
      seconds > 0 && seconds <= maximumSessionSeconds,
      'security.jwtDuration: sessions last more than nothing and at most 30 days.',
    )
  }
  const methods = mfa?.methods ?? []
  refuse(
    isDistinct(methods.map(({ type }) => type)) && isDistinct(mfa?.availableMethods ?? []),
    'security.mfa must name each kind of second factor once.',
  )
  refuse(isDistinct((mfa?.actions ?? []).map(({ action }) => action)), 'security.mfa must name each action once.')
  const { enabled, iss, jwksUrl } = externalAuth ?? {}
  assert(!enabled || (iss && jwksUrl), 'invalidExternalAuth', {
    message: 'External sign-in takes an issuer and where its JWK set is.',
  })
}

function assertWallets({ embeddedWallets }: EnvironmentSettings['sdk']) {
  if (!embeddedWallets) return
  const { sessionKeyDuration, supportedSecurityMethods = {}, chainConfigurations = [] } = embeddedWallets
  assert(sessionKeyDuration === undefined || sessionKeyDuration.amount > 0, 'invalidWalletSettings', {
    message: 'A session key lasts more than nothing.',
  })
  const methods = Object.values(supportedSecurityMethods).filter((method) => method !== undefined)
  const defaults = methods.filter(({ isDefault }) => isDefault)
  const enabled = methods.filter(({ isEnabled }) => isEnabled)
  assert(defaults.length <= 1 && defaults.every(({ isEnabled }) => isEnabled), 'invalidWalletSettings', {
    message: 'At most one method is the default, and it is enabled.',
  })
  assert(isDistinct(enabled.map(({ listPosition }) => listPosition)), 'invalidWalletSettings', {
    message: 'Two methods have the same place on the list.',
  })
  const primary = chainConfigurations.filter((chain) => chain.primary)
  const isUsed = chainConfigurations.some((chain) => chain.enabled)
  assert(
    isDistinct(chainConfigurations.map(({ name }) => name)) && chainConfigurations.every(({ name }) => name !== ''),
    'invalidWalletChains',
  )
  assert(primary.every((chain) => chain.enabled) && primary.length === (isUsed ? 1 : 0), 'invalidWalletChains')
}

function assertFunding(funding: Schemas['Funding'] | undefined) {
  const { minAmount, defaultSettings } = funding?.externalWallets ?? {}
  refuse(
    minAmount?.amount === undefined || /^\d+(\.\d+)?$/.test(minAmount.amount),
    'sdk.funding: the least amount is a decimal number.',
  )
  refuse(
    isDistinct((defaultSettings?.chainSettings ?? []).map(({ chain }) => chain)),
    'sdk.funding must name each chain once.',
  )
  refuse(isDistinct(funding?.onramps ?? []), 'sdk.funding must name each on-ramp provider once.')
}

/** Sections that may occur more than once. */
const repeatable: ReadonlySet<Schemas['SdkViewSectionType']> = new Set<Schemas['SdkViewSectionType']>([
  'separator',
  'text',
])

function assertViews(views: readonly Schemas['SdkView'][]) {
  refuse(isDistinct(views.map(({ type }) => type)), 'sdk.views must describe each view once.')
  for (const { sections = [] } of views) {
    refuse(
      isDistinct(sections.map(({ type }) => type).filter((type) => !repeatable.has(type))),
      'sections must have each section once, except separators and texts.',
    )
    for (const { type, label, numOfItemsToDisplay, defaultItem } of sections) {
      refuse(numOfItemsToDisplay === undefined || numOfItemsToDisplay >= 1, 'sections must display at least one item.')
      refuse(type !== 'text' || label, 'sections must have a label for each text.')
      refuse(
        type !== 'social' || defaultItem === undefined || isSocialProvider(defaultItem as ProviderName),
        'sections must have a social provider as their default item.',
      )
    }
  }
}
