import { type OperationId, operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { refusalOf, unknownId, type RefusalCase } from './environmentRefusals.ts'

type Host = TestHost & ReturnType<typeof callsOf>
type Role = 'viewer' | 'developer' | 'admin'

const below: Partial<Record<string, Role>> = { developer: 'viewer', admin: 'developer', owner: 'admin' }

/** Tests the refusals that every operation with a member's API token has. */
export function describeMemberRefusals(host: Host, cases: Partial<Record<OperationId, RefusalCase>>) {
  describe.each(Object.entries(cases) as [OperationId, RefusalCase][])(
    '%s',
    (id, { params = async () => ({}), body }) => {
      const { path, role } = operationTable[id] as { path: string; role?: string }
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
      const isPlaced = ids.includes('organizationId') || ids.includes('projectId')
      const refused = (status: number, code: string) => refusalOf(id, status, code)

      it('refuses a call without a token, or with an unknown one', async () => {
        const input = { params: await params(host), body }
        expect(await host.refuse(id, { ...input, token: null })).toMatchObject(refused(401, 'unauthorized'))
        expect(await host.refuse(id, { ...input, token: 'lk_member_unknown' })).toMatchObject(
          refused(401, 'unauthorized'),
        )
      })

      it('refuses the token of an environment with any scopes', async () => {
        const { token } = host.mock.defaults.environments.sandbox
        expect(await host.refuse(id, { params: await params(host), body, token })).toMatchObject(
          refused(403, 'forbidden'),
        )
      })

      if (isPlaced) {
        it('hides the organization from a person who is not a member', async () => {
          const { token } = await host.mock.create.admin({ role: null })
          const knownParams = await params(host)
          const owner = ids.includes('organizationId') ? 'organizationId' : 'projectId'
          const [there, nowhere] = [
            await host.refuse(id, { params: knownParams, body, token }),
            await host.refuse(id, { params: { ...knownParams, [owner]: unknownId }, body, token }),
          ]
          expect(there).toMatchObject(refused(404, 'not_found'))
          expect([there.status, there.body]).toEqual([nowhere.status, nowhere.body])
        })
      }

      const tooLow = role && below[role]
      if (isPlaced && tooLow) {
        it(`refuses a ${tooLow}, since it takes the role ${role}`, async () => {
          const { token } = await host.mock.create.admin({ role: tooLow })
          expect(await host.refuse(id, { params: await params(host), body, token })).toMatchObject(
            refused(403, 'insufficient_role'),
          )
        })
      }

      // The organization is checked first, so a malformed id is that of no organization.
      it.each(ids)('does not find an unknown %s, nor a malformed UUID', async (name) => {
        const knownParams = await params(host)
        expect(await host.refuse(id, { params: { ...knownParams, [name]: unknownId }, body })).toMatchObject(
          refused(404, 'not_found'),
        )
        expect((await host.refuse(id, { params: { ...knownParams, [name]: 'no-uuid' }, body })).status).toBe(
          name === 'organizationId' || name === 'projectId' ? 404 : 400,
        )
      })

      if (body !== undefined) {
        it('refuses a body with an unknown key, one that is not JSON, and one of another type', async () => {
          const input = { params: await params(host) }
          expect(await host.refuse(id, { ...input, body: { ...(body as object), isOwner: true } })).toMatchObject(
            refused(400, 'validation_failed'),
          )
          expect(await host.refuse(id, { ...input, body: '{"a":' })).toMatchObject(refused(400, 'bad_request'))
          expect(
            (await host.refuse(id, { ...input, body: '{}', headers: { 'content-type': 'text/plain' } })).status,
          ).toBe(415)
        })
      }
    },
  )
}
