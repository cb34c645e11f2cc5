import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { createMock, type Mock, type MockOptions } from '../../src/mock/createMock.ts'
import { unknownId } from '../contract/environmentRefusals.ts'
import { callsOf, mockOptions } from '../hosts/harness.ts'
import { customNetworkBody } from './customNetworkBody.ts'
import { createForeigners } from './foreigners.ts'
import { serverPublicKey } from './serverPublicKey.ts'
import { claimsOf } from './walletPeople.ts'

/** A world where every parameter of a URL names a record of the sandbox or of its organization. */
export interface FullWorld {
  readonly mock: Mock
  /** The values of the parameters in the operation's URL. */
  paramsOf(id: OperationId): Readonly<Record<string, string>>
  /** A credential that the operation takes. */
  rightful(id: OperationId): string | undefined
  readonly strangers: Strangers
  /** Records of another organization, by the names of parameters. */
  readonly foreignIds: Readonly<Record<string, string>>
  /** The reply of an operation that must succeed, on records of this world unless the parameters name others. */
  call(
    id: OperationId,
    input?: { params?: Readonly<Record<string, string>>; token?: string | undefined; body?: unknown },
  ): Promise<unknown>
}

/** Credentials that are valid, but not for the operation, by their names in test titles. */
export interface Strangers {
  readonly expiredToken: string
  readonly deletedToken: string
  /** A token with another scope. */
  tokenWithout(scope: string | undefined): string
  readonly liveToken: string
  readonly foreignEnvironmentToken: string
  readonly viewerToken: string
  readonly strangerToken: string
  readonly revokedMemberToken: string
  readonly removedMemberToken: string
  readonly expiredJwt: string
  readonly revokedJwt: string
  readonly liveJwt: string
  readonly foreignJwt: string
  readonly deletedUserJwt: string
}

/** Options of a mock for a full world: its webhooks are not sent anywhere. */
export const fullWorldOptions = { seed: 'borders', deliver: async () => ({ status: 204 }) } satisfies MockOptions

export async function createFullWorld(
  mock: Mock = createMock({ ...mockOptions, ...fullWorldOptions }),
): Promise<FullWorld> {
  const host = callsOf({ name: 'fetch', mock, fetch: mock.fetch })
  const { create, defaults } = mock
  const { sandbox, live } = defaults.environments

  await mock.settings.patch({ security: { mfa: { enabled: true } } })
  const user = await create.user({
    email: 'ada@example.com',
    oauthAccounts: [{ provider: 'google', accountId: 'ada' }],
  })
  const person = await create.user({
    email: 'grace@example.com',
    oauthAccounts: [{ provider: 'coinbasesocial', accountId: 'grace' }],
  })
  const expired = await mock.signIn(person)
  const expiredToken = await create.token({ expiresAt: '2026-01-15T10:00:00.000Z' })
  await mock.clock.advance({ hours: 3 })
  const session = await mock.signIn(person)
  const webhook = await create.webhook({ url: 'https://hooks.example.com/latchkey' })
  await mock.clock.settle()

  const allowlist = await create.allowlist({ enabled: false })
  await create.admin({ role: 'viewer', email: 'colleague@example.com' })
  const invited = await create.admin({ email: 'invited@example.com', role: null })
  await host.call('invites.create', { body: { email: invited.email, role: 'viewer' } })
  async function delegationKey() {
    await host.call('delegatedAccess.createKey', { body: { publicKey: serverPublicKey } })
    return (await host.call('delegatedAccess.listKeys')).body.key?.id
  }
  const globalWallet = async () => {
    await host.call('globalWallets.create', { body: { walletName: 'Harbour' } })
    await host.call('globalWalletAccess.create', { body: { type: 'allow' } })
    await host.call('globalWallets.enable')
    const appUrl = 'https://dapp.example.com'
    return {
      globalWalletAccessControlDomainId: (await host.call('globalWalletAccess.addDomain', { body: { domain: appUrl } }))
        .body.id,
      globalWalletConnectionId: (await create.globalWalletConnection({ userId: person.id, appUrl })).id,
    }
  }
  const exchange = async () => {
    await create.provider({ provider: 'coinbasesocial' })
    const body = { exchange: 'coinbase', socialProvider: 'coinbasesocial' }
    const { id: exchangeId = '' } = (await host.call('exchanges.create', { body })).body
    await host.call('exchanges.enable', { params: { exchangeId } })
    return { exchangeId, accountId: (await mock.exchanges.coinbase.account(person).facts()).id }
  }
  const sso = {
    clientId: 'client',
    clientSecret: 'secret',
    ssoDomain: 'example.okta.com',
    emailDomain: 'example.com',
    provider: 'okta',
  }
  const memberToken = await host.call('memberTokens.create', { body: { note: 'To be deleted' } })

  const { members } = (await host.call('members.list')).body
  const memberOf = (role: string) => members.find((member) => member.role === role)
  const owner = memberOf('owner')

  const params: Record<string, string | undefined> = {
    environmentId: sandbox.id,
    organizationId: defaults.organizationId,
    projectId: defaults.projectId,
    providerType: 'google',
    mfaDeviceType: 'totp',
    chainName: 'EVM',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    sdkViewType: 'login',
    userId: user.id,
    oauthAccountId: user.oauthAccounts?.[0]?.id,
    walletId: (await create.wallet(user.id)).id,
    walletAddress: `0x${'a'.repeat(40)}`,
    activityId: '01938c70-1c2d-7e3f-8a4b-5c6d7e8f9a0e',
    allowlistId: allowlist.id,
    allowlistEntryId: (await create.allowlistEntry(allowlist.id, { email: 'listed@example.com' })).id,
    gateId: (await create.gate({ enabled: false, scope: 'collectors' })).id,
    customFieldId: (await create.customField()).id,
    customHostnameId: (await create.customHostname({ hostname: 'login.example.com' })).id,
    originId: (await create.origin('https://app.example.com')).id,
    deeplinkUrlId: (await create.deeplinkUrl('https://app.example.com/open')).id,
    providerId: (await create.provider({ provider: 'google' })).id,
    tokenId: (await create.token()).id,
    webhookId: webhook.webhookId,
    messageId: (await host.call('webhookMessages.list', { params: { webhookId: webhook.webhookId } })).body.data?.[0]
      ?.messageId,
    exportId: (await host.call('exports.create', { body: { format: 'csv', model: 'users' } })).body.id,
    eventId: (await host.call('events.list')).body[0]?.eventId,
    sessionId: claimsOf(session.token).sid as string,
    mfaDeviceId: (await create.totp(user)).deviceId,
    networkId: (await host.call('customNetworks.create', { body: customNetworkBody })).body.customNetwork?.id,
    keyId: await delegationKey(),
    inviteId: (await host.call('invites.listByOrganization')).body.invites?.[0]?.id,
    memberId: memberOf('viewer')?.id,
    exchangeKey: 'coinbase',
    ...(await exchange()),
    ssoProviderId: (await host.call('ssoProviders.create', { body: sso })).body.id,
    ...(await globalWallet()),
    // Only wallets whose key is shared have signature policies, and a ceremony would cost every test its time.
    policyId: unknownId,
  }

  const balancesToken = await create.token({ scopes: ['environment.balances.read'] })
  const usersToken = await create.token({ scopes: ['environment.users.read'] })

  const { credentials: foreignCredentials, ids: foreignIds } = await createForeigners(mock)
  const world: FullWorld = {
    mock,
    foreignIds,
    async call(id, { params: others, token = world.rightful(id) ?? null, body } = {}) {
      return (await host.call(id, { params: { ...world.paramsOf(id), ...others }, token, body })).body
    },
    paramsOf(id) {
      const names = [...operationTable[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const values: typeof params = {
        ...params,
        ...(id === 'memberTokens.delete' && { tokenId: memberToken.body.token.id }),
        ...(id === 'members.delegateOwnership' && { memberId: owner?.id }),
      }
      return Object.fromEntries(
        names.map((name) => {
          const value = values[name]
          if (!value) throw new Error(`The full world has no ${name}.`)
          return [name, value]
        }),
      )
    },
    rightful(id) {
      const { auth } = operationTable[id] as OperationRow
      if (id === 'invites.update') return invited.token
      return {
        environment: sandbox.token,
        member: defaults.admin.token,
        user: session.token,
        optionalUser: session.token,
        none: undefined,
      }[auth]
    },
    strangers: {
      ...foreignCredentials,
      expiredToken: expiredToken.rawToken as string,
      deletedToken: await deletedToken(),
      tokenWithout: (scope) => (scope === 'environment.users.read' ? balancesToken : usersToken).rawToken as string,
      liveToken: live.token,
      viewerToken: (await create.admin({ role: 'viewer' })).token,
      expiredJwt: expired.token,
      revokedJwt: await revokedJwt(),
      liveJwt: (await mock.signIn(await create.user({ email: 'ada@example.com' }, { environmentId: live.id }))).token,
      deletedUserJwt: await deletedUserJwt(),
      ...(await formerMembers()),
    },
  }
  return world

  async function deletedToken(): Promise<string> {
    const { id, rawToken } = await create.token()
    await host.call('tokens.delete', { params: { tokenId: id as string } })
    return rawToken as string
  }

  async function revokedJwt(): Promise<string> {
    const { token } = await mock.signIn(person)
    await host.call('sessions.revoke', { token })
    return token
  }

  async function deletedUserJwt(): Promise<string> {
    const gone = await create.user({ email: 'gone@example.com' })
    const { token } = await mock.signIn(gone)
    await host.call('users.delete', { params: { userId: gone.id } })
    return token
  }

  async function formerMembers() {
    const admin = await create.admin({ role: 'admin' })
    const created = await host.call('memberTokens.create', { token: admin.token, body: { note: 'Second' } })
    await host.call('memberTokens.delete', { token: admin.token, params: { tokenId: created.body.token.id as string } })
    const removed = await create.admin({ role: 'admin', email: 'removed@example.com' })
    const member = (await host.call('members.list')).body.members.find(
      (candidate) => candidate.user.email === removed.email,
    )
    await host.call('members.delete', { params: { memberId: member?.id as string } })
    return { revokedMemberToken: created.body.token.rawToken as string, removedMemberToken: removed.token }
  }
}
