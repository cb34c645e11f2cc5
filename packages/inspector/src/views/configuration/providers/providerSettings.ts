import type { components } from '@latchkey/types'
import type { Provider, Setting } from './providerForms.ts'

type Country = components['schemas']['SmsCountryCode']

interface Input {
  readonly label: string
  /** The values to choose from, for what is not a text. */
  readonly options?: readonly (readonly [value: string, words: string])[]
  readonly placeholder?: string
}

const unset = ['', 'Not set'] as const
const choice = (...values: readonly string[]) => [unset, ...values.map((value) => [value, value] as const)]
const yesOrNo = [unset, ['true', 'Yes'], ['false', 'No']] as const

/** How a form asks for each setting. One that is left out does not compile. */
export const inputs: Readonly<Record<Setting, Input>> = {
  clientId: { label: 'Client id' },
  clientSecret: { label: 'Client secret' },
  scopes: { label: 'Scopes', placeholder: 'openid email profile' },
  useServiceCredentials: { label: "Use the service's own client", options: yesOrNo },
  platformTeamId: { label: 'Team id' },
  platformKeyId: { label: 'Key id' },
  platformStore: { label: 'Shop' },
  domain: { label: 'Domain', placeholder: 'acme.example.com' },
  baseAuthUrl: { label: 'Root of the OAuth endpoints' },
  accountSid: { label: 'Account id' },
  smsNumber: { label: 'Number that messages are sent from', placeholder: '+4915112345678' },
  smsVerifyServiceSid: { label: 'Id of the verification service' },
  enabledCountries: { label: 'Countries', placeholder: 'DE +49, FR +33' },
  emailIpPoolName: { label: 'IP pool' },
  keyExportUrl: { label: 'Page where keys are exported', placeholder: 'https://keys.example.com' },
  providerProjectId: { label: 'Project id' },
  defaultChain: { label: 'Default chain', placeholder: 'eip155:1' },
  salt: { label: 'Salt' },
  createNewAccounts: { label: 'Create smart accounts', options: yesOrNo },
  entryPointVersion: { label: 'Entry point', options: choice('v6', 'v7') },
  kernelVersion: { label: 'Kernel', options: choice('v2_4', 'v3_0', 'v3_1', 'v3_2', 'v3_3') },
  ecdsaProviderType: {
    label: 'ECDSA validator',
    options: choice('vendor_signer_to_ecdsa', 'vendor_multi_chain'),
  },
  enableKernelV3Migration: { label: 'Move to kernel 3', options: yesOrNo },
  enableEIP7702: { label: 'Delegate by EIP-7702', options: yesOrNo },
  factoryAddress: { label: 'Factory address' },
  paymasterAddress: { label: 'Paymaster address' },
  passkeyAddress: { label: 'Address of the passkey validator' },
  sessionAddress: { label: 'Address of the session validator' },
  vendorBundlerProvider: { label: 'Bundler', options: choice('STACKUP', 'PIMLICO', 'ALCHEMY', 'GELATO') },
  vendorBundlerRpcUrl: { label: 'URL of the bundler' },
  vendorPaymasterRpcUrl: { label: 'URL of the paymaster' },
  vendorKernelDelegationAddress: { label: 'Address to delegate to' },
  returnUrl: { label: 'URL to come back to' },
  cancelUrl: { label: 'URL for those who give up' },
}

/** The text that a form begins with. Secrets, and whose client is used, are in no reply. */
export function textOf(setting: Setting, provider: Provider | undefined): string {
  const value: unknown = Object(provider)[setting]
  if (setting === 'enabledCountries')
    return ((value ?? []) as Country[])
      .map(({ isoCountryCode, phoneCountryCode }) => `${isoCountryCode} ${phoneCountryCode}`)
      .join(', ')
  return String(value ?? '')
}

/** The settings of a form that were changed, as the service takes them. */
export function changedSettings(
  fields: FormData,
  settings: readonly Setting[],
  provider: Provider | undefined,
): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const setting of settings) {
    const text = String(fields.get(setting) ?? '').trim()
    const isChoice = inputs[setting].options !== undefined
    if (text !== textOf(setting, provider) && !(isChoice && text === '')) changed[setting] = valueOf(setting, text)
  }
  return changed
}

function valueOf(setting: Setting, text: string): unknown {
  if (inputs[setting].options === yesOrNo) return text === 'true'
  if (setting !== 'enabledCountries') return text
  const countries = text.split(',').map((country) => country.trim().split(/\s+/))
  return text === ''
    ? []
    : countries.map(([isoCountryCode, phoneCountryCode = '']) => ({ isoCountryCode, phoneCountryCode }))
}
