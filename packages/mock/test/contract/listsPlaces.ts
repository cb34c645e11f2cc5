import { type OperationId, operationTable } from '@latchkey/types'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { enableExchange, personAtExchange } from '../people/exchangePeople.ts'
import { payFrom } from '../people/payments.ts'
import { enableMfa } from '../people/secondFactor.ts'

export type Host = TestHost & ReturnType<typeof callsOf>

/** The owner of the records of a list: us, or another tenant whose records must not appear in our list. */
export type Side = 'here' | 'elsewhere'

/** The input of a list's calls, and of the calls that create its records. */
export interface ListContext {
  readonly params: Record<string, string>
  readonly token: string
  readonly environmentId: string
  readonly ownerId: string
  /** Tells records of different places apart. */
  readonly mark: string
}

const environmentOf = ({ mock }: Host, side: Side) => mock.defaults.environments[side === 'here' ? 'sandbox' : 'live']

/** The sandbox or the live environment, each with its own token. */
export async function inEnvironment(host: Host, side: Side): Promise<ListContext> {
  const { id, token } = environmentOf(host, side)
  return { params: { environmentId: id }, token, environmentId: id, ownerId: '', mark: side }
}

/** The first organization of one admin, or of another. */
export async function inOrganization(host: Host, side: Side): Promise<ListContext> {
  const { defaults, create } = host.mock
  if (side === 'here')
    return {
      params: { organizationId: defaults.organizationId },
      token: defaults.admin.token,
      environmentId: '',
      ownerId: defaults.admin.id,
      mark: side,
    }
  const owner = await create.admin({ email: 'elsewhere@example.com', role: null })
  const { id } = await create.organization({ owner: owner.id })
  return { params: { organizationId: id }, token: owner.token, environmentId: '', ownerId: owner.id, mark: side }
}

/** An admin of no organization, or another one. */
export async function ofAdmin(host: Host, side: Side): Promise<ListContext> {
  const { id, token } = await host.mock.create.admin({ email: `${side}@example.com`, role: null })
  return { params: {}, token, environmentId: '', ownerId: id, mark: side }
}

/** A caller who may read a list without a place. */
export const byCredentialOf = (id: OperationId) => (operationTable[id].auth === 'member' ? ofAdmin : inEnvironment)

/** An environment that can make embedded wallets. */
export async function withEmbeddedWallets(host: Host, side: Side): Promise<ListContext> {
  const place = await inEnvironment(host, side)
  await host.mock.create.provider({ provider: 'turnkey' }, place)
  return place
}

/** A wallet whose key is shared, in the sandbox or the live environment. */
export async function withSharedWallet(host: Host, side: Side): Promise<ListContext> {
  const place = await inEnvironment(host, side)
  await host.mock.create.provider({ provider: 'dynamic' }, place)
  const identifier = `${side}@example.com`
  const body = { identifier, type: 'email', chains: ['EVM'] } as const
  const { user } = (await host.call('embeddedWallets.create', { ...place, body })).body
  return { ...place, params: { ...place.params, walletId: user?.wallets?.[0]?.id ?? '' }, ownerId: user?.id ?? '' }
}

/** An environment where tokens are sold and bought. */
export async function withSellers(host: Host, side: Side): Promise<ListContext> {
  const place = await inEnvironment(host, side)
  for (const provider of ['banxa', 'coinbaseOnramp'] as const) await host.mock.create.provider({ provider }, place)
  await host.mock.settings.patch({ sdk: { onrampFunding: true } }, place)
  return place
}

/** A user as servers see one, in the sandbox or the live environment. */
export async function ofUser(host: Host, side: Side): Promise<ListContext> {
  const place = await inEnvironment(host, side)
  const { id } = await host.mock.create.user({ email: `${side}@example.com` }, { environmentId: place.environmentId })
  return { ...place, params: { ...place.params, userId: id }, ownerId: id }
}

/** A user of the sandbox, signed in, or another one. */
async function asUser(host: Host, side: Side): Promise<ListContext> {
  const { id } = await host.mock.create.user({ email: `${side}@example.com` })
  return {
    params: {},
    token: (await host.mock.signIn(id)).token,
    environmentId: environmentOf(host, 'here').id,
    ownerId: id,
    mark: side,
  }
}

/** The same with the address of a wallet, which got a payment. */
export async function withWallet(host: Host, side: Side): Promise<ListContext> {
  const place = await asUser(host, side)
  const { address } = await host.mock.wallets.evm()
  await payFrom(host.mock, { to: address })
  return { ...place, params: { ...place.params, chainName: 'EVM', address } }
}

/** The same who has an account at an exchange. */
export async function atExchange(host: Host, side: Side): Promise<ListContext> {
  if (side === 'here') await enableExchange(host)
  const { token, userId } = await personAtExchange(host, side)
  const { id } = environmentOf(host, 'here')
  return { params: { exchangeKey: 'coinbase' }, token, environmentId: id, ownerId: userId, mark: side }
}

/** The same where passkeys are allowed. */
export async function asPasskeyUser(host: Host, side: Side): Promise<ListContext> {
  if (side === 'here') await host.mock.create.provider({ provider: 'passkey' })
  return asUser(host, side)
}

/** The same with an authenticator app, whose code is proved. */
export async function asSecuredUser(host: Host, side: Side): Promise<ListContext> {
  await enableMfa(host)
  const place = await asUser(host, side)
  const app = await host.mock.create.totp(place.ownerId)
  await host.mock.clock.advance({ seconds: 30 })
  const { token } = await host.mock.signIn(place.ownerId)
  const { body } = await host.call('mfa.authenticateTotp', { token, body: { code: app.code() } })
  return { ...place, token: body.jwt ?? '' }
}

/** An allowlist. */
export async function inAllowlist(host: Host, side: Side): Promise<ListContext> {
  const place = await inEnvironment(host, side)
  const { id } = await host.mock.create.allowlist({}, place)
  return { ...place, params: { allowlistId: id } }
}

/** A webhook that receives new users. */
export async function ofWebhook(host: Host, side: Side): Promise<ListContext> {
  const place = await inEnvironment(host, side)
  const url = `https://${side}.example.com/hook`
  host.mock.webhooks.receive(url, () => new Response(null, { status: 204 }))
  const { webhookId } = await host.mock.create.webhook({ url }, place)
  await host.mock.clock.advance(0)
  return { ...place, params: { ...place.params, webhookId } }
}

/** One message to such a webhook. */
export async function ofMessage(host: Host, side: Side): Promise<ListContext> {
  const place = await ofWebhook(host, side)
  await host.mock.create.user({}, place)
  await host.mock.clock.advance(0)
  const { body } = await host.call('webhookMessages.list', place)
  return { ...place, params: { ...place.params, messageId: String(body.data?.[0]?.messageId) } }
}

/** An environment with a global wallet, and one of its users. */
export async function withGlobalWallet(host: Host, side: Side): Promise<ListContext> {
  const { ownerId, ...place } = await ofUser(host, side)
  await host.call('globalWallets.create', { ...place, body: { walletName: 'Harbour wallet' } })
  await host.call('globalWallets.enable', place)
  return { ...place, ownerId }
}

/** Creates a record with the credential of the place. */
export async function send<Id extends OperationId>(
  host: Host,
  id: Id,
  { params, token, body }: ListContext & { readonly body?: unknown },
) {
  return (await host.call(id, { params, token, body })).body
}
