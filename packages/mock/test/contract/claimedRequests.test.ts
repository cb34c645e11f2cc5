import type { OperationId } from '@latchkey/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { fieldClaims } from './claimRows.ts'

const host = createHost({ mockPer: 'file' })

/** A call that takes a body of this schema, and a body that its schema accepts. */
interface Request {
  readonly id: OperationId
  readonly valid: Readonly<Record<string, unknown>>
  /** The list of the call's body in which the schema's records stand. @default the body itself */
  readonly list?: string
}

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const wallet = { publicWalletAddress: address, chain: 'EVM', walletName: 'a', walletProvider: 'browserExtension' }
const account = { provider: 'google', accountId: 'g-1' }

const requests: Readonly<Record<string, Request>> = {
  OauthRequest: { id: 'oauth.verify', valid: { state: 'state', code: 'code' } },
  CustomHostnameCreateRequest: {
    id: 'customHostnames.create',
    valid: { hostname: 'auth.example.com', usage: 'cookies' },
  },
  PostAllowlistEntriesRequest: { id: 'allowlistEntries.create', valid: { email: 'ada@example.com' } },
  AddDeeplinkUrlRequest: { id: 'deeplinkUrls.create', valid: { url: 'example://signed-in' } },
  InviteUpdateRequest: { id: 'invites.update', valid: { status: 'pending' } },
  InternalBulkUpdateUserFields: { id: 'users.create', valid: {} },
  CreateWalletRequest: { id: 'users.create', valid: wallet, list: 'wallets' },
  CreateUserOauthRequest: { id: 'users.create', valid: account, list: 'oauthAccounts' },
}

let params = {}
beforeAll(async () => {
  const { id: allowlistId } = await host.mock.create.allowlist()
  // The caller answers an invite of another organization.
  const owner = await host.mock.create.admin({ role: null })
  const { id: organizationId } = await host.mock.create.organization({ name: 'Inviting', owner: owner.id })
  const invite = { email: host.mock.defaults.admin.email, role: 'viewer' } as const
  await host.call('invites.create', { params: { organizationId }, body: invite, token: owner.token })
  const { body } = await host.call('invites.list', { query: { status: 'pending' } })
  params = { allowlistId, inviteId: body.invites?.[0]?.id, providerType: 'google' }
})

/** Values that are not of the kind. */
function otherThan(kind: string): readonly unknown[] {
  const [, limit] = /up to (\d+)/.exec(kind) ?? []
  if (/^(?:list|object|boolean|integer)/.test(kind)) return ['x']
  if (/^(?:one of|id|instant|[A-Z])/.test(kind)) return [7, 'no-such-value']
  return [7, ...(limit === undefined ? [] : ['a'.repeat(Number(limit) + 1)])]
}

async function refusalOf({ id, valid, list }: Request, fields: Readonly<Record<string, unknown>>) {
  const record = { ...valid, ...fields }
  const { status, body } = await host.refuse(id, { params, body: list ? { [list]: [record] } : record } as never)
  return { status, error: (body as { error?: unknown }).error }
}

describe('a request', () => {
  it.each(fieldClaims.filter(({ record }) => Object.hasOwn(requests, record)))(
    'reads $claim',
    async ({ record, field, kind }) => {
      const request = requests[record] as Request
      const path = request.list ? `${request.list}.0.${field}` : field
      for (const value of otherThan(kind)) {
        const { status, error } = await refusalOf(request, { [field]: value })
        expect(status, String(error)).toBe(400)
        expect(error).toMatch(new RegExp(`^${path} must (?!be left out)`))
      }
    },
  )

  it.each([
    { field: 'publicWalletAddress', record: 'CreateWalletRequest', others: ['0x8ba1 f109', '0x-1', 'ä', ''] },
    { field: 'walletPublicKey', record: 'PostAllowlistEntriesRequest', others: ['0x8ba1 f109', '0x-1', 'ä'] },
    { field: 'username', record: 'InternalBulkUpdateUserFields', others: ['ada byron', 'ada.byron', 'ada!'] },
    { field: 'country', record: 'InternalBulkUpdateUserFields', others: ['Great Britain', 'GBR', '44'] },
  ])('refuses characters outside of the alphabet of $record.$field', async ({ field, record, others }) => {
    for (const value of others) {
      const { status, error } = await refusalOf(requests[record] as Request, { [field]: value })
      expect([400, 422], `${value}: ${error}`).toContain(status)
      expect(String(error)).toContain(field)
    }
  })

  it('takes letters, digits, hyphens and underscores as a username, and a country of two letters', async () => {
    const body = { username: 'ada_Byron-1815', country: 'GB' }
    expect((await host.call('users.create', { body })).body.user).toMatchObject(body)
  })
})
