import type { components } from '@latchkey/types'

type Schemas = components['schemas']
type Values = Schemas['ProviderCreateRequest']

export type ProviderName = Schemas['ProviderEnum']
/** A provider that is set up. It is shown without its secret. */
export type Provider = Schemas['Provider'] & { readonly id: string; readonly provider: ProviderName }

/** A setting that a form asks for. Lists of smart accounts by chain are left to the view of operations. */
export type Setting = Exclude<
  keyof Values,
  'provider' | 'defaultChainId' | 'multichainAccountAbstractionProviders' | 'termsUrl'
>

const credentials: readonly Setting[] = ['clientId', 'clientSecret']
const oauth: readonly Setting[] = [...credentials, 'scopes', 'useServiceCredentials']
const wallets: readonly Setting[] = ['clientId', 'keyExportUrl']
const mails: readonly Setting[] = ['clientSecret', 'domain', 'emailIpPoolName']
const sellers: readonly Setting[] = ['clientId', 'clientSecret', 'returnUrl', 'cancelUrl']
const accounts: readonly Setting[] = ['providerProjectId', 'defaultChain', 'salt', 'createNewAccounts']

/** Each provider with its name and what it is set up with. One that is left out does not compile. */
const rows: Readonly<Record<ProviderName, readonly [name: string, settings: readonly Setting[]]>> = {
  emailOnly: ['E-mail codes', []],
  sms: [
    'SMS codes',
    [...credentials, 'accountSid', 'smsNumber', 'smsVerifyServiceSid', 'enabledCountries', 'useServiceCredentials'],
  ],
  passkey: ['Passkeys', []],
  apple: ['Apple', [...oauth, 'platformTeamId', 'platformKeyId']],
  bitbucket: ['Bitbucket', oauth],
  coinbasesocial: ['Coinbase', oauth],
  discord: ['Discord', oauth],
  epicgames: ['Epic Games', oauth],
  facebook: ['Facebook', oauth],
  farcaster: ['Farcaster', credentials],
  github: ['GitHub', oauth],
  gitlab: ['GitLab', oauth],
  google: ['Google', oauth],
  instagram: ['Instagram', oauth],
  kraken: ['Kraken', oauth],
  line: ['LINE', oauth],
  linkedin: ['LinkedIn', oauth],
  microsoft: ['Microsoft', oauth],
  okta: ['Okta', [...oauth, 'domain', 'baseAuthUrl']],
  shopify: ['Shopify', [...oauth, 'platformStore', 'baseAuthUrl']],
  spotify: ['Spotify', oauth],
  steam: ['Steam', oauth],
  telegram: ['Telegram', credentials],
  tiktok: ['TikTok', oauth],
  twitch: ['Twitch', oauth],
  twitter: ['X', oauth],
  sendgrid: ['SendGrid (e-mails)', mails],
  resend: ['Resend (e-mails)', mails],
  magicLink: ['Magic Link (wallets)', wallets],
  blocto: ['Blocto (wallets)', wallets],
  coinbaseWaas: ['Coinbase WaaS (wallets)', wallets],
  dynamic: ['dynamic (wallets)', wallets],
  turnkey: ['Turnkey (wallets)', wallets],
  alchemy: ['Alchemy (smart accounts)', [...accounts, 'clientId']],
  zerodev: [
    'ZeroDev (smart accounts)',
    [
      ...accounts,
      'entryPointVersion',
      'kernelVersion',
      'ecdsaProviderType',
      'enableKernelV3Migration',
      'enableEIP7702',
      'factoryAddress',
      'paymasterAddress',
      'vendorBundlerProvider',
      'vendorBundlerRpcUrl',
      'vendorPaymasterRpcUrl',
      'vendorKernelDelegationAddress',
    ],
  ],
  zksync: ['ZKsync (smart accounts)', [...accounts, 'factoryAddress', 'sessionAddress', 'passkeyAddress']],
  banxa: ['Banxa (sells tokens)', sellers],
  coinbaseOnramp: ['Coinbase Onramp (sells tokens)', sellers],
  cryptoDotCom: ['Crypto.com (sells tokens)', sellers],
  blockaid: ['Blockaid (screening)', credentials],
}

export const providerNames = Object.keys(rows) as ProviderName[]
export const nameOf = (provider: ProviderName): string => rows[provider][0]
export const settingsOf = (provider: ProviderName): readonly Setting[] => rows[provider][1]
