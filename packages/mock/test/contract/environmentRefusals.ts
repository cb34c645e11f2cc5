import { type OperationId, operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { failures } from '../../src/domain/shared/errors.ts'
import type { callsOf, TestHost } from '../hosts/harness.ts'

type Host = TestHost & ReturnType<typeof callsOf>

/** A call that would succeed: a function that creates the ids of its URL, and its body. */
export interface RefusalCase {
  params?: (host: Host) => Promise<Record<string, string>>
  body?: unknown
}

export const unknownId = '00000000-0000-7000-8000-00000000dead'

/** Returns the expected refusal: the code only where the operation documents a body that has one. */
export function refusalOf(id: OperationId, status: number, code: string): { status: number; code?: string } {
  const shape = (operationTable[id].errors as Record<number, string>)[status]
  return shape === 'ErrorBody' || shape === 'UnprocessableEntity' ? { status, code } : { status }
}

/** Tests the refusals that every operation with an environment token has. */
export function describeEnvironmentRefusals(host: Host, cases: Partial<Record<OperationId, RefusalCase>>) {
  describe.each(Object.entries(cases) as [OperationId, RefusalCase][])(
    '%s',
    (id, { params = async () => ({}), body }) => {
      const { path, scope } = operationTable[id] as { path: string; scope?: string }
      const ids = [...path.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name as string)
        .filter((name) => name !== 'environmentId' && name !== 'chainName')
      const hasEnvironment = path.includes('{environmentId}')
      const refused = (status: number, code: string) => refusalOf(id, status, code)

      it('refuses a call without a token', async () => {
        expect(await host.refuse(id, { params: await params(host), body, token: null })).toMatchObject(
          refused(401, 'unauthorized'),
        )
      })

      it('refuses a token that is unknown', async () => {
        expect(await host.refuse(id, { params: await params(host), body, token: 'lk_sandbox_unknown' })).toMatchObject(
          refused(401, 'unauthorized'),
        )
      })

      it(`refuses a token without the scope ${scope}`, async () => {
        const other = scope === 'environment.users.read' ? 'environment.webhooks.read' : 'environment.users.read'
        const { body: narrowToken } = await host.call('tokens.create', { body: { note: 'Narrow', scopes: [other] } })
        const token = narrowToken.token.rawToken as string
        expect(await host.refuse(id, { params: await params(host), body, token })).toMatchObject(
          refused(403, 'missing_scope'),
        )
      })

      it('refuses the token of another environment', async () => {
        const { live } = host.mock.defaults.environments
        const refusal = await host.refuse(id, { params: await params(host), body, token: live.token })
        expect(refusal.status).toBe(hasEnvironment ? 403 : 404)
      })

      if (hasEnvironment && ids.length > 0) {
        it("does not find another environment's records by its own token", async () => {
          const { live } = host.mock.defaults.environments
          const refusal = await host.refuse(id, {
            params: { ...(await params(host)), environmentId: live.id },
            body,
            token: live.token,
          })
          expect(refusal.status).toBe(404)
        })
      }

      it.each(ids)('does not find an unknown %s, and refuses a malformed UUID', async (name) => {
        const knownParams = await params(host)
        const refusal = await host.refuse(id, { params: { ...knownParams, [name]: unknownId }, body })
        expect(refusal.status).toBe(404)
        // The sentence that names no record.
        expect(refusal.body).not.toMatchObject({ error: failures.recordNotFound[2] })
        expect(await host.refuse(id, { params: { ...knownParams, [name]: 'no-uuid' }, body })).toMatchObject(
          refused(400, 'validation_failed'),
        )
      })

      if (body !== undefined) {
        it('refuses a body with an unknown key, one that is not JSON, and a missing one', async () => {
          const input = { params: await params(host) }
          expect(await host.refuse(id, { ...input, body: { ...(body as object), isAdmin: true } })).toMatchObject(
            refused(400, 'validation_failed'),
          )
          expect(await host.refuse(id, { ...input, body: '{"a":' })).toMatchObject(refused(400, 'bad_request'))
          expect((await host.refuse(id, { ...input, body: '[]' })).status).toBe(400)
          expect(
            (await host.refuse(id, { ...input, body: '{}', headers: { 'content-type': 'text/plain' } })).status,
          ).toBe(415)
        })
      }
    },
  )
}
