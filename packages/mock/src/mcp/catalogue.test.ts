import type { ControlRoute } from '@latchkey/contract/routes/controlRoute'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { expect, it } from 'vitest'
import { catalogue, createSearch } from './catalogue.ts'
import { loadDocument } from './document.ts'

const search = createSearch(catalogue(await loadDocument()))

it.each([
  ['sign a user in', 'POST signIn'],
  ['log in as a user', 'POST signIn'],
  ['get a session token', 'POST signIn'],
  ['make a test user', 'POST create/user'],
  ['create a user', 'POST create/user'],
  ['read mail', 'GET outbox/email'],
  ['read the verification code from the e-mail', 'GET outbox/email'],
  ['magic link', 'GET outbox/email'],
  ['read the SMS code', 'GET outbox/sms'],
  ['wait for a mail', 'POST outbox/next'],
  ['inject a 503', 'POST faults/set'],
  ['make a call fail', 'POST faults/set'],
  ['simulate an outage', 'POST faults/set'],
  ['slow reply', 'POST faults/set'],
  ['remove a fault', 'POST faults/clear'],
  ['why did my request fail', 'GET journal'],
  ['request log', 'GET journal'],
  ['debug a call', 'GET journal'],
  ['give a wallet ether', 'POST chain/funds'],
  ['faucet', 'POST chain/funds'],
  ['give a wallet an NFT', 'POST chain/nfts'],
  ['give a wallet USDC', 'POST chain/balances'],
  ['sanction an address', 'POST chain/sanctions'],
  ['move the time', 'POST clock/advance'],
  ['let a token expire', 'POST clock/advance'],
  ['time travel', 'POST clock/advance'],
  ['what time is it', 'GET clock'],
  ['start over', 'POST reset'],
  ['save the state', 'POST snapshots'],
  ['go back to a saved state', 'POST snapshots/restore'],
  ['seed data from a file', 'POST scenario'],
  ['which ids and tokens are ready', 'GET defaults'],
  ['add a Google account', 'POST idp/users'],
  ['enable Google', 'POST create/provider'],
  ['social login', 'POST create/provider'],
  ['let OAuth fail', 'POST idp/failures'],
  ['was my webhook delivered', 'GET webhooks/deliveries'],
  ['trigger a webhook', 'POST webhooks/trigger'],
  ['sign a user out everywhere', 'POST people/revokeSessions'],
  ['code of the authenticator app', 'GET totp/code'],
  ['parallel tests', 'POST worlds'],
  ['JSON-RPC URL of a chain', 'GET chain/rpcUrl'],
  ['enable a gate', 'gates.enable'],
  ['list the users', 'users.list'],
  ['revoke a token', 'tokens.delete'],
])('a search in the tools of coding agents finds first what answers "%s"', (question, id) => {
  expect(search(question, 3).map((entry) => entry.id)[0]).toBe(id)
})

it('"describe" shows the fields of what a route creates', async () => {
  const entry = catalogue(await loadDocument()).get('POST create/user')
  const { properties } = entry?.inputSchema() ?? {}
  expect(Object.keys(Object(properties))).toEqual(
    expect.arrayContaining(['environmentId', 'email', 'firstName', 'metadata']),
  )
})

it('"describe" shows the fields of every route that takes some', async () => {
  const entries = catalogue(await loadDocument())
  const silent = Object.entries<ControlRoute>(controlRoutes).filter(
    ([id, { input }]) => input && Object.keys(Object(entries.get(id)?.inputSchema().properties) as object).length === 0,
  )
  expect(silent.map(([id]) => id)).toEqual([])
})
