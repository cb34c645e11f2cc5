import { describe, expect, it } from 'vitest'
import type { AskTarget } from './readEnvironment.ts'
import { rightsOf } from './tokenRights.ts'

const facts = { environmentId: '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f', token: 'lk_live_abcd1234' }
const refuses: AskTarget = async () => ({ status: 403, body: undefined })
const lists =
  (...scopes: string[]): AskTarget =>
  async () => ({ status: 200, body: { tokens: [{ checksum: '1234', scopes }] } })

describe('the rights of a token', () => {
  it.each<[what: string, deployment: readonly [organizations: unknown, ask: AskTarget], rights: object]>([
    ['of a viewer', [{ organizations: [{ role: 'viewer' }] }, refuses], { kind: 'reads' }],
    [
      'of an owner',
      [{ organizations: [{ role: 'owner' }, { role: 'viewer' }] }, refuses],
      { kind: 'writes', by: ['the role owner'] },
    ],
    [
      'of roles that the document does not have, which may be secrets',
      [{ organizations: [{ role: 'swordfish' }, { role: 'hunter22' }] }, refuses],
      { kind: 'writes', by: ['another role'] },
    ],
    ['that only reads', [undefined, lists('environment.settings.read')], { kind: 'reads' }],
    [
      'of scopes that the document does not have, which may be secrets',
      [undefined, lists('environment.users.write', 'swordfish', 'environment.settings.read')],
      { kind: 'writes', by: ['environment.users.write', 'another scope'] },
    ],
    ['that shows nothing', [undefined, refuses], { kind: 'unknown' }],
  ])('%s', async (_, [organizations, ask], rights) => {
    expect(await rightsOf(ask, organizations, facts)).toEqual(rights)
  })
})
