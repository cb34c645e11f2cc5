import type { Variant } from '../contract/fullBodies.ts'
import {
  by,
  created,
  field,
  type Fields,
  idOf,
  listed,
  type RoundTrip,
  type Sent,
  type Values,
  type WithBody,
} from './roundTrip.ts'

const address = (variant: Variant) => `0x${String(variant + 1).repeat(40)}`
const secret = 'It is a secret, which is stored and shown in no reply.'

const proved = 'A code is sent there, and it is shown once that has come back; profile.contacts.test.ts shows that.'

const providerSecrets = {
  clientSecret: secret,
  useServiceCredentials: 'It decides which client the simulated provider gets; oauth.providers.test.ts shows that.',
}

/** The rules of a custom field depend on its type. */
const customFieldBodies = (variant: Variant): Values[] => [
  {
    position: variant,
    fieldType: 'text',
    'validationRules.validOptions': undefined,
    'validationRules.checkboxText': undefined,
    'validationRules.regex': '^[a-z]+$',
  },
  {
    position: variant,
    fieldType: 'select',
    'validationRules.regex': undefined,
    'validationRules.checkboxText': undefined,
  },
  {
    position: variant,
    fieldType: 'checkbox',
    'validationRules.regex': undefined,
    'validationRules.validOptions': undefined,
  },
]

const gateRule = (variant: Variant): Values => ({
  'rules.0.chain': variant === 0 ? 'ETH' : 'EVM',
  'rules.0.address.contractAddress': address(variant),
  'rules.0.filter.amount': 1 + variant,
})

const policyBodies =
  (list: string) =>
  (variant: Variant): Values[] => {
    const inputs = ['to', 'amount', 'fee'].map((name) => ({ name, type: name === 'to' ? 'address' : 'uint256' }))
    return [
      {
        [`${list}.0.chain`]: 'EVM',
        [`${list}.0.address`]: address(variant),
        [`${list}.0.addresses`]: [address(variant)],
        [`${list}.0.contractAbi`]: [{ type: 'function', name: 'pay', inputs }],
        [`${list}.0.functionName`]: 'pay',
        [`${list}.0.argumentConstraints.0.value`]: String(variant + 1),
        [`${list}.0.valueLimit.asset`]: address(variant),
      },
    ]
  }

const plainRule = { name: 'Rule', ruleType: 'deny', chain: 'EVM' } as const
/** The ids in full bodies of both variants. */
const ruleIds = [0, 1].map((variant) => `019bc0fd-89c0-7002-b4b8-00000000000${variant}`)

/** Only a rule about NFTs names one of them. */
const gateBodies = (variant: Variant): Values[] => [
  { ...gateRule(variant), 'rules.0.type': 'nft' },
  { ...gateRule(variant), 'rules.0.type': 'token', 'rules.0.filter.tokenId': undefined },
]

/** A row of the wallets' list in the names of the requests. */
const asWritten = (row: Fields): Fields => ({
  publicWalletAddress: row.publicKey,
  chain: row.chain,
  walletName: row.name,
  walletProvider: row.provider,
  additionalWalletAddresses: row.walletAdditionalAddresses,
})

async function walletsOf(read: Sent['read'], isWanted: (row: Fields) => boolean): Promise<Fields[]> {
  return ((await read('wallets.list')) as { wallets: Fields[] }).wallets.filter(isWanted).map(asWritten)
}

const walletTrip: RoundTrip = {
  bodies: (variant) => [{ publicWalletAddress: address(variant), chain: 'EVM' }],
  shown: async ({ reply, read }) => (await walletsOf(read, ({ id }) => id === idOf(reply)))[0],
}

const newUser = (variant: Variant): Values => ({
  email: `new${variant}@example.com`,
  'wallets.0.publicWalletAddress': address(variant),
  'wallets.0.chain': 'EVM',
  'oauthAccounts.0.provider': variant === 0 ? 'github' : 'gitlab',
})

/** A user in the names of the requests. */
async function userAsWritten(read: Sent['read'], userId: string): Promise<Fields> {
  const user = field(await read('users.get', { userId }), 'user') as Fields & { verifiedCredentials: Fields[] }
  const credentials = (format: string) => user.verifiedCredentials.filter((credential) => credential.format === format)
  return {
    ...user,
    emailVerifiedAt: credentials('email')[0]?.verifiedAt,
    wallets: await walletsOf(read, (row) => row.userId === userId),
    oauthAccounts: credentials('oauth').map((credential) => ({
      provider: credential.oauth_provider,
      accountId: credential.oauth_account_id,
      emails: credential.oauth_emails,
      displayName: credential.oauth_display_name,
      username: credential.oauth_username,
      photos: credential.oauth_account_photos,
      profile: credential.oauth_metadata,
    })),
  }
}

const acknowledged = {
  mfaBackupCodeAcknowledgement: 'Codes that were just made are acknowledged; mfa.recoveryCodes.test.ts shows that.',
}

/** The two fields of a provider's default chain name the same one. */
const oneChain = (variant: number) => ({ defaultChainId: 1 + variant, defaultChain: `eip155:${1 + variant}` })

/** The operations that write records which others show. */
export const roundTrips = {
  'allowlists.create': { shown: created('allowlists.get', 'allowlistId') },
  'allowlists.update': { shown: by('allowlists.get') },
  'allowlistEntries.create': {
    bodies: (variant) => [{ emailDomain: `list${variant}.example.com` }],
    shown: listed('allowlistEntries.list', { within: ['entries'] }),
  },
  'customFields.create': { bodies: customFieldBodies, shown: created('customFields.get', 'customFieldId') },
  'customFields.update': { bodies: customFieldBodies, shown: by('customFields.get') },
  'customHostnames.create': { shown: listed('customHostnames.list', { within: ['customHostnames'] }) },
  'customNetworks.create': { shown: created('customNetworks.get', 'networkId', { inReply: ['customNetwork'] }) },
  'customNetworks.update': { shown: by('customNetworks.get', 'customNetwork') },
  'deeplinkUrls.create': { shown: listed('deeplinkUrls.list', { within: ['deeplinkUrls'] }) },
  'environments.update': {
    bodies: (variant) => [
      {
        environmentName: 'sandbox',
        'kyc.0.position': variant,
        'kyc.0.name': 'alias',
        'kyc.0.type': 'standard',
        'kyc.0.validationRules.regex': '^[a-z]+$',
        'security.jwtDuration.unit': variant === 0 ? 'days' : 'hours',
        'security.externalAuth.jwksUrl': 'https://issuer.example.com/jwks',
        'sdk.embeddedWallets.chainConfigurations.0.enabled': true,
        'sdk.embeddedWallets.chainConfigurations.0.primary': true,
        'sdk.funding.externalWallets.minAmount.amount': String(10 + variant),
        'sdk.embeddedWallets.supportedSecurityMethods.passkey.isDefault': variant === 0,
        'sdk.embeddedWallets.supportedSecurityMethods.passkey.isEnabled': variant === 0,
        'sdk.embeddedWallets.supportedSecurityMethods.email.isDefault': variant === 1,
        'sdk.embeddedWallets.supportedSecurityMethods.email.isEnabled': variant === 1,
        'sdk.embeddedWallets.supportedSecurityMethods.password.isDefault': false,
        'sdk.embeddedWallets.supportedSecurityMethods.password.isEnabled': false,
        'sdk.views.0.sections.0.numOfItemsToDisplay': 1 + variant,
      },
    ],
    shown: by('environments.get', 'settings'),
    unshown: {
      customFields: 'They are shown here, and written by customFields.*.',
      providers: 'They are shown here, and written by providers.*.',
      exchanges: 'They are shown here, and written by exchanges.*.',
      'sdk.exchangeOptions': 'They follow from exchanges.*.',
      'sdk.nameService.evm.domain': 'It follows from nameServices.*.',
      'sdk.socialSignIn.providers': 'They follow from providers.*.',
      networks: 'They are what the chains have, and are shown only.',
      'security.captcha.secretKey': secret,
      'sdk.waas.deviceCloud.apiToken': secret,
    },
  },
  'exchanges.create': {
    bodies: (variant) => [
      {
        exchange: variant === 0 ? 'kraken' : 'kraken',
        socialProvider: 'coinbasesocial',
        onRampProvider: 'coinbaseOnramp',
      },
    ],
    shown: created('exchanges.get', 'exchangeId'),
  },
  'exports.create': { shown: created('exports.get', 'exportId') },
  'gates.create': { bodies: gateBodies, shown: created('gates.get', 'gateId') },
  'gates.update': { bodies: gateBodies, shown: by('gates.get') },
  'globalWalletAccess.addDomain': {
    shown: async ({ reply, read }) =>
      ((await read('globalWalletAccess.get')) as { domains: Fields[] }).domains.find(({ id }) => id === idOf(reply)),
  },
  'globalWalletAccess.create': {
    isLive: true,
    shown: by('globalWalletAccess.get'),
  },
  'globalWalletAccess.update': { shown: by('globalWalletAccess.get') },
  'globalWallets.create': { isLive: true, shown: by('globalWallets.get') },
  'globalWallets.update': { shown: by('globalWallets.get') },
  'invites.create': {
    bodies: (variant) =>
      ['email', 'phoneNumber'].map((name) => ({
        role: variant === 0 ? 'viewer' : 'admin',
        walletPublicKey: address(variant),
        [name]: undefined,
      })),
    shown: async ({ mock, read }) => ({
      ...((await read('invites.listByOrganization')) as { invites: Fields[] }).invites[0],
      phoneNumber: (await mock.outbox.sms.last())?.to,
    }),
  },
  'memberTokens.create': {
    bodies: () => [{ scopes: undefined }],
    unshown: { scopes: 'Such a token acts by the role of its member: scopes are refused.' },
    shown: listed('memberTokens.list', { inReply: ['token'], within: ['tokens'] }),
  },
  'members.update': {
    bodies: (variant) => [{ role: variant === 0 ? 'viewer' : 'admin' }],
    shown: async ({ params, read }) =>
      ((await read('members.list')) as { members: Fields[] }).members.find(({ id }) => id === params.memberId),
  },
  'organizations.create': {
    shown: created('organizations.get', 'organizationId', { inReply: ['organization'], within: [] }),
    unshown: { implementationTimeline: 'It is checked, but neither kept nor shown.' },
  },
  'organizations.update': { shown: by('organizations.get') },
  'organizations.updateAddress': {
    bodies: (variant) => [{ country: variant === 0 ? 'DE' : 'GB' }],
    shown: by('organizations.get', 'address'),
  },
  'origins.create': {
    bodies: (variant) => [{ origin: `https://web${variant}.example.com` }],
    shown: listed('origins.list', { inReply: ['origin'], within: ['origins'] }),
  },
  'profile.update': {
    before: ({ mock }) => mock.create.provider({ provider: 'sms' }),
    bodies: (variant) => [
      {
        email: `proved${variant}@example.com`,
        phoneNumber: `+4915112345${variant}78`,
        mfaBackupCodeAcknowledgement: undefined,
      },
    ],
    shown: async ({ reply, read }) => field(await read('users.get', { userId: idOf(field(reply, 'user')) }), 'user'),
    unshown: { ...acknowledged, captchaToken: 'It is a proof, which is spent.', email: proved, phoneNumber: proved },
  },
  'projects.create': { shown: created('projects.get', 'projectId', { inReply: ['project'], within: [] }) },
  'projects.update': { shown: by('projects.get') },
  'providers.create': {
    bodies: (variant) => [
      {
        provider: variant === 0 ? 'github' : 'gitlab',
        keyExportUrl: `https://keys${variant}.example.com`,
        ...oneChain(variant),
      },
    ],
    shown: created('providers.get', 'providerId'),
    as: { termsUrl: 'termsAcceptedByUser.termsUrl' },
    unshown: providerSecrets,
  },
  'providers.update': {
    bodies: (variant) => [{ keyExportUrl: `https://keys${variant}.example.com`, ...oneChain(variant) }],
    shown: by('providers.get'),
    unshown: providerSecrets,
  },
  'sdkViews.update': {
    bodies: (variant) => [{ 'sections.0.numOfItemsToDisplay': 1 + variant }],
    shown: by('sdkViews.get'),
  },
  'ssoProviders.create': {
    bodies: (variant) => [{ ssoDomain: `login${variant}.example.com`, emailDomain: `shop${variant}.example.com` }],
    before: async ({ call }) => call('ssoProviders.delete'),
    shown: by('ssoProviders.get'),
    unshown: { clientSecret: secret },
  },
  'ssoProviders.update': {
    bodies: (variant) => [
      { ssoDomain: `login${variant}.example.com`, emailDomain: `shop${variant}.example.com`, enforceOnlySSO: false },
    ],
    shown: by('ssoProviders.get'),
    unshown: { clientSecret: secret },
  },
  'tokens.create': { shown: listed('tokens.list', { inReply: ['token'], within: ['tokens'] }) },
  'users.create': {
    bodies: (variant) => [newUser(variant)],
    shown: async ({ reply, read }) => userAsWritten(read, idOf(field(reply, 'user'))),
  },
  'users.bulkCreate': {
    bodies: (variant) => [
      Object.fromEntries(Object.entries(newUser(variant)).map(([path, value]) => [`0.${path}`, value])),
    ],
    shown: async ({ reply, read }) => [await userAsWritten(read, idOf((reply as { created: unknown[] }).created[0]))],
  },
  'users.update': { shown: by('users.get', 'user') },
  'users.updateLegacy': { shown: by('users.get', 'user') },
  'visits.create': {
    bodies: (variant) => [{ address: address(variant), chain: 'EVM' }],
    shown: by('visits.listVisitors', 'visitors', '0'),
    unshown: { authMode: 'It is kept for analytics, and no operation shows it of one visit.' },
  },
  'walletConnect.upsertProject': { shown: async ({ reply }) => reply },
  'waasPolicies.create': {
    bodies: policyBodies('rulesToAdd'),
    shown: by('waasPolicies.get'),
    as: { rulesToAdd: 'policyContent' },
  },
  'waasPolicies.update': {
    before: ({ call }) =>
      call('waasPolicies.create', { body: { rulesToAdd: ruleIds.map((ruleId) => ({ ...plainRule, ruleId })) } }),
    bodies: policyBodies('rulesToUpdate'),
    // The other rule stays as it was.
    shown: async ({ read }) => {
      const rules = field(await read('waasPolicies.get'), 'policyContent') as Fields[]
      return { policyContent: rules.filter(({ name }) => name !== plainRule.name) }
    },
    as: { rulesToUpdate: 'policyContent' },
  },
  'wallets.create': walletTrip,
  'wallets.createLegacy': walletTrip,
  'webhooks.create': {
    bodies: (variant) => [{ events: [variant === 0 ? 'user.created' : 'user.updated'] }],
    shown: async ({ reply, read }) => read('webhooks.get', { webhookId: String(field(reply, 'webhookId')) }),
  },
  'webhooks.update': {
    bodies: (variant) => [{ events: [variant === 0 ? 'user.created' : 'user.updated'] }],
    shown: by('webhooks.get'),
  },
} satisfies Partial<Record<WithBody, RoundTrip>>
