import fc from 'fast-check'
import { expect } from 'vitest'
import { type ModelTest, pick, stepsFor } from './runModel.ts'

type Status = 'pending' | 'accepted' | 'rejected'

interface Invite {
  readonly id: string
  readonly email: string
  readonly role: string
  status: Status
}

/** The invites of an organization, and the people who have been invited. */
interface Invites {
  readonly invites: Invite[]
  /** Roles of members, by their addresses. */
  readonly members: Map<string, string>
  readonly tokens: Map<string, string>
}

const emails = ['grace@example.com', 'joan@example.com'] as const
const anyEmail = fc.constantFrom(...emails)
const any = fc.nat(9)
const step = stepsFor<Invites>()
const hasInvite = ({ invites }: Invites, index: number) => pick(invites, index) !== undefined

/** Invites: 11-state-machines.md and 24-organizations-and-members.md of the decisions. */
export const invites: ModelTest<Invites> = {
  runs: 30,
  create: () => ({ invites: [], members: new Map(), tokens: new Map() }),
  steps: [
    step('invite', fc.record({ email: anyEmail, role: fc.constantFrom('viewer', 'developer', 'admin') }), {
      async take(model, { send, call }, { email, role }) {
        const { status } = await send('invites.create', { body: { email, role } })
        const isPending = model.invites.some((invite) => invite.email === email && invite.status === 'pending')
        expect(status).toBe(isPending || model.members.has(email) ? 409 : 200)
        if (status !== 200) return
        const { body } = await call('invites.listByOrganization')
        const ids = new Set(model.invites.map(({ id }) => id))
        const created = body.invites?.find(({ id }) => !ids.has(String(id)))
        model.invites.push({ id: String(created?.id), email, role, status: 'pending' })
      },
    }),
    step('answer', fc.record({ index: any, by: anyEmail, status: fc.constantFrom<Status[]>('accepted', 'rejected') }), {
      isPossible: (model, { index }) => hasInvite(model, index),
      async take(model, { mock, send }, { index, by, status: answer }) {
        const invite = pick(model.invites, index) as Invite
        const token = model.tokens.get(by) ?? (await mock.create.admin({ email: by, role: null })).token
        model.tokens.set(by, token)
        const { status } = await send('invites.update', {
          params: { inviteId: invite.id },
          body: { status: answer },
          token,
        })
        if (invite.email !== by) return expect(status).toBe(404)
        expect(status).toBe(invite.status === 'pending' || invite.status === answer ? 200 : 422)
        if (invite.status !== 'pending') return
        invite.status = answer
        if (answer === 'accepted') model.members.set(by, invite.role)
      },
    }),
    step('withdraw', any, {
      isPossible: hasInvite,
      async take(model, { send }, index) {
        const invite = pick(model.invites, index) as Invite
        const { status } = await send('invites.delete', { params: { inviteId: invite.id } })
        expect(status).toBe(invite.status === 'pending' ? 204 : 422)
        if (status === 204) model.invites.splice(model.invites.indexOf(invite), 1)
      },
    }),
    step('list', fc.constant(undefined), {
      async take(model, { call }) {
        const shown = (await call('invites.listByOrganization')).body.invites ?? []
        expect(shown.map(({ email, status }) => `${email} ${status}`).toSorted()).toEqual(
          model.invites.map(({ email, status }) => `${email} ${status}`).toSorted(),
        )
        const { members } = (await call('members.list')).body
        for (const [email, role] of model.members)
          expect(members.find(({ user }) => user.email === email)?.role).toBe(role)
        expect(members).toHaveLength(1 + model.members.size)
      },
    }),
  ],
}
