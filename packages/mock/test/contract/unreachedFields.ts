const secret = 'It is a secret: it is written, and no reply shows it.'
const newParties = 'Only a reshare makes new parties of the service, and its reply has a schema of its own.'
const unasked = 'The service asks browsers for no such thing.'
const cosmosFacts = 'Only networks of Cosmos have such a thing, and none of them is known here.'

/** Fields of replies that no test sees with a value, `<schema>.<field>` or a whole schema, each with the reason. */
export const unreachedFields: Readonly<Record<string, string>> = {
  'AuthenticationExtensionsClientInputs.appid': unasked,
  'AuthenticationExtensionsClientInputs.hmacCreateSecret': unasked,
  'AuthenticatorSelectionCriteria.authenticatorAttachment': unasked,
  'CaptchaSettings.secretKey': secret,
  'DelegatedAccessEncryptionPublicKey.expiresAt': 'No operation limits the time of a key.',
  'DelegatedAccessEncryptionPublicKey.revokedAt': 'No operation revokes a key: a newer one takes its place.',
  'DelegatedAccessWalletApiKey.expiresAt': 'Delegations last until the user revokes them.',
  'HostedOnrampOrder.txHash': 'No operation reads an order later; the control object shows it.',
  'GetPasskeyAuthenticationOptionsResponse.extensions': unasked,
  'GetPasskeyAuthenticationOptionsResponse.hints': unasked,
  'GetPasskeyRegistrationOptionsResponse.hints': unasked,
  'NativeCurrency.denom': cosmosFacts,
  'NativeCurrency.pricingProviderTokenId':
    'Prices are set by the symbol, so there is no provider that has another id for it.',
  'NetworkConfiguration.bech32Prefix': cosmosFacts,
  'NetworkConfiguration.lcdUrl': cosmosFacts,
  'NetworkConfiguration.vanityName': 'No operation gives a network another name.',
  'PasskeyExtension.appid': unasked,
  'PasskeyExtension.appidExclude': unasked,
  'PasskeyExtension.uvm': unasked,
  'OpenRoomResponse.newServerKeygenIds': newParties,
  'OpenRoomResponseWithServerKeygenIds.newServerKeygenIds': newParties,
  'ProjectSettingsSdkWaasDeviceCloud.apiToken': secret,
  'Provider.clientSecret': secret,
  'TokenBalance.liquidityPoolSizeUsd': 'Prices are set, so there are no pools.',
  'TokenBalance.totalSupply': 'The ledger has the balances that tests make; their sum is not the supply of a token.',
  'UpdateSelfResponse.mfaToken': 'A change of the profile asks for no second factor that is answered by a token.',
  'WalletDetail.hardwareWallet': 'Wallets are linked without saying which hardware holds their key.',
  'WalletProperties.hardwareWallet': 'Wallets are linked without saying which hardware holds their key.',
}
