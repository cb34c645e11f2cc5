/** Settings that people change together. */
export interface SettingGroup {
  readonly title: string
  /** Where they are in the settings of an environment. Another group can have some of them. */
  readonly paths: readonly string[]
}

/** The groups, as a list shows them. A setting belongs to the group with the longest path to it. */
export const settingGroups: readonly SettingGroup[] = [
  { title: 'Name, logo and help', paths: ['general'] },
  {
    title: 'Sign-in',
    paths: [
      'sdk.emailSignIn',
      'sdk.socialSignIn',
      'sdk.blockEmailSubaddresses',
      'sdk.confirmEmailProviderForVerify',
      'sdk.views',
    ],
  },
  { title: 'Fields of profiles', paths: ['kyc'] },
  { title: 'Sessions', paths: ['security.jwtDuration', 'security.auth'] },
  { title: 'Second factor', paths: ['security.mfa'] },
  { title: 'Sign-in with another issuer', paths: ['security.externalAuth'] },
  { title: 'Security and privacy', paths: ['security', 'privacy'] },
  {
    title: 'Wallets of users',
    paths: [
      'sdk.multiWallet',
      'sdk.multiWalletUnlinkDisabled',
      'sdk.confirmWalletTransfers',
      'sdk.preventOrphanedAccounts',
      'sdk.disabledWalletConnectors',
      'sdk.walletConnect',
    ],
  },
  {
    title: 'Embedded wallets',
    paths: [
      'sdk.embeddedWallets',
      'sdk.waas',
      'sdk.automaticEmbeddedWalletCreation',
      'sdk.embeddedWalletSecurityMethods',
      'sdk.passkeyEmbeddedWalletEnabled',
      'sdk.passkeyEmbeddedWalletRecoveryEnabled',
    ],
  },
  { title: 'Smart accounts', paths: ['sdk.accountAbstraction'] },
  { title: 'Funding', paths: ['sdk.funding', 'sdk.onrampFunding'] },
  { title: 'Appearance', paths: ['design'] },
  { title: 'Other behaviour of clients', paths: ['sdk'] },
]

/** Settings with operations of their own, and so in another section or view. The service ignores it among the settings. */
const elsewhere: readonly string[] = [
  'environmentName',
  'chains',
  'customFields',
  'providers',
  'exchanges',
  'networks',
  'sdk.nameService',
  'sdk.socialSignIn.providers',
  'sdk.exchangeOptions',
]

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

/** The group of a setting; `undefined` for one that is changed elsewhere. @throws TypeError for one that has no place */
export function groupOf(path: string): SettingGroup | undefined {
  if (elsewhere.some((outer) => isWithin(path, outer))) return undefined
  const lengthIn = ({ paths }: SettingGroup) =>
    Math.max(0, ...paths.filter((outer) => isWithin(path, outer)).map((outer) => outer.length))
  const [nearest] = settingGroups.toSorted((a, b) => lengthIn(b) - lengthIn(a))
  if (!nearest || lengthIn(nearest) === 0) throw new TypeError(`No group of settings has ${path}.`)
  return nearest
}
