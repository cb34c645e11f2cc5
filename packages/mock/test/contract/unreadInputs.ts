const secret = 'It is a secret: it is kept with the others of its body, and no reply shows it.'
const checkedByLibrary = 'It goes with its whole object to the library that verifies passkeys.'
const besideAnswer = 'What the browser says beside the answer; nothing follows from it.'
const ofProvider = 'The provider adds it to the answer; nothing follows from it.'
const earlierWallets = 'It belongs to embedded wallets of earlier versions and is not used.'
const shownByControl = 'The report is kept as a whole; the control object shows it, no operation does.'
const page = "The seller's page has only one."
const signedAddress = 'The hash of a user operation covers only the address of a delegation.'

/**
 * Query parameters, headers and fields of bodies that nothing reads by name, nor passes on to a reply, each with the
 * reason: `users.list?limit`, `profile.update header x-mfa-auth-token`, `GateCreateRequest.name`.
 */
export const unreadInputs: Readonly<Record<string, string>> = {
  'AuthenticationExtensionsClientOutputs.appid': besideAnswer,
  'AuthenticationExtensionsClientOutputs.credProps': besideAnswer,
  'AuthenticationExtensionsClientOutputs.credProps.rk': besideAnswer,
  'AuthenticationExtensionsClientOutputs.hmacCreateSecret': besideAnswer,
  'AuthenticatorAttestationResponse.attestationObject': checkedByLibrary,
  'AuthenticatorAttestationResponse.authenticatorData': checkedByLibrary,
  'AuthenticatorAttestationResponse.publicKey': checkedByLibrary,
  'AuthenticatorAttestationResponse.publicKeyAlgorithm': checkedByLibrary,
  'CaptchaSettings.secretKey': secret,
  'HostedOnrampGetBuyUrlRequest.defaultExperience': page,
  'HostedOnrampGetBuyUrlRequest.defaultPaymentMethod': page,
  'HostedOnrampGetBuyUrlRequest.handlingRequestedUrls': 'It is for the application around the page.',
  'OauthProviderRequest.accessToken': earlierWallets,
  'OauthProviderRequest.didToken': earlierWallets,
  'OauthProviderRequest.provider': earlierWallets,
  'OauthResultRequest.code': 'Its description says that no operation reads it.',
  'OrganizationRequest.implementationTimeline': 'It is checked, but neither kept nor shown.',
  'PasskeyAuthRequest.authenticatorAttachment': checkedByLibrary,
  'PasskeyAuthRequest.clientExtensionResults': checkedByLibrary,
  'PasskeyAuthRequest.rawId': checkedByLibrary,
  'PasskeyAuthRequest.response': checkedByLibrary,
  'PasskeyRegisterRequest.authenticatorAttachment': checkedByLibrary,
  'PasskeyRegisterRequest.clientExtensionResults': checkedByLibrary,
  'PasskeyRegisterRequest.rawId': checkedByLibrary,
  'PasskeyRegisterVerifyRequest.authenticatorAttachment': checkedByLibrary,
  'PasskeyRegisterVerifyRequest.clientExtensionResults': checkedByLibrary,
  'PasskeyRegisterVerifyRequest.rawId': checkedByLibrary,
  'PasskeyRegistrationCredential.publicKey': 'The attestation object has the key that counts.',
  'PasskeyRegistrationCredentialV2.attestationObject': checkedByLibrary,
  'PasskeyRegistrationCredentialV2.publicKey': 'The attestation object has the key that counts.',
  'ProjectSettingsSdk.waas': 'It is merged into the settings, and replies add the defaults to it.',
  'ProjectSettingsSdkWaasDeviceCloud.apiToken': secret,
  'ProviderCreateRequest.clientSecret': secret,
  'ProviderCreateRequest.useServiceCredentials':
    'It is kept with the provider, which has a client of its own either way.',
  'ProviderUpdateRequest.clientSecret': secret,
  'ProviderUpdateRequest.useServiceCredentials':
    'It is kept with the provider, which has a client of its own either way.',
  'PublishEventsEvents.type': 'There is only one kind of event.',
  'SdkSettingsRequest.frameworkSettings': shownByControl,
  'SdkSettingsRequest.serviceContextProps': shownByControl,
  'SdkSettingsRequest.serviceWagmiSettings': shownByControl,
  'SignMessageAuthorizationSignature.chainId': signedAddress,
  'SignMessageAuthorizationSignature.nonce': signedAddress,
  'SignMessageAuthorizationSignature.r': signedAddress,
  'SignMessageAuthorizationSignature.s': signedAddress,
  'SignMessageAuthorizationSignature.v': signedAddress,
  'SignMessageAuthorizationSignature.yParity': signedAddress,
  'SignMessageSuiTransaction.chainId': 'A transaction of Sui names no chain, so nothing could differ from it.',
  'SignMessageSvmTransaction.chainId': 'A transaction of Solana names no chain, so nothing could differ from it.',
  'SignMessageSvmTransaction.method': 'It does not change the bytes that are signed.',
  'SignMessageUserOperationData.signature': 'The hash of a user operation does not cover its signature.',
  'SimulateSVMTransactionRequest.method': 'It does not change the reply.',
  'SsoProviderUpdateRequest.clientSecret': secret,
  'VerifyRequest.backup': earlierWallets,
  'VerifyRequest.oauth': earlierWallets,
  'VerifyRequest.password': earlierWallets,
  'VerifyRequest.passwordSource': earlierWallets,
  'oauth.redirect?authuser': ofProvider,
  'oauth.redirect?prompt': ofProvider,
  'oauth.redirect?scope': ofProvider,
  'oauth.redirectCoinbase?authuser': ofProvider,
  'oauth.redirectCoinbase?prompt': ofProvider,
  'oauth.redirectCoinbase?scope': ofProvider,
}
