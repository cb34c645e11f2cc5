import fc from 'fast-check'
import { expect } from 'vitest'
import { walkRoundTrip } from '../people/oauthRoundTrip.ts'
import { requestEmailCode } from '../people/oneTimeCodes.ts'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

/** The users, each with what a person has proved: accounts at a provider, and addresses. */
interface Accounts {
  /** The users' ids by what belongs to them. */
  readonly owners: Map<string, string>
  /** Tokens of sessions, by the users' ids. */
  readonly sessions: Map<string, string>
  readonly everybody: Set<string>
}

/** A refusal that asks whether to merge. */
interface Refusal {
  readonly payload: {
    readonly mergeConflicts: { readonly conflicts: readonly { readonly field: { name: string; type: string } }[] }
  }
}

const emails = ['ada@example.com', 'grace@example.com', 'joan@example.com'] as const
/** Accounts at the provider. The provider has verified the address of two of them. */
const accounts = [
  { accountId: 'one', email: emails[0], emailVerified: true },
  { accountId: 'two', email: emails[1], emailVerified: true },
  { accountId: 'three', email: emails[2], emailVerified: false },
] as const

const step = stepsFor<Accounts>()
const anyEmail = fc.constantFrom(...emails)
const anyAccount = fc.constantFrom(...accounts)
const anyUser = fc.nat(5)

const hostOf = (service: Service) => ({ ...service, name: 'model', fetch: service.fetch as typeof globalThis.fetch })

/** An address gets five codes an hour. */
const codeFor = async (service: Service, email: string) => {
  await service.mock.clock.advance({ minutes: 20 })
  return requestEmailCode(hostOf(service), email)
}

function noteSignIn(model: Accounts, reply: unknown, expected: string | undefined): string {
  const { user, jwt } = reply as { user: { id: string; newUser: boolean }; jwt: string }
  if (expected === undefined) expect(model.everybody).not.toContain(user.id)
  else expect(user.id).toBe(expected)
  expect(user.newUser).toBe(expected === undefined)
  model.everybody.add(user.id)
  model.sessions.set(user.id, jwt)
  return user.id
}

function forget(model: Accounts, userId: string): void {
  for (const [key, owner] of model.owners) if (owner === userId) model.owners.delete(key)
  model.sessions.delete(userId)
}

const possessionsOf = ({ owners }: Accounts, userId: string) => [...owners].filter(([, owner]) => owner === userId)
const userAt = ({ sessions }: Accounts, index: number) => pick([...sessions.keys()], index)

async function expectSame(model: Accounts, { call }: Service): Promise<void> {
  const { body } = await call('users.list', { query: { limit: 100 } })
  const owners = new Set(model.owners.values())
  for (const userId of owners) expect(body.users?.map(({ id }) => id)).toContain(userId)
  for (const [key, owner] of model.owners) {
    const user = body.users?.find(({ id }) => id === owner)
    const possessions = (user?.verifiedCredentials ?? []).flatMap((credential) => [
      credential.email,
      credential.oauth_account_id,
      ...(credential.oauth_emails ?? []),
    ])
    expect(possessions).toContain(key)
  }
}

/** Signing in, linking and merging: 06-sign-in.md and 23-profile-and-merging.md of the decisions. */
export const accountsModel: ModelTest<Accounts> = {
  runs: 40,
  options: { providers: ['emailOnly', 'google'] },
  async prepare(mock) {
    for (const account of accounts) await mock.idp.google?.addUser(account)
  },
  create: () => ({ owners: new Map(), sessions: new Map(), everybody: new Set() }),
  steps: [
    step('signInByEmail', anyEmail, {
      async take(model, service, email) {
        const body = await codeFor(service, email)
        const reply = await service.call('emailSignIn.signIn', { body })
        model.owners.set(email, noteSignIn(model, reply.body, model.owners.get(email)))
        await expectSame(model, service)
      },
    }),
    step('signInByProvider', anyAccount, {
      async take(model, service, { accountId, email, emailVerified }) {
        await service.mock.clock.advance({ minutes: 1 })
        const body = await walkRoundTrip(hostOf(service), { email })
        const reply = await service.call('oauth.verify', { params: { providerType: 'google' }, body, token: null })
        // An address that the provider has not verified links nobody.
        const byEmail = emailVerified ? model.owners.get(email) : undefined
        const userId = noteSignIn(model, reply.body, model.owners.get(accountId) ?? byEmail)
        model.owners.set(accountId, userId)
        if (emailVerified && !model.owners.has(email)) model.owners.set(email, userId)
        await expectSame(model, service)
      },
    }),
    step('linkEmail', fc.record({ index: anyUser, email: anyEmail }), {
      isPossible: (model, { index }) => userAt(model, index) !== undefined,
      async take(model, service, { index, email }) {
        const userId = userAt(model, index) as string
        const { token } = await service.mock.signIn(userId)
        const body = await codeFor(service, email)
        const owner = model.owners.get(email) ?? userId
        const isAlone = possessionsOf(model, owner).length === 1
        const { status, body: refusal } = await service.send('emailSignIn.verify', { token, body })
        expect(status).toBe(owner === userId || isAlone ? 200 : 422)
        if (status === 422) {
          const { conflicts } = (refusal as Refusal).payload.mergeConflicts
          const mergeUserResolutions = conflicts.map(({ field: { name, type } }) => ({ fieldKey: name, type, userId }))
          await service.call('profile.resolveMerge', { token, body: { mergeUserResolutions } })
          for (const [key] of possessionsOf(model, owner)) model.owners.set(key, userId)
        }
        if (owner !== userId) model.sessions.delete(owner)
        model.owners.set(email, userId)
        await expectSame(model, service)
      },
    }),
    step('deleteUser', anyUser, {
      isPossible: (model, index) => userAt(model, index) !== undefined,
      async take(model, service, index) {
        const userId = userAt(model, index) as string
        await service.call('users.delete', { params: { userId } })
        forget(model, userId)
        await expectSame(model, service)
      },
    }),
  ],
}
