import type { components } from '@latchkey/types'
import type { EnvironmentSettings } from '../../store/records.ts'
import { defaultChains } from '../chains/networks.ts'

type Schemas = components['schemas']

const standardField = (
  name: string,
  position: number,
  rest: Partial<Schemas['MissingField']> = {},
): Schemas['MissingField'] => ({
  name,
  type: 'standard',
  required: false,
  enabled: false,
  unique: false,
  verify: false,
  position,
  ...rest,
})

/**
 * The settings that a new environment begins with.
 *
 * Sessions last two hours, a second factor is optional, the client stores the tokens, and the e-mail address is the
 * only required field.
 */
export function defaultSettings(environmentName: Schemas['EnvironmentEnum']): EnvironmentSettings {
  return {
    chains: defaultChains(environmentName),
    kyc: [
      standardField('email', 1, { required: true, enabled: true, unique: true, verify: true }),
      standardField('firstName', 2),
      standardField('lastName', 3),
      standardField('username', 4, { unique: true }),
      standardField('phoneNumber', 5, { unique: true, verify: true }),
      standardField('alias', 6),
      standardField('jobTitle', 7),
      standardField('country', 8),
      standardField('tShirtSize', 9),
      standardField('team', 10),
      standardField('policiesConsent', 11),
    ],
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
