import type { components } from '@latchkey/types'
import type { EnvironmentSettings } from '../../store/records.ts'
import { defaultChains } from '../chains/networks.ts'

type Schemas = components['schemas']

/** Fields of a profile that no sign-up form asks for. */
type UnaskedField = `${string}Wallet` | `${string}Notification` | 'metadata' | 'mfaBackupCodeAcknowledgement'

type StandardField = 'email' | Exclude<keyof Schemas['InternalUpdatableUserFields'], UnaskedField>

/** The standard fields in the order of a form. One that is missing does not compile. */
const standardFields: Readonly<Record<StandardField, Partial<Schemas['MissingField']>>> = {
  email: { required: true, enabled: true, unique: true, verify: true },
  firstName: {},
  lastName: {},
  username: { unique: true },
  phoneNumber: { unique: true, verify: true },
  alias: {},
  jobTitle: {},
  country: {},
  tShirtSize: {},
  team: {},
  policiesConsent: {},
}

/**
 * The settings that a new environment begins with.
 *
 * Sessions last two hours, a second factor is optional, the client stores the tokens, and the e-mail address is the
 * only required field.
 */
export function defaultSettings(environmentName: Schemas['EnvironmentEnum']): EnvironmentSettings {
  return {
    chains: defaultChains(environmentName),
    kyc: Object.entries(standardFields).map(([name, rules], index) => ({
      name,
      type: 'standard',
      required: false,
      enabled: false,
      unique: false,
      verify: false,
      position: index + 1,
      ...rules,
    })),
    design: {
      modal: { theme: 'light', view: 'login-with-email-social-wallet', primaryColor: '#2746FF', radius: 16 },
      button: { background: '#2746FF', fontColor: '#FFFFFF', paddingHeight: 12, paddingWidth: 16, radius: 12 },
    },
    general: {
      displayName: environmentName === 'sandbox' ? 'My app, sandbox' : 'My app',
      skipOptionalKYCFieldDuringOnboarding: true,
    },
    privacy: { collectIp: true },
    sdk: {
      emailSignIn: { signInProvider: 'dynamic' },
      socialSignIn: { signInProvider: 'dynamic' },
      multiWallet: true,
      multiWalletUnlinkDisabled: false,
      confirmWalletTransfers: true,
      onrampFunding: false,
      mobile: { deeplinkUrlsEnabled: true },
      automaticEmbeddedWalletCreation: false,
      blockEmailSubaddresses: false,
      views: [
        {
          type: 'login',
          sections: [
            { type: 'social', numOfItemsToDisplay: 3 },
            { type: 'separator', label: 'or' },
            { type: 'email' },
            { type: 'wallet' },
          ],
        },
      ],
    },
    security: {
      jwtDuration: { amount: 2, unit: 'hours' },
      captcha: { enabled: false },
      mfa: {
        enabled: false,
        required: false,
        availableMethods: ['totp', 'passkey'],
        methods: [
          { type: 'totp', enabled: true, allowBackupCodes: true },
          { type: 'passkey', enabled: true, allowBackupCodes: null },
        ],
        actions: [],
      },
      auth: { storage: ['localstorage'] },
      externalAuth: { enabled: false },
    },
  }
}
