import { isOperationId } from '@latchkey/contract/operationIds'
import type { OperationId } from '@latchkey/types'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { Mock } from '../mock/createMock.ts'
import { callAsSweep } from './callAsSweep.ts'
import { chainFailures } from './chainFailures.ts'
import { readJson } from './codeIn.ts'
import { latestExpiryIn, userIn } from './credentialsIn.ts'
import { mergeUser } from './mergeUser.ts'
import type { StateFailure } from './stateFailure.ts'
import { type DescribedCall, sweepHeader } from './sweptCall.ts'

const hour = 3_600_000

/** A failure that concerns calls of a user. A user who signs up in the test has another id in each run. */
const ofUser = (name: string, make: (mock: Mock, userId: string) => unknown): StateFailure => ({
  name,
  makeFor(call, { headers }) {
    const userId = userIn(headers) ?? call.userId
    return userId === undefined ? undefined : (mock) => make(mock, userId)
  },
})

/** A failure that concerns any call of an environment. */
const ofEnvironment = (name: string, make: (mock: Mock, environmentId: string) => unknown): StateFailure => ({
  name,
  makeFor: ({ operation, environmentId }) =>
    isOperationId(operation) ? (mock) => make(mock, environmentId) : undefined,
})

/** The failures by state, the most usual first. */
export const stateFailures: readonly StateFailure[] = [
  {
    name: 'the token has expired',
    makeFor(_, request) {
      const expiry = latestExpiryIn(request.headers)
      return expiry === undefined ? undefined : (mock) => mock.clock.set(Math.max(expiry + 1000, mock.clock.now()))
    },
  },
  ofUser('the session has ended', (mock, userId) => mock.people.revokeSessions(userId)),
  ofUser('the user was deleted', (mock, userId) => mock.people.delete(userId)),
  ofUser('the user was merged into another one', mergeUser),
  {
    name: 'another tab did the same first',
    makeFor: ({ operation }, request) =>
      !isOperationId(operation) || request.method === 'GET' || request.method === 'HEAD'
        ? undefined
        : (mock) => mock.serve(asSweep(request)),
  },
  ofEnvironment('an hour has passed', (mock) => mock.clock.advance(hour)),
  ofEnvironment('sixty days have passed', (mock) => mock.clock.advance(60 * 24 * hour)),
  ofEnvironment('only listed people may sign in', (mock, environmentId) =>
    mock.create.allowlist({}, { environmentId }),
  ),
  ofEnvironment('only holders of an NFT may sign in', (mock, environmentId) =>
    mock.create.gate({ outcome: 'siteAccess' }, { environmentId }),
  ),
  ofEnvironment('a second factor is required', (mock, environmentId) =>
    mock.settings.patch({ security: { mfa: { enabled: true, required: true } } }, { environmentId }),
  ),
  ofEnvironment('its providers are switched off', async (mock, environmentId) => {
    for (const { provider, isEnabled } of mock.providers.list({ environmentId }))
      if (isEnabled) await mock.providers.disable(provider, { environmentId })
  }),
  ofUser('the wallets were unlinked', async (mock, userId) => {
    const { wallets } = await mock.wallets.list({ userId })
    for (const { id, environmentId } of wallets)
      await callAsSweep(mock, 'wallets.delete', { params: { environmentId, walletId: id } })
  }),
  {
    name: 'somebody else has taken the e-mail address or username',
    makeFor: (call, request) =>
      !isOperationId(call.operation) || request.method === 'GET'
        ? undefined
        : async (mock) => takeIdentifiers(mock, call, await request.text()),
  },
  ofEnvironment('the API tokens were replaced', async (mock, environmentId) => {
    const { tokens } = (await callAsSweep(mock, 'tokens.list', { params: { environmentId } })) as TokenList
    for (const { id } of tokens) await callAsSweep(mock, 'tokens.delete', { params: { environmentId, tokenId: id } })
  }),
  ofEnvironment('a policy refuses what wallets sign', (mock, environmentId) =>
    callAsSweep(mock, 'waasPolicies.create', { params: { environmentId }, body: { rulesToAdd: denyAll } }),
  ),
  {
    name: 'the rate limit is reached',
    makeFor: ({ operation }) => (isOperationId(operation) ? (mock) => reachLimit(mock, operation) : undefined),
  },
  ...chainFailures,
]

/** A rule without addresses is about each transaction. */
const denyAll = ['EVM', 'SVM', 'SUI', 'BTC', 'TON'].map((chain) => ({
  name: `Nothing on ${chain}`,
  ruleType: 'deny',
  chain,
}))

const minute = 60_000

/** Refuses calls of an operation until a minute has passed. */
function reachLimit(mock: Mock, operation: OperationId): void {
  const endsAt = mock.clock.now() + minute
  mock.faults.set(operation, { status: 429, retryAfterSeconds: minute / 1000 })
  const fault = mock.faults.list().findLast((each) => each.operation === operation)
  const end = mock.clock.watch(() => {
    if (mock.clock.now() < endsAt) return
    end()
    if (fault && mock.faults.list().some(({ id }) => id === fault.id)) mock.faults.clear(fault)
  })
}

interface TokenList {
  readonly tokens: readonly { readonly id: string }[]
}

/** Gives the e-mail address or username of a request to another user. */
async function takeIdentifiers(mock: Mock, { environmentId }: DescribedCall, text: string): Promise<void> {
  const { email, username } = Object(readJson(text)) as { readonly email?: unknown; readonly username?: unknown }
  if (typeof email === 'string') await mock.create.user({ email }, { environmentId })
  if (typeof username === 'string') await mock.create.user({ username }, { environmentId })
}

/** The request as one of the sweep's own. */
function asSweep(request: InterceptedCall['request']): InterceptedCall['request'] {
  const { method, url, headers, mayControl = false } = request
  return {
    method,
    url,
    mayControl,
    headers: { get: (name) => (name.toLowerCase() === sweepHeader ? '1' : headers.get(name)) },
    text: () => request.text(),
  }
}
