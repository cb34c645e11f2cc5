const smartWallets = 'Smart wallets are not served yet.'
const delegation = 'Delegated access is not served yet.'
const earlier = 'It belongs to embedded wallets of a vendor, which are not kept here.'
const secret = 'It is a secret: it is written, and no reply shows it.'
const newParties = 'Only a reshare makes new parties of the service, and its reply has a schema of its own.'
const unasked = 'The service asks browsers for no such thing.'
const payerPage = 'The page of a payment leads nowhere: its request names no such place.'
const chainFacts = 'No network that is known here has such a thing.'

/** Fields of replies that no test sees with a value, `<schema>.<field>` or a whole schema, each with the reason. */
export const unreachedFields: Readonly<Record<string, string>> = {
  'AuthenticationExtensionsClientInputs.appid': unasked,
  'AuthenticationExtensionsClientInputs.hmacCreateSecret': unasked,
  'AuthenticatorSelectionCriteria.authenticatorAttachment': unasked,
  'CaptchaSettings.secretKey': secret,
  'CryptoPaymentResponse.cancelUrl': payerPage,
  'CryptoPaymentResponse.returnUrl': payerPage,
  'HostedOnrampOrder.txHash': 'No operation reads an order later; the control object shows it.',
  DelegatedAccessEncryptionPublicKey: delegation,
  DelegatedAccessWalletApiKey: delegation,
  'GetPasskeyAuthenticationOptionsResponse.extensions': unasked,
  'GetPasskeyAuthenticationOptionsResponse.hints': unasked,
  'GetPasskeyRegistrationOptionsResponse.hints': unasked,
  'MfaDevice.alias': 'No operation names a device.',
  NameService: chainFacts,
  'NativeCurrency.denom': chainFacts,
  'NativeCurrency.pricingProviderTokenId': chainFacts,
  'NetworkConfiguration.bech32Prefix': chainFacts,
  'NetworkConfiguration.chainName': chainFacts,
  'NetworkConfiguration.lcdUrl': chainFacts,
  'NetworkConfiguration.nameService': chainFacts,
  'NetworkConfiguration.vanityName': chainFacts,
  'PasskeyExtension.appid': unasked,
  'PasskeyExtension.appidExclude': unasked,
  'PasskeyExtension.uvm': unasked,
  'OpenRoomResponse.newServerKeygenIds': newParties,
  'OpenRoomResponseWithServerKeygenIds.newServerKeygenIds': newParties,
  PasskeyStorage: 'The mock knows no list of password managers by their AAGUIDs.',
  'ProjectSettingsSdkWaasDeviceCloud.apiToken': secret,
  'Provider.baseAuthUrl': 'Providers are reached at the pretended addresses, which other fields show.',
  'Provider.clientSecret': secret,
  'Provider.createNewAccounts': smartWallets,
  'Provider.salt': smartWallets,
  'SsoProvider.redirectUrl': 'Sign-ins of an organization redirect by the environment, whose settings show where to.',
  'TokenBalance.liquidityPoolSizeUsd': 'Prices are set, so there are no pools.',
  'TokenBalance.totalSupply': 'The ledger has the balances that tests make; their sum is not the supply of a token.',
  'TokenCreatedBy.alias': 'Admins have no alias.',
  'UpdateSelfResponse.mfaToken': 'A change of the profile asks for no second factor that is answered by a token.',
  'UserPasskey.storage': 'The mock knows no list of password managers by their AAGUIDs.',
  'VerifiedCredential.refId': earlier,
  'VerifiedCredential.signerRefId': earlier,
  'WalletDetail.delegatedAccessWalletApiKeys': delegation,
  'WalletDetail.ecdsaProviderType': smartWallets,
  'WalletDetail.entryPointVersion': smartWallets,
  'WalletDetail.hardwareWallet': 'Wallets are linked without saying which hardware holds their key.',
  'WalletDetail.kernelVersion': smartWallets,
  'WalletDetail.signerWalletId': smartWallets,
  'WalletProperties.ecdsaProviderType': smartWallets,
  'WalletProperties.entryPointVersion': smartWallets,
  'WalletProperties.hardwareWallet': 'Wallets are linked without saying which hardware holds their key.',
  'WalletProperties.kernelVersion': smartWallets,
  'WebhooksResponse.cursor': 'An environment has few webhooks: all stand on the first page.',
}
