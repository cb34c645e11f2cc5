import { beforeEach, describe, expect, it } from 'vitest'
import { createCredentialWorld, type CredentialWorld } from '../../../test/people/credentialWorld.ts'
import type { Credential } from '../../store/records.ts'
import { presentCredential, presentOauthAccount, walletOf } from './credentials.ts'

let people: CredentialWorld
const instant = '2026-01-01T00:00:00.000Z'

beforeEach(() => {
  people = createCredentialWorld()
})

const present = (credential: Credential) => people.act((backend) => presentCredential(backend, credential))

describe('a credential in a reply', () => {
  it('of an e-mail address has its address and its former users', () => {
    const credential = people.add({ email: 'ada@example.com', previousUserIds: [people.environmentId] })
    expect(present(credential)).toEqual({
      id: credential.id,
      format: 'email',
      signInEnabled: true,
      verifiedAt: instant,
      previous_users: [people.environmentId],
      email: 'ada@example.com',
      public_identifier: 'ada@example.com',
    })
  })

  it('that was not verified has no instant', () => {
    expect(present(people.add({ verifiedAt: null, email: 'ada@example.com' }))).not.toHaveProperty('verifiedAt')
  })

  it('of a phone number has its parts', () => {
    const parts = { phoneNumber: '15112345678', phoneCountryCode: '49', isoCountryCode: 'DE' }
    expect(present(people.add({ format: 'phoneNumber', key: '+4915112345678', ...parts }))).toMatchObject({
      ...parts,
      public_identifier: '+4915112345678',
    })
  })

  const account = {
    format: 'oauth',
    provider: 'github',
    username: 'ada',
    displayName: 'Ada L.',
    accountId: '7',
    photos: ['https://example.com/ada.png'],
    emails: ['ada@example.com'],
    profile: { company: 'Analytical' },
  } as const

  it('of a linked account has all that the provider said', () => {
    const { id, signInEnabled, ...shown } = present(people.add(account))
    expect([id, signInEnabled]).toEqual([expect.any(String), true])
    expect(shown).toEqual({
      format: 'oauth',
      verifiedAt: instant,
      public_identifier: 'ada',
      oauth_provider: 'github',
      oauth_username: 'ada',
      oauth_display_name: 'Ada L.',
      oauth_account_id: '7',
      oauth_account_photos: ['https://example.com/ada.png'],
      oauth_emails: ['ada@example.com'],
      oauth_metadata: { company: 'Analytical' },
    })
  })

  it('of a linked account is named by the user name, else by the address, else by the id of the account', () => {
    const { username: _, ...unnamed } = account
    const { emails: __, ...bare } = unnamed
    const credentials = [account, unnamed, { ...unnamed, emails: [] }, bare].map((fields) => people.add(fields))
    expect(credentials.map((credential) => present(credential).public_identifier)).toEqual([
      'ada',
      'ada@example.com',
      '7',
      '7',
    ])
    expect(credentials.map((credential) => presentOauthAccount(credential).accountUsername)).toEqual([
      'ada',
      'ada@example.com',
      '7',
      '7',
    ])
    expect(presentOauthAccount(credentials[0]!)).toMatchObject({ id: credentials[0]!.id, provider: 'github' })
    expect(present(credentials[3]!)).not.toHaveProperty('oauth_emails')
  })

  it('of a linked account of which the provider said little has no more than that', () => {
    const { photos: _, profile: __, displayName: ___, ...little } = account
    const shown = present(people.add(little))
    for (const field of ['oauth_account_photos', 'oauth_metadata', 'oauth_display_name'])
      expect(shown).not.toHaveProperty(field)
  })

  it('of a passkey says nothing about its key, and that of a foreign issuer names its subject', () => {
    const passkey = people.add({ format: 'passkey' })
    expect(present(passkey)).toEqual({ id: passkey.id, format: 'passkey', signInEnabled: true, verifiedAt: instant })
    expect(present(people.add({ format: 'externalUser', accountId: 'subject 1' }))).toMatchObject({
      public_identifier: 'subject 1',
    })
  })

  it('of a wallet has the wallet with the same id, and says what it is', () => {
    const credential = people.add({ format: 'blockchain', address: '0x01', chain: 'ETH' })
    const wallet = people.addWallet(credential, {
      name: 'metamask',
      signerWalletId: people.environmentId,
      properties: { claimed: true } as never,
      additionalAddresses: [{ address: 'bc1', type: 'payment' } as never],
      lastSelectedAt: instant,
    })
    const { id, signInEnabled, verifiedAt, ...shown } = present(credential)
    expect([id, signInEnabled, verifiedAt]).toEqual([wallet.id, true, instant])
    expect(shown).toEqual({
      format: 'blockchain',
      address: '0x01',
      chain: 'eip155',
      refId: people.environmentId,
      signerRefId: people.environmentId,
      public_identifier: '0x01',
      wallet_name: 'metamask',
      wallet_provider: 'browserExtension',
      wallet_properties: { claimed: true },
      wallet_additional_addresses: [{ address: 'bc1', type: 'payment' }],
      lastSelectedAt: instant,
      embedded_wallet_id: null,
    })
  })

  it('of an embedded wallet has its id, and one without a wallet has what it knows itself', () => {
    const embedded = people.add({ format: 'blockchain', address: '0x01', chain: 'EVM' })
    people.addWallet(embedded, { provider: 'embeddedWallet' })
    expect(present(embedded).embedded_wallet_id).toBe(embedded.id)
    const alone = people.add({ format: 'blockchain', address: '0x02' })
    expect(present(alone)).toEqual({
      id: alone.id,
      format: 'blockchain',
      signInEnabled: true,
      verifiedAt: instant,
      address: '0x02',
      public_identifier: '0x02',
      embedded_wallet_id: null,
    })
  })

  it('of a wallet has the name that a name service has issued to it', () => {
    const credential = people.add({ format: 'blockchain', address: '0x01', chain: 'EVM' })
    people.act((backend) =>
      backend.outside.names.issue({
        chain: 'EVM',
        name: 'ada.example.eth',
        owner: '0x01',
        environmentId: people.environmentId,
        serviceId: people.environmentId,
        walletId: credential.id,
      }),
    )
    expect(present(credential).name_service).toEqual({ name: 'ada.example.eth' })
  })

  it('of another kind has no wallet, even if one has its id', () => {
    const credential = people.add({ email: 'ada@example.com' })
    people.addWallet(credential)
    expect(people.act((backend) => walletOf(backend, credential))).toBeUndefined()
    expect(people.act((backend) => walletOf(backend, { ...credential, format: 'blockchain' }))).toMatchObject({
      id: credential.id,
    })
  })
})
