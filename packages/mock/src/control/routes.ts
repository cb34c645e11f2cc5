import * as z from 'zod'
import { roomFailureReasons, roomKindNames } from './roomsControl.ts'
import { foreignAlgorithms } from '../crypto/foreignJwt.ts'
import { didYouMeanInBrackets } from '../nearest.ts'
import type { Mock } from '../createMock.ts'
import { type ControlRoute, route, routeWithoutInput } from './controlRoute.ts'
import { creationRoutes } from './creationRoutes.ts'
import { custodyRoutes } from './custodyRoutes.ts'
import { embeddedRoutes } from './embeddedRoutes.ts'
import { ledgerRoutes } from './ledgerRoutes.ts'
import type { IssuerHandle } from './issuerControl.ts'
import { faultTargets } from '../http/faultTargets.ts'
import { operationIds } from '../http/operationIds.ts'
import { assertOAuthProvider } from './idpControl.ts'
import { marketRoutes } from './marketRoutes.ts'
import { exchangeRoutes } from './exchangeRoutes.ts'
import { policyRoutes } from './policyRoutes.ts'
import { rampRoutes } from './rampRoutes.ts'
import { chain } from './routeInputs.ts'

const noOperation: z.core.TypeParams['error'] = ({ input }) =>
  `is not an operation${didYouMeanInBrackets(String(input), operationIds)}`
const operation = z.enum(operationIds, { error: noOperation })
const faultTarget = z.enum([...faultTargets, '*'], { error: noOperation })
const span = z.strictObject({
  days: z.number().min(0).optional(),
  hours: z.number().min(0).optional(),
  minutes: z.number().min(0).optional(),
  seconds: z.number().min(0).optional(),
  milliseconds: z.number().min(0).optional(),
})
const holding = { owner: z.string(), chain: chain.optional(), networkId: z.int(), contractAddress: z.string() }
const personFields = {
  email: z.email().optional(),
  emailVerified: z.boolean().optional(),
  username: z.string().optional(),
  displayName: z.string().optional(),
  photos: z.array(z.string()).optional(),
  profile: z.record(z.string(), z.unknown()).optional(),
}
const dnsType = z.enum(['TXT', 'CNAME'])
const accountKey = z.strictObject({
  index: z.int().min(0),
  publicKey: z.string(),
  signatureAlgorithm: z.enum(['ECDSA_P256', 'ECDSA_secp256k1']).optional(),
  hashAlgorithm: z.enum(['SHA2_256', 'SHA3_256']).optional(),
  weight: z.number().min(0).max(1000).optional(),
  isRevoked: z.boolean().optional(),
})
const testWallet = { chain, kind: z.string().optional(), secret: z.string().optional() }
const walletOf = async (
  mock: Mock,
  { chain: family, ...options }: { chain: z.output<typeof chain>; kind?: string; secret?: string },
) => {
  try {
    return await mock.wallets[family.toLowerCase() as Lowercase<typeof family>](options)
  } catch (error) {
    if (error instanceof RangeError) throw new TypeError(error.message, { cause: error })
    throw error
  }
}
const idpOf = (mock: Mock, provider: string) => {
  assertOAuthProvider(provider)
  return mock.idp[provider]
}
const issuer = z.strictObject({ issuer: z.string() })
const issuerFacts = ({ issuer: iss, jwksUrl, servedUrl }: IssuerHandle) => ({ issuer: iss, jwksUrl, servedUrl })
const time = ({ clock }: Mock) => ({ now: clock.iso() })

/** @default the sandbox */
const place = { environmentId: z.string().optional() }
/** @default the default organization */
const organization = { organizationId: z.string().optional() }

/** By method and path below `/__mock/v1`. A `GET` reads its input from the query. */
export const controlRoutes: Readonly<Record<string, ControlRoute>> = {
  'GET defaults': routeWithoutInput('The ids and tokens that every mock starts with', (mock) => mock.defaults),

  'GET clock': routeWithoutInput('The time of the mock', time),
  'POST clock/advance': route(
    'Moves the clock forward and runs the jobs that become due',
    span,
    async (mock, input) => (await mock.clock.advance(input), time(mock)),
  ),
  'POST clock/set': route(
    'Sets the time',
    z.strictObject({ instant: z.union([z.string(), z.number()]) }),
    async (mock, { instant }) => (await mock.clock.set(instant), time(mock)),
  ),
  'POST clock/freeze': routeWithoutInput(
    'Stops the clock until it is advanced or resumed',
    (mock) => (mock.clock.freeze(), time(mock)),
  ),
  'POST clock/resume': routeWithoutInput('Lets the clock run again', (mock) => (mock.clock.resume(), time(mock))),
  'POST clock/settle': routeWithoutInput(
    'Waits until no job is due',
    async (mock) => (await mock.clock.settle(), time(mock)),
  ),

  'POST signIn': route(
    'Signs a user in without the steps of a real sign-in',
    z.strictObject({ userId: z.string(), origin: z.string().optional(), userAgent: z.string().optional() }),
    (mock, { userId, ...options }) => mock.signIn(userId, options),
  ),

  ...creationRoutes,
  ...ledgerRoutes,

  'GET totp/code': route(
    'The present code of an authenticator app',
    z.strictObject({ secret: z.string() }),
    (mock, { secret }) => ({ code: mock.totpCode(secret) }),
  ),

  'GET idp/users': route(
    'The people of an identity provider',
    z.strictObject({ provider: z.string() }),
    (mock, { provider }) => ({ users: idpOf(mock, provider).users() }),
  ),
  'GET idp/files': route(
    'The files in the cloud drives of the people of an identity provider',
    z.strictObject({ provider: z.string() }),
    (mock, { provider }) => ({ files: idpOf(mock, provider).files() }),
  ),
  'POST idp/users': route(
    'Adds a person to an identity provider',
    z.strictObject({
      ...personFields,
      provider: z.string(),
      accountId: z.string().optional(),
    }),
    (mock, { provider, ...input }) => idpOf(mock, provider).addUser(input),
  ),
  'POST idp/failures': route(
    'Makes the next authorize calls fail with an OAuth error',
    z.strictObject({ provider: z.string(), error: z.string(), times: z.int().min(1).optional() }),
    (mock, { provider, error, times }) => idpOf(mock, provider).fail(error, times),
  ),

  'POST idp/approve': route(
    "Signs a person in on an identity provider's page; returns the browser's next URL",
    z.strictObject({ provider: z.string(), authorizeUrl: z.string(), account: z.string() }),
    async (mock, { provider, authorizeUrl, account }) => ({
      location: await idpOf(mock, provider).approve(authorizeUrl, account),
    }),
  ),
  'POST idp/deny': route(
    "Cancels on an identity provider's page; returns the browser's next URL",
    z.strictObject({ provider: z.string(), authorizeUrl: z.string() }),
    async (mock, { provider, authorizeUrl }) => ({ location: await idpOf(mock, provider).deny(authorizeUrl) }),
  ),
  'POST idp/users/change': route(
    "Changes a person's account at an identity provider",
    z.strictObject({
      ...personFields,
      provider: z.string(),
      accountId: z.string(),
    }),
    (mock, { provider, accountId, ...changes }) => idpOf(mock, provider).updateUser(accountId, changes),
  ),

  'POST issuers': route(
    'Creates an issuer of foreign JWTs',
    z.strictObject({
      issuer: z.string(),
      jwksUrl: z.string().optional(),
      algorithm: z.enum(foreignAlgorithms).optional(),
    }),
    async (mock, input) => issuerFacts(await mock.issuers.create(input)),
  ),
  'GET issuers/jwks': route("An issuer's JWK set", issuer, (mock, { issuer: iss }) => mock.issuers.get(iss).jwks()),
  'POST issuers/sign': route(
    'Signs claims as an issuer',
    issuer.extend({ claims: z.record(z.string(), z.unknown()), header: z.record(z.string(), z.unknown()).optional() }),
    async (mock, { issuer: iss, claims, header }) => ({ jwt: await mock.issuers.get(iss).sign(claims, { header }) }),
  ),
  'POST issuers/rotate': route(
    'Makes an issuer sign with a new key from now on',
    issuer.extend({ dropFormer: z.boolean().optional() }),
    (mock, { issuer: iss, dropFormer }) => mock.issuers.get(iss).rotate({ dropFormer }),
  ),

  'GET messenger/users': routeWithoutInput('The people at the messenger', (mock) => ({
    users: mock.messenger.users(),
  })),
  'POST messenger/users': route(
    'Adds a person to the messenger',
    z.strictObject({
      id: z.int().min(1).optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      username: z.string().optional(),
      photoUrl: z.string().optional(),
    }),
    (mock, input) => mock.messenger.addUser(input),
  ),
  'POST messenger/sign': route(
    'Signs what the login widget passes to a page',
    z.strictObject({ accountId: z.string(), ...place }),
    (mock, { accountId, ...at }) => mock.messenger.sign({ accountId }, at),
  ),
  'POST messenger/authToken': route(
    'Signs the JWT with which the bot logs a person in',
    z.strictObject({ accountId: z.string(), ...place }),
    (mock, { accountId, ...at }) => ({ messengerAuthToken: mock.messenger.authToken({ accountId }, at) }),
  ),
  'POST messenger/initData': route(
    'Signs the init data for an app in the messenger',
    z.strictObject({ accountId: z.string(), ...place }),
    (mock, { accountId, ...at }) => ({ messengerAuthToken: mock.messenger.initData({ accountId }, at) }),
  ),

  'GET telemetry/events': route('Events that applications have reported', z.strictObject(place), (mock, at) => ({
    events: mock.telemetry.events(at),
  })),
  'GET telemetry/settings': route('The latest report of a client about itself', z.strictObject(place), (mock, at) => ({
    settings: mock.telemetry.settings(at) ?? null,
  })),

  'GET chain/holdings': route(
    'What an address holds',
    z.strictObject({ owner: z.string(), chain: chain.optional() }),
    (mock, { owner, chain: family }) => ({ holdings: mock.chain.holdings(owner, family) }),
  ),
  'POST chain/nfts': route(
    'Sets how many of an NFT an address holds',
    z.strictObject({ ...holding, tokenId: z.string().optional(), amount: z.number().positive().optional() }),
    (mock, input) => mock.chain.grantNft(input),
  ),
  'POST chain/balances': route(
    'Sets how many whole tokens an address holds',
    z.strictObject({ ...holding, amount: z.number().min(0) }),
    (mock, input) => mock.chain.setTokenBalance(input),
  ),
  'POST chain/take': route('Removes all that an address holds of a contract', z.strictObject(holding), (mock, input) =>
    mock.chain.take(input),
  ),
  'POST chain/tokens': route(
    'Registers a token contract',
    z.strictObject({
      chain: chain.optional(),
      networkId: z.int().min(0),
      contractAddress: z.string(),
      name: z.string().min(1),
      symbol: z.string().min(1),
      decimals: z.int().min(0).max(36).optional(),
    }),
    (mock, input) => mock.chain.addToken(input),
  ),
  'POST chain/sanctions': route(
    'Puts an address on the sanctions list',
    z.strictObject({ address: z.string(), chain: chain.optional() }),
    (mock, { address, chain: family }) => mock.chain.sanction(address, family),
  ),

  'POST chain/pardons': route(
    'Removes an address from the sanctions list',
    z.strictObject({ address: z.string(), chain: chain.optional() }),
    (mock, { address, chain: family }) => mock.chain.pardon(address, family),
  ),
  'POST chain/contractWallets': route(
    'Deploys a contract wallet',
    z.strictObject({ address: z.string().optional(), owners: z.array(z.string()).min(1) }),
    (mock, input) => mock.chain.deployWallet(input),
  ),
  'POST chain/accountKeys': route(
    'Sets the keys of an account',
    z.strictObject({ chain: z.enum(['FLOW', 'STARK']), address: z.string(), keys: z.array(accountKey) }),
    (mock, { chain: family, address, keys }) => mock.chain.registerKeys(family, address, keys),
  ),
  'POST chain/farcaster': route(
    'Registers a Farcaster id',
    z.strictObject({
      fid: z.int().positive(),
      address: z.string(),
      username: z.string().optional(),
      displayName: z.string().optional(),
      photo: z.string().optional(),
    }),
    (mock, input) => mock.chain.registerFarcaster(input),
  ),

  'POST chain/names': route(
    'Registers a name, or transfers it to another owner',
    z.strictObject({ chain: chain.optional(), name: z.string(), owner: z.string(), avatar: z.string().optional() }),
    (mock, input) => mock.chain.registerName(input),
  ),
  'GET chain/name': route(
    'The latest name of an address',
    z.strictObject({ address: z.string(), chain: chain.optional() }),
    (mock, { address, chain: family }) => ({ name: mock.chain.nameOf(address, family) ?? null }),
  ),

  'POST wallets': route('Creates a wallet that can sign', z.strictObject(testWallet), async (mock, input) => {
    const { chain: family, address, publicKey, secret } = await walletOf(mock, input)
    return { chain: family, address, publicKey, secret }
  }),
  'POST wallets/sign': route(
    'Signs a message with a wallet',
    z.strictObject({ ...testWallet, secret: z.string(), message: z.string() }),
    async (mock, { message, ...input }) => ({
      signature: await (await walletOf(mock, input)).sign(message),
    }),
  ),

  ...embeddedRoutes,
  ...custodyRoutes,
  ...marketRoutes,
  ...exchangeRoutes,
  ...policyRoutes,
  ...rampRoutes,

  'GET dns/records': routeWithoutInput('The records of the pretended DNS', (mock) => ({ records: mock.dns.records() })),
  'POST dns/records': route(
    'Publishes a DNS record',
    z.strictObject({ type: dnsType, name: z.string(), value: z.string() }),
    (mock, input) => mock.dns.set(input),
  ),
  'POST dns/remove': route(
    'Removes DNS records',
    z.strictObject({ name: z.string(), type: dnsType.optional() }),
    (mock, { name, type }) => mock.dns.remove(name, type),
  ),

  'POST billing/coupons': route(
    'Issues a coupon',
    z.strictObject({ code: z.string(), expiresAt: z.union([z.string(), z.number()]).optional() }),
    (mock, { code, expiresAt }) => mock.billing.addCoupon(code, { expiresAt }),
  ),
  'POST billing/paymentMethod': route('Adds a payment method', z.strictObject(organization), (mock, at) =>
    mock.billing.addPaymentMethod(at),
  ),
  'POST billing/removePaymentMethod': route('Removes the payment method', z.strictObject(organization), (mock, at) =>
    mock.billing.removePaymentMethod(at),
  ),
  'POST billing/plan': route(
    'Puts an organization on a plan',
    z.strictObject({ ...organization, planType: z.enum(['free', 'standard', 'advanced', 'enterprise']) }),
    (mock, { planType, ...at }) => mock.billing.setPlan(planType, at),
  ),

  'GET outbox/email': route(
    'E-mails that were sent',
    z.strictObject({ to: z.string().optional() }),
    (mock, { to }) => ({
      messages: mock.outbox.email.list(to),
    }),
  ),
  'GET outbox/sms': route(
    'Text messages that were sent',
    z.strictObject({ to: z.string().optional() }),
    (mock, { to }) => ({ messages: mock.outbox.sms.list(to) }),
  ),

  'GET webhooks/deliveries': route(
    'Attempts to deliver webhook messages',
    z.strictObject({ webhookId: z.string().optional() }),
    (mock, { webhookId }) => ({ deliveries: mock.webhooks.deliveries(webhookId) }),
  ),
  'POST webhooks/redeliver': route(
    'Sends a webhook message once more',
    z.strictObject({ messageId: z.string() }),
    (mock, { messageId }) => mock.webhooks.redeliver(messageId),
  ),
  'POST exports/failNext': route(
    'Makes the next export fail',
    z.strictObject({ reason: z.string() }),
    (mock, { reason }) => mock.exports.failNext(reason),
  ),

  'POST rooms/failNext': route(
    'Lets the next room of a kind fail',
    z.strictObject({ kind: z.enum(roomKindNames), reason: z.enum(roomFailureReasons) }),
    (mock, { kind, reason }) => mock.rooms.failNext(kind, reason),
  ),

  'POST keys/rotate': route('Signs tokens with a new key from now on', z.strictObject(place), (mock, at) =>
    mock.keys.rotate(at),
  ),

  'GET settings': route('Settings of an environment', z.strictObject(place), (mock, at) => mock.settings.get(at)),
  'POST settings': route(
    'Changes settings by a merge patch',
    z.strictObject({ ...place, patch: z.record(z.string(), z.unknown()) }),
    (mock, { patch, environmentId }) => mock.settings.patch(patch, { environmentId }),
  ),
  'POST settings/cookies': route(
    'Keeps sessions in cookies of an active hostname',
    z.strictObject({ ...place, hostname: z.string(), origins: z.array(z.string()) }),
    (mock, { environmentId, ...input }) => mock.settings.cookies(input, { environmentId }),
  ),

  'POST faults/set': route(
    'Makes an operation, or a step at the relay, fail',
    z.strictObject({
      operation: faultTarget,
      times: z.int().min(1).optional(),
      status: z.int().min(400).max(599).optional(),
      body: z.unknown().optional(),
      retryAfterSeconds: z.number().min(0).optional(),
      delayMs: z.number().min(0).optional(),
      networkError: z.boolean().optional(),
      truncate: z.boolean().optional(),
    }),
    (mock, { operation: id, times, ...fault }) => mock.faults.set(id, fault, times),
  ),
  'POST faults/clear': route(
    'Clears the faults of one operation or step, or all',
    z.strictObject({ operation: faultTarget.optional() }),
    (mock, { operation: id }) => mock.faults.clear(id),
  ),

  'GET journal': route(
    'The latest requests',
    z.strictObject({ operation: operation.optional() }),
    (mock, { operation: id }) => ({ entries: mock.journal.list(id), dropped: mock.journal.dropped }),
  ),
  'POST journal/clear': routeWithoutInput('Empties the journal', (mock) => mock.journal.clear()),

  'POST snapshots': routeWithoutInput('Takes a snapshot of the present state', (mock, _, { snapshots }) => {
    const snapshotId = `snapshot-${snapshots.size + 1}`
    snapshots.set(snapshotId, mock.snapshot())
    return { snapshotId }
  }),
  'POST snapshots/restore': route(
    'Goes back to a snapshot',
    z.strictObject({ snapshotId: z.string() }),
    (mock, { snapshotId }, { snapshots }) => {
      const snapshot = snapshots.get(snapshotId)
      if (!snapshot) throw new TypeError(`Failed to restore: there is no snapshot "${snapshotId}".`)
      mock.restore(snapshot)
    },
  ),
  'GET worlds': routeWithoutInput('The worlds of this server', (_mock, _, { worlds }) => worlds.list()),
  'POST worlds': route(
    "Creates a world below `/w/<name>`: a copy of the server's own state, or of another world",
    z.strictObject({ name: z.string(), from: z.string().optional() }),
    (_mock, { name, from }, { worlds }) => ({ name, url: worlds.create(name, { from }).baseUrl }),
  ),
  'POST worlds/drop': route('Deletes a world', z.strictObject({ name: z.string() }), (_mock, { name }, { worlds }) => {
    if (!worlds.drop(name)) throw new TypeError(`Failed to drop: there is no world "${name}".`)
  }),

  'POST reset': routeWithoutInput('Goes back to the first state', (mock) => mock.reset()),
  'GET state': routeWithoutInput('The whole state as JSON data', (mock) => mock.export()),
  'POST state': route(
    'Replaces the whole state by an exported one',
    z.looseObject({ version: z.literal(1) }),
    (mock, data) => mock.import(data),
  ),
}
