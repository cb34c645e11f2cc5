import fc from 'fast-check'
import { expect } from 'vitest'
import { type ModelTest, pick, stepsFor, waitFor } from './runModel.ts'

type Role = 'viewer' | 'developer' | 'admin'

interface Server {
  readonly id: string
  readonly token: string
  readonly scopes: readonly string[]
  readonly expiresAt: number | undefined
  isDeleted: boolean
}

interface Member {
  readonly id: string
  readonly token: string
  role: Role | undefined
}

/** The callers of one environment. Times are seconds since the run began. */
interface Callers {
  now: number
  readonly servers: Server[]
  readonly members: Member[]
}

/** Operations with the scope that a server needs for them, and the lowest role of a member. */
const calls = {
  'gates.list': { scope: 'environment.settings.read', role: 'viewer' },
  'users.list': { scope: 'environment.users.read', role: 'viewer' },
  'users.create': { scope: 'environment.users.write', role: 'developer', body: {} },
  'tokens.list': { scope: 'environment.apiTokens.read', role: 'admin' },
} as const satisfies Record<string, { scope: string; role: Role; body?: object }>
type Call = keyof typeof calls

const scopes = Object.values(calls).map(({ scope }) => scope)
const roles: readonly Role[] = ['viewer', 'developer', 'admin']
const anyCall = fc.constantFrom(...(Object.keys(calls) as Call[]))
const anyRole = fc.constantFrom(...roles)
const any = fc.nat(9)

const bodyOf = (id: Call) => ('body' in calls[id] ? { body: calls[id].body } : {})
const step = stepsFor<Callers>()

/** API tokens and members: 04-credentials.md and 17-member-tokens.md of the decisions. */
export const tokens: ModelTest<Callers> = {
  runs: 30,
  create: () => ({ now: 0, servers: [], members: [] }),
  steps: [
    waitFor<Callers>(1, 59 * 60, 60 * 60),
    step(
      'createToken',
      fc.record({
        scopes: fc.subarray(scopes, { minLength: 1 }),
        expiresIn: fc.option(fc.constant(60 * 60), { nil: undefined }),
      }),
      {
        async take(model, { mock }, { scopes: granted, expiresIn }) {
          const expiresAt = expiresIn === undefined ? undefined : model.now + expiresIn
          const date = expiresAt && new Date(mock.clock.now() + 60 * 60 * 1_000).toISOString()
          const created = await mock.create.token({ scopes: [...granted], ...(date && { expiresAt: date }) })
          const { id = '', rawToken: token = '' } = created
          model.servers.push({ id, token, scopes: granted, expiresAt, isDeleted: false })
        },
      },
    ),
    step('deleteToken', any, {
      isPossible: (model, index) => pick(model.servers, index)?.isDeleted === false,
      async take(model, { call }, index) {
        const server = pick(model.servers, index) as Server
        await call('tokens.delete', { params: { tokenId: server.id } })
        server.isDeleted = true
      },
    }),
    step('callAsServer', fc.record({ index: any, id: anyCall }), {
      isPossible: (model, { index }) => pick(model.servers, index) !== undefined,
      async take(model, { send }, { index, id }) {
        const { token, scopes: granted, expiresAt = Infinity, isDeleted } = pick(model.servers, index) as Server
        const { status } = await send(id, { token, ...bodyOf(id) })
        if (isDeleted || model.now >= expiresAt) expect(status).toBe(401)
        else if (granted.includes(calls[id].scope)) expect(status).toBeLessThan(300)
        else expect(status).toBe(403)
      },
    }),
    step('addMember', anyRole, {
      isPossible: (model) => model.members.length < 4,
      async take(model, { mock, call }, role) {
        const email = `member${model.members.length}@example.com`
        const { token } = await mock.create.admin({ role, email })
        const { members } = (await call('members.list')).body
        model.members.push({ id: String(members.find(({ user }) => user.email === email)?.id), token, role })
      },
    }),
    step('changeRole', fc.record({ index: any, role: anyRole }), {
      isPossible: (model, { index }) => pick(model.members, index)?.role !== undefined,
      async take(model, { call }, { index, role }) {
        const member = pick(model.members, index) as Member
        await call('members.update', { params: { memberId: member.id }, body: { role } })
        member.role = role
      },
    }),
    step('removeMember', any, {
      isPossible: (model, index) => pick(model.members, index)?.role !== undefined,
      async take(model, { call }, index) {
        const member = pick(model.members, index) as Member
        await call('members.delete', { params: { memberId: member.id } })
        member.role = undefined
      },
    }),
    step('callAsMember', fc.record({ index: any, id: anyCall }), {
      isPossible: (model, { index }) => pick(model.members, index) !== undefined,
      async take(model, { send }, { index, id }) {
        const { token, role } = pick(model.members, index) as Member
        const { status } = await send(id, { token, ...bodyOf(id) })
        // Nobody learns whether an environment of others exists.
        if (role === undefined) expect([403, 404]).toContain(status)
        else if (roles.indexOf(role) >= roles.indexOf(calls[id].role)) expect(status).toBeLessThan(300)
        else expect(status).toBe(403)
      },
    }),
    step('list', fc.constant(undefined), {
      async take(model, { call }) {
        const { body } = await call('tokens.list')
        const shown = (body.tokens ?? []).map(({ id }) => id)
        const expected = model.servers.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
        // The mock has a token of its own.
        expect(shown).toEqual(expect.arrayContaining(expected))
        expect(shown).toHaveLength(1 + expected.length)
      },
    }),
  ],
}
