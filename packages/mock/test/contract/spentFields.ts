import type { JsonBody, WithBody } from '../hosts/roundTrip.ts'
import type { roundTrips } from '../hosts/roundTrips.ts'

type FieldOf<Body> = Body extends readonly unknown[] ? never : Body extends unknown ? keyof Body : never

const captchaToken = 'A proof, checked where the settings ask for one.'
const sessionPublicKey = 'It goes into the session token.'
const vendorSignedRequest = 'The proof, with what it is for.'
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
const shownByPage = "It shows on the seller's page."
const inReply = 'It shows in the reply; no operation reads it later.'
const report = 'What the app tells about itself; the control object shows it, no operation does.'
const oauth = {
  ...oauthCode,
  codeVerifier: 'A proof, compared with the challenge that the sign-in began with.',
  captchaToken,
  sessionPublicKey,
  ssoProviderId: 'It names the client of the organization.',
}
const balanceRequest = {
  balanceRequests: 'They decide whose balances are read.',
  filterSpamTokens: 'It decides which tokens are left out.',
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

const signaturePolicy = {
  policyContent: 'It shows, but only wallets that come from a ceremony have it; signaturePolicies.test.ts reads it.',
  timeLimit: 'It decides when the policy expires.',
}

/**
 * The operations whose bodies are not stored and shown: the effect of each field. Their own tests show these effects.
 */
export const spentFields: {
  readonly [Id in Exclude<WithBody, keyof typeof roundTrips>]: { readonly [F in FieldOf<JsonBody<Id>>]-?: string }
} = {
  'balances.getByUser': balanceRequest,
  'balances.getMultichain': balanceRequest,
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
  'keyShares.backUp': {
    encryptedAccountCredentials: 'They show once they are marked.',
    passwordEncrypted: 'It shows once the shares are marked.',
  },
  'keyShares.markLocation': { location: 'It shows in the properties of the wallet.' },
  'keyShares.markLocations': { locations: 'They show in the properties of the wallet.' },
  'keyShares.markLocationsForPregenerated': {
    userId: 'It is compared with the owner of the wallet.',
    locations: 'They show in the properties of the wallet.',
  },
  'keyShares.recover': { keyShareIds: 'They narrow the result.' },
  'signaturePolicies.create': signaturePolicy,
  'signaturePolicies.update': signaturePolicy,
  'waasPolicies.delete': { ruleIdsToDelete: 'These rules are gone afterwards.' },
  'delegatedAccess.createKey': {
    publicKey: 'It shows in the base64 of its PEM.',
    alg: 'It shows with the key.',
    type: 'It shows with the key.',
  },
  'delegatedAccess.deliver': { encryptedDelegatedShare: 'It shows in an event.' },
  'delegatedAccess.revoke': { walletIds: 'They name whose delegated access ends.' },
  'delegatedAccess.signMessage': {
    message: 'The parties sign what follows from it.',
    isFormatted: 'It says whether the message is what is signed.',
    roomId: 'It names the room.',
  },
  'waasWallets.create': {
    identifier: 'It finds or makes the user.',
    type: 'It says what the identifier is.',
    chains: 'They decide which wallets the user gets.',
    smsCountryCode: 'A part of the number that the identifier is.',
    socialProvider: 'A part of the account that the identifier is.',
  },
  'waas.importPrivateKey': {
    chain: 'It decides on which chain the wallet is made.',
    clientKeygenIds: 'They become parties of the key.',
    thresholdSignatureScheme: 'It shows once the key is dealt.',
    legacyWalletId: 'It names the wallet whose key is dealt.',
  },
  'waas.exportPrivateKey': {
    exportId: 'The shares are sealed to this party.',
    addressType: 'It is compared with that of the wallet.',
  },
  'waas.reshare': {
    clientKeygenIds: 'They become parties of the key.',
    oldThresholdSignatureScheme: 'It is compared with the present scheme.',
    newThresholdSignatureScheme: 'It shows once the key is shared anew.',
    delegateToProjectEnvironment: 'It decides for whom the last party is.',
    revokeDelegation: 'It ends the delegation once the key is shared anew.',
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
  'globalWalletConnections.create': {
    expiresAt: 'The site comes from a header; globalWalletConnections.user.test.ts shows both.',
  },
  'onramps.createBuyUrl': {
    assets: shownByPage,
    defaultNetwork: shownByPage,
    defaultAsset: shownByPage,
    defaultExperience: 'The page has one experience.',
    defaultPaymentMethod: 'The page has one way to pay.',
    destinationAddress: shownByPage,
    fiatCurrency: shownByPage,
    handlingRequestedUrls: 'It is for the application around the page.',
    networks: shownByPage,
    partnerUserRef: shownByPage,
    presetCryptoAmount: shownByPage,
    presetFiatAmount: shownByPage,
    redirectUrl: shownByPage,
  },
  'onramps.createCryptoPayment': {
    amount: inReply,
    currency: inReply,
    description: inReply,
    metadata: inReply,
    orderId: inReply,
    subMerchantId: 'It is for the seller, and the control object shows it.',
    walletAddress: inReply,
    networkId: 'It shows in the QR code.',
    chain: 'It shows in the QR code.',
    merchantName: shownByPage,
  },
  'onramps.createOrder': {
    agreementAcceptedAt: 'It is compared with the time.',
    destinationAddress: inReply,
    destinationNetwork: inReply,
    domain: 'It decides which site may show the page in a frame.',
    isQuote: 'It decides whether anything is kept.',
    partnerUserRef: inReply,
    paymentAmount: inReply,
    paymentCurrency: inReply,
    paymentMethod: inReply,
    purchaseAmount: inReply,
    purchaseCurrency: inReply,
  },
  'exchangeAccounts.transfer': {
    to: 'The exchange sends there; the ledger shows it.',
    amount: inReply,
    currency: inReply,
    network: 'It decides on which network the exchange sends.',
    networkObject: 'It decides on which network the exchange sends.',
    id: inReply,
    description: 'It is for the person at the exchange; the control object shows it.',
    mfaCode: 'The proof, which is spent.',
  },
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
  'simulation.simulateTransaction': {
    chainId: 'It names the network.',
    data: 'It is run and undone.',
    from: 'It is who sends what is run and undone.',
    to: 'It is what is called and undone.',
    value: 'It is moved, which is undone.',
    domain: 'It is looked up among the reports.',
  },
  'simulation.simulateUserOperation': {
    chainId: 'It names the network.',
    operation: 'It is run and undone.',
    entryPoint: 'It decides how the operation is read.',
    domain: 'It is looked up among the reports.',
    value: 'It is checked; the operation decides what is sent.',
  },
  'simulation.scanUrl': { url: 'Its host is looked up.' },
  'simulation.simulateSvmTransaction': {
    chain: 'It decides where the transactions run.',
    transactions: 'They run and are undone.',
    accountAddress: 'It decides whose assets are shown.',
    domain: 'It is looked up.',
    method: 'It does not change the reply.',
  },
  'smsSignIn.create': phone,
  'smsSignIn.retry': { ...phone, verificationUUID: code.verificationUUID },
  'smsSignIn.signIn': { ...code, captchaToken, sessionPublicKey },
  'smsSignIn.verify': { ...code, captchaToken, sessionPublicKey },
  'waas.signMessage': {
    message: 'It is signed in a room.',
    isFormatted: 'It decides how the message is read.',
    roomId: 'It names the room that is used.',
    context: 'It is compared with the message.',
    bitcoinConfig: 'It is compared with the wallet.',
  },
  'waas.updateSettings': { hasDeniedDelegatedAccess: 'The profile shows it with the wallet.' },
  'waasRooms.createRooms': {
    roomType: 'It decides what the rooms can be used for.',
    roomCount: 'It decides how many rooms there are.',
  },
  'waasRooms.createWithoutWallet': {
    roomType: 'It decides what the rooms can be used for.',
    thresholdSignatureScheme: 'It decides for which wallets the rooms can be used.',
    roomCount: 'It decides how many rooms there are.',
  },
  'solana.optimize': { transaction: 'It is rewritten.', address: 'It is compared with the signers.' },
  'solana.sponsor': { transaction: 'It is rewritten and signed.' },
  'waas.createAccount': {
    chain: 'It decides which key is generated.',
    clientKeygenIds: 'They become parties of the key at the relay.',
    thresholdSignatureScheme: 'It becomes the scheme of the wallet, which exists when the parties have met.',
    skipLock: 'It lets the call go although another key is being generated.',
    addressType: 'It decides which address the wallet has.',
  },
  'vendorWallets.create': { embeddedWallets: 'They show in the profile.' },
  'vendorWallets.createAccount': { vendorSignedRequest },
  'vendorWallets.delete': { vendorSignedRequest },
  'vendorWallets.registerSessionKey': {
    publicKey: 'It shows in the session token after a refresh.',
    prevSessionKeySignature: 'The proof.',
    walletId: 'It decides for which wallets the key stamps.',
  },
  'vendorWallets.upgrade': { sessionPublicKey },
  'walletRecovery.completePasskeyRecovery': {
    walletId: 'It names the wallet.',
    attestation: 'The new passkey.',
    challenge: 'The proof that the e-mail was read.',
  },
  'walletRecovery.startEmailAuth': {
    walletId: 'It names the wallet.',
    vendorEmailAuthTargetPublicKey: 'The key in the e-mail is sealed to it.',
  },
  'walletRecovery.startPasskeyRecovery': {
    walletId: 'It names the wallet.',
    vendorRecoveryTargetPublicKey: 'The key in the e-mail is sealed to it.',
  },
  'walletRecovery.updateEmail': { vendorSignedRequest },
  'walletSecrets.claim': { walletId: 'It names the wallet.' },
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
