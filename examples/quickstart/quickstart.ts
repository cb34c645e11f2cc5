/**
 * From an empty environment to a verified session: every call of the client goes over real HTTP, to a server that this
 * script starts on loopback. With the real service, `baseUrl` and the token would differ, and the calls of `mock` would
 * not be needed.
 */
import { bearer, createTransport } from '@latchkey/client'
import { exports, gates, providers, users, visits, webhookMessages, webhooks } from '@latchkey/client/operations'
import { startServer } from '@latchkey/mock/node'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { signInWithGoogle } from './signInWithGoogle.ts'
import { isSigned, startWebhookReceiver } from './webhookReceiver.ts'

const wallet = '0x8ba1f109551bd432803012645ac136ddd64dba72'
const membershipNft = { networkId: 1, contractAddress: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d' }

const { url, mock, close } = await startServer({ seed: 'quickstart' })
const { sandbox } = mock.defaults.environments
const receiver = await startWebhookReceiver()
try {
  step('The service listens', { url, environment: sandbox.id })

  // A backend acts with the environment's API token.
  const client = createTransport({ baseUrl: url, environmentId: sandbox.id, auth: bearer(sandbox.token) })
  // A browser has no token before its user has signed in.
  const browser = createTransport({ baseUrl: url, environmentId: sandbox.id })

  const gate = await gates.create(client, {
    body: {
      name: 'Members',
      outcome: 'scope',
      scope: 'members',
      rules: [{ type: 'nft', chain: 'EVM', address: membershipNft, filter: { amount: 1 } }],
    },
  })
  const { enabledAt } = await gates.enable(client, { gateId: gate.id })
  step('A gate adds the scope "members" for holders of an NFT', { name: gate.name, enabledAt })

  const webhook = await webhooks.create(client, {
    body: {
      url: receiver.url,
      isEnabled: true,
      events: ['user.created', 'user.session.created', 'user.social.linked', 'visit.created'],
    },
  })
  const { secret = '' } = await webhooks.get(client, { webhookId: webhook.webhookId, query: { includeSecret: true } })
  step('A webhook reports what happens', { to: webhook.url, events: webhook.events.join(', ') })

  const google = await providers.create(client, {
    body: { provider: 'google', clientId: 'quickstart', clientSecret: 'known to the service only' },
  })
  await providers.enable(client, { providerId: google.id as string })
  const { user } = await users.create(client, {
    body: {
      email: 'ada@example.com',
      emailVerifiedAt: new Date().toISOString(),
      firstName: 'Ada',
      wallets: [
        { publicWalletAddress: wallet, chain: 'EVM', walletName: 'metamask', walletProvider: 'browserExtension' },
      ],
    },
  })
  step('A user', { id: user?.id, email: user?.email, wallet })

  // The simulated world around the service: what the wallet holds, and which people the identity provider knows.
  await mock.chain.grantNft({ owner: wallet, ...membershipNft })
  await mock.idp.google.addUser({ email: 'ada@example.com', displayName: 'Ada' })

  const session = await signInWithGoogle(browser, 'ada@example.com')
  step('Ada signs in with Google, by the OAuth round trip', {
    sameUser: session.user.id === user?.id,
    firstSignIn: session.user.newUser,
    expiresAt: session.expiresAt,
  })

  const keys = createRemoteJWKSet(new URL(`${url}/api/v0/sdk/${sandbox.id}/.well-known/jwks`))
  const issuer = `${new URL(url).host}/${sandbox.id}`
  const { payload, protectedHeader } = await jwtVerify(session.jwt ?? '', keys, { issuer })
  step('A backend verifies her token against the served keys', {
    algorithm: protectedHeader.alg,
    subject: payload.sub,
    scope: payload.scope,
  })

  for (let i = 1; i <= 60; i++) {
    const address = `0x${i.toString(16).padStart(40, '0')}`
    await visits.create(browser, {
      body: { address, chain: 'EVM', walletName: 'metamask', provider: 'browserExtension', authMode: 'connect-only' },
    })
  }
  let pages = 0
  for await (const page of visits.listVisitors(client, { query: { limit: 25, orderBy: 'createdAt-asc' } }).pages()) {
    pages++
    if (pages === 1)
      step('Visitors, by offset', { total: page.total, firstPage: page.items.length, first: page.items[0]?.address })
  }
  step('… in pages of 25', { pages })

  await mock.clock.settle()
  const statuses: Record<string, number> = {}
  for await (const message of webhookMessages.list(client, { webhookId: webhook.webhookId }))
    statuses[message.status] = (statuses[message.status] ?? 0) + 1
  step('Webhook messages, by cursor', statuses)
  const verified = receiver.received.filter((delivery) => isSigned(secret, delivery))
  step('What the receiver got, each signature checked', {
    received: receiver.received.length,
    verified: verified.length,
    events: [...new Set(verified.map(({ eventName }) => eventName))].join(', '),
  })

  const { id: exportId } = await exports.create(client, { body: { format: 'csv', model: 'users' } })
  await mock.clock.advance({ seconds: 5 })
  const { location } = await exports.download(client, { exportId })
  const csv = await (await fetch(location)).text()
  step('An export of the users', { lines: csv.trim().split(/\r?\n/).length, header: `${csv.slice(0, 60)}…` })

  const asTold =
    payload.sub === user?.id &&
    String(payload.scope).split(' ').includes('members') &&
    verified.length === receiver.received.length
  if (!asTold) throw new Error('The story did not end as it should.')
  console.log('\nThat is all. The server is gone again, and nothing is left behind.')
} finally {
  await receiver.close()
  await close()
}

/** Prints a step and its result. */
function step(title: string, facts: Record<string, unknown>) {
  console.log(`\n${title}`)
  for (const [name, value] of Object.entries(facts)) console.log(`  ${name.padEnd(12)} ${String(value)}`)
}
