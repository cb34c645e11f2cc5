import document from '@latchkey/types/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { codeVerifier, walkRoundTrip } from '../../test/people/oauthRoundTrip.ts'
import { phones, requestEmailCode, requestSmsCode } from '../../test/people/oneTimeCodes.ts'
import { enableMfa } from '../../test/people/secondFactor.ts'
import { siteHeaders, walletPeople } from '../../test/people/walletPeople.ts'
import { isSecretName } from './secretNames.ts'

const host = createHost()

/**
 * Names that resemble those of secrets but stand for something public. The values of all cookies are
 * covered.
 */
const shown = [
  'allowBackupCodes',
  'backupLocation',
  'backupOptions',
  'blockHash',
  'clientKeygenIds',
  'code_challenge',
  'code_challenge_method',
  'customKeyshareRelayBaseUrl',
  'delegatedAccessWalletApiKeys',
  'delegatedShareDeliveryId',
  'emailRecoveryEnabled',
  'enablePasskeys',
  'encodedJwts',
  'encryptionPublicKey',
  'exchangeKey',
  'externalKeyShareId',
  'fieldKey',
  'filterSpamTokens',
  'genesisHash',
  'hashed_ip',
  'isoCountryCode',
  'isSessionKeyCompatible',
  'jwtDuration',
  'key',
  'keyExportUrl',
  'keygenId',
  'keyId',
  'keys',
  'keyShareId',
  'keyShareIds',
  'keyShares',
  'LATCHKEY_AUTH',
  'locationsWithKeyShares',
  'lowerPublicKey',
  'mfaBackupCodeAcknowledgement',
  'nativeTokenUsdPrice',
  'newServerKeygenIds',
  'passcodeRequired',
  'passkey',
  'passkeyAddress',
  'passkeyAlias',
  'passkeyEmbeddedWalletEnabled',
  'passkeyEmbeddedWalletRecoveryEnabled',
  'passkeyId',
  'passkeys',
  'passwordEncrypted',
  'passwordSource',
  'phoneCountryCode',
  'platformKeyId',
  'postalCode',
  'prevSessionKeySignature',
  'pricingProviderTokenId',
  'promptBackupOptions',
  'promptClientShareExport',
  'promptForKeyExport',
  'pubKeyCredParams',
  'publicKey',
  'publicKeyAlgorithm',
  'publicKeyPemB64',
  'qrCode',
  'requireResidentKey',
  'reshareOnNextSignOn',
  'residentKey',
  'serverKeygenIds',
  'session_public_key',
  'sessionKeyDuration',
  'sessionPublicKey',
  'siteKey',
  'smsCountryCode',
  'tokenAddress',
  'tokenAddresses',
  'tokenAmount',
  'tokenId',
  'tokens',
  'transactionHash',
  'txHash',
  'vendorApiKeyId',
  'vendorEmailAuthTargetPublicKey',
  'vendorPrivateKeyId',
  'vendorRecoveryTargetPublicKey',
  'vendorRecoveryUserId',
  'verifiedCredentialsHashes',
  'waasPrivateKeyExport',
  'walletPublicKey',
]

/** The names of all properties and parameters in a part of the document. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { properties, name, in: place } = part as { properties?: object; name?: string; in?: string }
  const names = [
    ...(typeof properties === 'object' && !Array.isArray(properties) ? Object.keys(properties) : []),
    ...(typeof place === 'string' && typeof name === 'string' ? [name] : []),
  ]
  return [...names, ...Object.values(part).flatMap(namesIn)]
}

describe('isSecretName', () => {
  it('knows every field of the document whose name resembles that of a secret', () => {
    const near = /token|secret|passw|passcode|jwt|verifier|code|key|state|hash|backup|otp|seed|share|mnemonic|recovery/i
    const undecided = [...new Set(namesIn(document))].filter(
      (name) => near.test(name) && !isSecretName(name) && !shown.includes(name),
    )
    expect(undecided).toEqual([])
    expect(shown.filter(isSecretName)).toEqual([])
    expect(
      ['apiToken', 'secretKey', 'refresh_token', 'client_secret', 'privateKey', 'recoveryCodes'].every(isSecretName),
    ).toBe(true)
  })
})

/** Signs in in many ways, and returns the secrets of the requests and replies. */
async function secretsOfSignIns(): Promise<string[]> {
  const { mock } = host
  const secrets: string[] = []
  const keep = <T>(...texts: (T | undefined)[]) => secrets.push(...texts.filter((text) => typeof text === 'string'))
  for (const provider of ['emailOnly', 'google'] as const) await mock.create.provider({ provider })
  await mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  await enableMfa(host)

  const mail = await requestEmailCode(host, 'ada@example.com')
  const { body: byMail } = await host.call('emailSignIn.signIn', {
    body: { ...mail, captchaToken: 'a-solved-captcha' },
  })
  keep(mail.verificationToken, byMail.jwt, byMail.minifiedJwt, 'a-solved-captcha')
  const text = await requestSmsCode(host, phones.de)
  const { body: bySms } = await host.call('smsSignIn.signIn', { body: text })
  keep(text.verificationToken, bySms.jwt, bySms.minifiedJwt)

  const { body: totp } = await host.call('mfaDevices.createTotp', { token: byMail.jwt })
  const totpCode = mock.totpCode(totp.secret)
  await host.call('mfaDevices.verifyTotp', { token: byMail.jwt, body: { type: 'totp', code: totpCode } })
  await mock.clock.advance({ minutes: 1 })
  const { body: proved } = await host.call('mfa.authenticateTotp', {
    token: byMail.jwt,
    body: { code: mock.totpCode(totp.secret), createMfaToken: { singleUse: false } },
  })
  const {
    body: { recoveryCodes },
  } = await host.call('mfa.listRecoveryCodes', { token: proved.jwt })
  await host.call('mfa.authenticateRecoveryCode', { token: proved.jwt, body: { code: String(recoveryCodes[0]) } })
  expect(recoveryCodes).toHaveLength(10)
  keep(totp.secret, totpCode, proved.mfaToken, ...recoveryCodes)

  await mock.idp.google?.addUser({ accountId: 'g-1', email: 'grace@example.com', emailVerified: true })
  const proof = await walkRoundTrip(host, { email: 'grace@example.com' })
  const { body: byAccount } = await host.call('oauth.signIn', { params: { providerType: 'google' }, body: proof })
  const accountId = byAccount.user.verifiedCredentials.find(({ format }) => format === 'oauth')?.id ?? ''
  const {
    body: { accessToken },
  } = await host.call('oauth.getAccessToken', { params: { oauthAccountId: accountId }, token: byAccount.jwt })
  keep(proof.code, proof.state, codeVerifier, byAccount.jwt, accessToken)

  const wallet = await mock.wallets.evm()
  const embedded = {
    password: 'correct-horse',
    backup: 'battery-staple',
    oauth: { didToken: 'a-did-token', accessToken: 'an-access-token' },
  }
  const { signed } = walletPeople(host)
  const { body: byWallet } = await host.call('walletSignIn.verify', {
    body: { ...(await signed(wallet)), ...embedded },
    headers: siteHeaders,
  })
  keep(byWallet.jwt, embedded.password, embedded.backup, embedded.oauth.didToken, embedded.oauth.accessToken)
  return secrets
}

describe('the journal', () => {
  it('shows the body of a request that the schema refuses, without its secrets', async () => {
    const body = { provider: 'google', clientSecret: 'secret-of-the-client', clientId: 7 }
    const refusal = await host.refuse('providers.create', { body: body as never })
    expect(refusal.status).toBe(400)
    expect(host.mock.journal.list('providers.create').at(-1)?.body).toEqual({ ...body, clientSecret: '[redacted]' })
  })

  it('contains no secret that users send or receive at sign-in', async () => {
    const secrets = await secretsOfSignIns()
    const entries = host.mock.journal.list()
    const journal = JSON.stringify(entries)
    expect(secrets.length).toBeGreaterThan(25)
    for (const secret of new Set(secrets)) expect(journal, secret).not.toContain(secret)
    expect(host.mock.journal.list('mfa.listRecoveryCodes')).toMatchObject([
      { reply: { count: 10, recoveryCodes: Array(10).fill('[redacted]') } },
    ])
    expect(host.mock.journal.list('mfaDevices.createTotp')).toMatchObject([
      { reply: { secret: '[redacted]', uri: expect.stringMatching(/^otpauth:\/\/totp\/.*[?&]secret=\[redacted\]/) } },
    ])
    // Other values are readable.
    expect(journal).toContain('grace@example.com')
    expect(entries.find(({ operation }) => operation === 'walletSignIn.verify')?.body).toMatchObject({
      chain: 'EVM',
      password: '[redacted]',
      oauth: { didToken: '[redacted]' },
    })
  })

  it('contains no state of a round trip, also not in pages', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.create.provider({ provider: 'telegram' })
    await host.call('oauth.getAuthorizePage', {
      params: { providerType: 'google' },
      query: { state: 'a-state-in-a-link' },
    })
    await host.call('messenger.getPage', { query: { state: 'a-state-in-a-form' } })
    const [link, form] = (['oauth.getAuthorizePage', 'messenger.getPage'] as const).map((id) =>
      JSON.stringify(host.mock.journal.list(id)),
    )
    expect(link).not.toContain('a-state-in-a-link')
    expect(link).toContain('&amp;state=[redacted]')
    expect(form).not.toContain('a-state-in-a-form')
  })

  it('contains no secret of providers, tokens and webhooks', async () => {
    await host.call('providers.create', {
      body: { provider: 'google', clientId: 'client-1', clientSecret: 'a-provider-secret' },
    })
    const {
      body: { token },
    } = await host.call('tokens.create', { body: { note: 'for the journal' } })
    const { webhookId } = await host.mock.create.webhook({ url: 'https://hooks.example.com/', isEnabled: false })
    const {
      body: { secret },
    } = await host.call('webhooks.get', { params: { webhookId }, query: { includeSecret: true } })
    const journal = JSON.stringify(host.mock.journal.list())
    for (const text of ['a-provider-secret', token.rawToken, secret]) expect(journal).not.toContain(String(text))
    expect(host.mock.journal.list('webhooks.get')).toMatchObject([{ reply: { secret: '[redacted]' } }])
  })
})
