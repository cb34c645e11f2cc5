import type { OperationId, operations } from '@latchkey/types'
import type { FullWorld } from './fullWorld.ts'
import type { Variant } from './fullBodies.ts'

/** The JSON body of an operation; `never` for one that takes none. */
type JsonBody<Id extends OperationId> = [NonNullable<operations[Id]['requestBody']>] extends [
  { content: { 'application/json': infer Body } },
]
  ? unknown extends Body
    ? never
    : Body
  : never

type WithBody = { [Id in OperationId]: [JsonBody<Id>] extends [never] ? never : Id }[OperationId]

type Fields = Readonly<Record<string, unknown>>

/** What a call has come to, and how to read more. */
interface Sent {
  readonly mock: FullWorld['mock']
  /** The parameters of the call. */
  readonly params: Readonly<Record<string, string>>
  readonly reply: unknown
  /** The reply of a read operation. The parameters of its URL name records of the full world unless they are given. */
  readonly read: (id: OperationId, params?: Readonly<Record<string, string>>) => Promise<unknown>
}

/** Values by the paths of a body. A value that is undefined takes the field out. */
type Values = Readonly<Record<string, unknown>>

/** How the fields of a body are seen again. */
export interface RoundTrip {
  /** What the rules ask of the fields, beyond their schemas: one body each, which name every field together. */
  readonly bodies?: (variant: Variant) => readonly Values[]
  /** What has to stand before the call. */
  readonly before?: (world: FullWorld) => Promise<unknown>
  /** Whether the call goes to the live environment, where the full world has no such record yet. */
  readonly isLive?: boolean
  /** Reads the record that the call has written. */
  readonly shown: (sent: Sent) => Promise<unknown>
  /** Fields that are shown under another name, with all that is in them. */
  readonly as?: Readonly<Record<string, string>>
  /** Fields, with all that is in them, that no operation shows as they were sent; each with the reason. */
  readonly unshown?: Readonly<Record<string, string>>
}

type Read = RoundTrip['shown']

const field = (value: unknown, name: string): unknown => (value as Fields | undefined)?.[name]
const idOf = (value: unknown) => String(field(value, 'id'))

/** Reads a record of the full world. */
const by =
  (id: OperationId, ...within: readonly string[]): Read =>
  async ({ read }) =>
    within.reduce(field, await read(id))

/** Reads the record that was created; `inReply` is where the reply has it, `within` where the other operation's does. */
const created =
  (id: OperationId, param: string, { inReply = [], within = inReply }: Partial<Record<Place, string[]>> = {}): Read =>
  async ({ reply, read }) =>
    within.reduce(field, await read(id, { [param]: idOf(inReply.reduce(field, reply)) }))

type Place = 'inReply' | 'within'

/** Finds the record that was created in a list. */
const listed =
  (id: OperationId, { inReply = [], within = [] }: Partial<Record<Place, string[]>> = {}): Read =>
  async ({ reply, read }) =>
    (within.reduce(field, await read(id)) as Fields[]).find((row) => row.id === idOf(inReply.reduce(field, reply)))

const address = (variant: Variant) => `0x${String(variant + 1).repeat(40)}`
const secret = 'It is a secret, which is stored and shown in no reply.'

const proved = 'A code is sent there, and it is shown once that has come back; profile.contacts.test.ts shows that.'

const providerSecrets = {
  clientSecret: secret,
  useServiceCredentials: 'It decides which client the pretended provider gets; oauth.providers.test.ts shows that.',
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

async function walletsOf(read: Sent['read'], isOne: (row: Fields) => boolean): Promise<Fields[]> {
  return ((await read('wallets.list')) as { wallets: Fields[] }).wallets.filter(isOne).map(asWritten)
}

const walletTrip: RoundTrip = {
  bodies: (variant) => [{ publicWalletAddress: address(variant), chain: 'EVM' }],
  shown: async ({ reply, read }) => (await walletsOf(read, ({ id }) => id === idOf(reply)))[0],
}

const newUser = (variant: Variant): Values => ({
  email: `new${variant}@example.com`,
  mfaBackupCodeAcknowledgement: undefined,
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
      { provider: variant === 0 ? 'github' : 'gitlab', keyExportUrl: `https://keys${variant}.example.com` },
    ],
    shown: created('providers.get', 'providerId'),
    as: { termsUrl: 'termsAcceptedByUser.termsUrl' },
    unshown: providerSecrets,
  },
  'providers.update': {
    bodies: (variant) => [{ keyExportUrl: `https://keys${variant}.example.com` }],
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
    unshown: acknowledged,
  },
  'users.bulkCreate': {
    bodies: (variant) => [
      Object.fromEntries(Object.entries(newUser(variant)).map(([path, value]) => [`0.${path}`, value])),
    ],
    shown: async ({ reply, read }) => [await userAsWritten(read, idOf((reply as { created: unknown[] }).created[0]))],
    unshown: { '0.mfaBackupCodeAcknowledgement': acknowledged.mfaBackupCodeAcknowledgement },
  },
  'users.update': { shown: by('users.get', 'user') },
  'users.updateLegacy': { shown: by('users.get', 'user') },
  'visits.create': {
    bodies: (variant) => [{ address: address(variant), chain: 'EVM' }],
    shown: by('visits.listVisitors', 'visitors', '0'),
    unshown: { authMode: 'It is kept for analytics, and no operation shows it of one visit.' },
  },
  'walletConnect.upsertProject': { shown: async ({ reply }) => reply },
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

type FieldOf<Body> = Body extends readonly unknown[] ? never : Body extends unknown ? keyof Body : never

const captchaToken = 'A proof, checked where the settings ask for one.'
const sessionPublicKey = 'It goes into the session token.'
const createMfaToken = 'It decides whether a single-use token comes back, which later requests spend.'
const code = { verificationUUID: 'It names the code that was sent.', verificationToken: 'The code, which is spent.' }
const oauthCode = {
  state: 'It names the sign-in, which is spent.',
  code: 'The code of the provider, which is spent.',
}
const answer = {
  id: 'It names the passkey.',
  rawId: 'It names the passkey.',
  response: 'The signed answer of the authenticator, which is checked.',
  authenticatorAttachment: 'What the browser says beside the answer; nothing follows from it.',
  clientExtensionResults: 'What the browser says beside the answer; nothing follows from it.',
  type: 'It is always the same.',
}
const frame = {
  address: 'It is compared with the signed message.',
  domain: 'It is compared with the signed message.',
  nonce: 'It is compared with the signed message, and spent.',
  message: 'What was signed.',
  signature: 'The proof.',
  captchaToken,
  sessionPublicKey,
}
const messenger = {
  state: 'It names the sign-in, which is spent.',
  messengerAuthToken: 'The proof.',
  forceCreateUser: 'It decides whether a new person becomes a user.',
  code: 'It is for the results of OAuth sign-ins.',
  captchaToken,
  sessionPublicKey,
}
const phone = {
  phoneCountryCode: 'A part of the number that the code goes to.',
  phoneNumber: 'A part of the number that the code goes to.',
  isoCountryCode: 'A part of the number that the code goes to.',
  captchaToken,
}
const report = 'What the app tells about itself; the control object shows it, no operation does.'
const oauth = {
  ...oauthCode,
  codeVerifier: 'A proof, compared with the challenge that the sign-in began with.',
  captchaToken,
  sessionPublicKey,
  ssoProviderId: 'It names the client of the organization.',
}
const earlierWallets = 'It belongs to embedded wallets of earlier versions and is not used.'
const signedMessage = {
  oauth: earlierWallets,
  signedMessage: 'The proof.',
  messageToSign: 'What was signed.',
  publicWalletAddress: 'It is compared with the signature, and becomes the credential.',
  chain: 'It decides how the signature is read, and becomes part of the credential.',
  walletName: 'It becomes the name of the wallet.',
  walletProvider: 'It becomes the provider of the wallet.',
  skipEmptyAccountCheck: 'It lets a wallet go although it is the last that its user can sign in with.',
  captchaToken,
  network: 'It decides on which network a contract wallet is asked.',
  additionalWalletAddresses: 'They become addresses of the wallet.',
  backup: earlierWallets,
  password: earlierWallets,
  passwordSource: earlierWallets,
  sessionPublicKey,
}

/** The operations whose bodies prove, ask or trigger something: what becomes of each field. Their own tests show it. */
export const spentFields: {
  readonly [Id in Exclude<WithBody, keyof typeof roundTrips>]: { readonly [F in FieldOf<JsonBody<Id>>]-?: string }
} = {
  'billing.applyCoupon': { coupon: 'It changes the subscription once.' },
  'embeddedWallets.create': {
    identifier: 'It finds or makes the user.',
    type: 'It says what the identifier is.',
    chains: 'They decide which wallets the user gets.',
    chain: 'It decides which wallet the user gets.',
    smsCountryCode: 'A part of the number that the identifier is.',
    socialProvider: 'A part of the account that the identifier is.',
  },
  'embeddedWallets.createFromFrame': {
    email: 'It finds or makes the user.',
    fid: 'It finds or makes the user.',
    chains: 'They decide which wallets the user gets.',
  },
  'emailSignIn.checkSso': { email: 'Its domain is looked up.' },
  'emailSignIn.create': { email: 'A code goes there.', captchaToken },
  'emailSignIn.retry': { verificationUUID: code.verificationUUID, email: 'A code goes there.', captchaToken },
  'emailSignIn.signIn': { ...code, captchaToken, sessionPublicKey },
  'emailSignIn.verify': { ...code, captchaToken, sessionPublicKey },
  'events.publish': { events: 'They become numbers of the analytics.' },
  'externalAuth.check': { encodedJwt: 'It is read and judged.' },
  'externalAuth.signIn': { jwt: 'The proof.', sessionPublicKey },
  'externalAuth.verify': { jwt: 'The operation is retired.', sessionPublicKey: 'The operation is retired.' },
  'frame.signIn': frame,
  'frame.verify': frame,
  'invites.update': { status: 'The invite ends: it becomes a membership or nothing.' },
  'members.delegateOwnership': { adminMemberIdToDelegate: 'It names who becomes the owner.' },
  'messenger.check': messenger,
  'messenger.receive': { state: messenger.state, messengerUser: 'The proof.' },
  'messenger.signIn': messenger,
  'messenger.verify': messenger,
  'mfa.authenticateEmail': { ...code, createMfaToken },
  'mfa.authenticatePasskey': { ...answer, createMfaToken },
  'mfa.authenticateRecoveryCode': { code: 'The code, which is spent.', createMfaToken },
  'mfa.authenticateTotp': { id: 'It names the device.', code: 'The code, which is spent.', createMfaToken },
  'mfaDevices.update': { default: 'It makes a device the default in place of another; mfaDevices.test.ts shows that.' },
  'mfaDevices.verifyPasskey': { id: 'It names the device.', attestation: 'The proof.' },
  'mfaDevices.verifyTotp': { type: 'It names the device.', code: 'The code, which is spent.' },
  'nameServices.create': {
    address: 'It is compared with the signature; nameServices.test.ts shows that it is kept.',
    domain: 'It is compared with the signature; nameServices.test.ts shows that it is kept.',
    signature: 'The proof.',
  },
  'nameServices.createMessage': {
    address: 'It stands in the message.',
    domain: 'It stands in the message.',
    uri: 'It stands in the message.',
  },
  'oauth.getResult': messenger,
  'oauth.initialize': {
    state: 'It names the sign-in that begins.',
    redirectUrl: 'The result goes there.',
    ssoProviderId: oauth.ssoProviderId,
  },
  'oauth.signIn': oauth,
  'oauth.verify': oauth,
  'passkeys.delete': { passkeyId: 'It names the passkey that goes.' },
  'passkeys.register': { ...answer, createMfaToken },
  'passkeys.signIn': { ...answer, createMfaToken },
  'passkeys.update': { id: answer.id, alias: 'It becomes the name of the passkey; passkeys.test.ts shows that.' },
  'profile.resolveMerge': { mergeUserResolutions: 'They decide what the merged user keeps.' },
  'sdkSettings.report': {
    serviceContextProps: report,
    serviceWagmiSettings: report,
    frameworkSettings: report,
  },
  'simulation.scanUrl': { url: 'Its host is looked up.' },
  'smsSignIn.create': phone,
  'smsSignIn.retry': { ...phone, verificationUUID: code.verificationUUID },
  'smsSignIn.signIn': { ...code, captchaToken, sessionPublicKey },
  'smsSignIn.verify': { ...code, captchaToken, sessionPublicKey },
  'waas.createAccount': {
    chain: 'It decides which key is generated.',
    clientKeygenIds: 'They become parties of the key at the relay.',
    thresholdSignatureScheme: 'It becomes the scheme of the wallet, which exists when the parties have met.',
    skipLock: 'It lets the call go although another key is being generated.',
    addressType: 'It decides which address the wallet has.',
  },
  'wallets.recover': { userId: 'It is compared with the owner of the wallet.' },
  'walletSignIn.link': signedMessage,
  'walletSignIn.prefetch': {
    chain: 'It decides how the address is checked.',
    publicWalletAddress: 'It is checked; nothing is slow to find out here.',
  },
  'walletSignIn.select': { walletId: 'It becomes the wallet that the session is about.' },
  'walletSignIn.transfer': signedMessage,
  'walletSignIn.unlink': {
    walletId: 'It names the wallet that goes.',
    verifiedCrentialId: 'The deprecated spelling of the next field.',
    verifiedCredentialId: 'It names the wallet that goes.',
    primaryWalletId: 'It becomes the wallet that the session is about.',
  },
  'walletSignIn.verify': signedMessage,
}
