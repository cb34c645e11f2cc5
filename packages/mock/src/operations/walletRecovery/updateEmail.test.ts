import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { appOrigin, from } from '../../../test/people/passkeyCeremonies.ts'
import {
  createVendorWallets,
  enableVendor,
  vendorPerson,
  type VendorPerson,
} from '../../../test/people/vendorPeople.ts'

const host = createHost()
const wrong = { status: 422, code: 'other_verify_failure' }
let ada: VendorPerson
let token: string
let walletId: string
let properties: Record<string, unknown>

beforeEach(async () => {
  await enableVendor(host)
  ada = await vendorPerson(host)
  const { jwt, wallets } = await createVendorWallets(host, ada)
  token = jwt
  walletId = wallets[0]!.id
  properties = wallets[0]!.properties
})

describe('walletRecovery.updateEmail', () => {
  const update = (userEmail = 'rescue@example.com', change = {}) => ({
    type: 'ACTIVITY_TYPE_UPDATE_USER',
    timestampMs: String(host.mock.clock.now()),
    organizationId: properties.vendorSubOrganizationId,
    parameters: { userId: properties.vendorUserId, userEmail },
    ...change,
  })
  const page = () => ({ authenticator: ada.authenticator, origin: appOrigin })
  const input = async (request: { type: string }) => ({
    token,
    body: { vendorSignedRequest: await host.mock.custody.stamp(request, page()) },
    ...from(appOrigin),
  })
  const refuse = async (request: { type: string }) => host.refuse('walletRecovery.updateEmail', await input(request))

  it('sends bundles to the new address from then on, and leaves the profile as it is', async () => {
    expect((await host.call('walletRecovery.updateEmail', await input(update()))).status).toBe(204)
    const { publicKey: vendorEmailAuthTargetPublicKey } = await host.mock.custody.createKey()
    await host.call('walletRecovery.startEmailAuth', { token, body: { walletId, vendorEmailAuthTargetPublicKey } })
    expect(host.mock.outbox.email.list().map(({ to }) => to)).toEqual(['rescue@example.com'])
    expect((await host.call('profile.get', { token })).body.email).toBe('ada@example.com')
  })

  it('refuses a request that was used, is too old, or is of a later time', async () => {
    const unknown = { status: 422, code: 'invalid_verification' }
    const first = update()
    const now = host.mock.clock.now()
    await host.call('walletRecovery.updateEmail', await input(first))
    expect(await refuse(first)).toMatchObject(unknown)
    for (const timestampMs of [now - 300_000, now + 300_000].map(String))
      expect(await refuse(update('x@example.com', { timestampMs }))).toMatchObject(unknown)
    for (const change of [{ type: 'ACTIVITY_TYPE_DELETE_WALLETS' }, { timestampMs: 'now' }, { parameters: {} }])
      expect(await refuse({ ...update(), ...change })).toMatchObject(unknown)
    const { body } = await input(update())
    const noJson = { vendorSignedRequest: { ...body.vendorSignedRequest, body: '{' } }
    expect(await host.refuse('walletRecovery.updateEmail', { token, body: noJson })).toMatchObject(unknown)
  })

  it('refuses a wrong stamp, what is no address, and the sub-organization of another user', async () => {
    const { body } = await input(update())
    const signed = body.vendorSignedRequest
    const changed = { vendorSignedRequest: { ...signed, body: signed.body.replace('rescue', 'thief') } }
    const refusal = await host.refuse('walletRecovery.updateEmail', { token, body: changed, ...from(appOrigin) })
    expect(refusal).toMatchObject(wrong)
    expect(await refuse(update('nobody'))).toMatchObject({ code: 'recovery_email_unavailable_or_invalid' })
    const bob = await vendorPerson(host, 'bob@example.com')
    const other = await host.refuse('walletRecovery.updateEmail', { ...(await input(update())), token: bob.token })
    expect(other).toMatchObject({ status: 404, body: undefined })
    expect((await refuse(update('x@example.com', { organizationId: unknownId }))).status).toBe(404)
  })

  it('refuses malformed calls, calls without a session, and one that waits for its second factor', async () => {
    const call = await input(update())
    expect((await host.refuse('walletRecovery.updateEmail', { token, body: {} })).status).toBe(400)
    expect((await host.refuse('walletRecovery.updateEmail', { ...call, token: null })).status).toBe(401)
    const text = { token, body: '{}', headers: { 'content-type': 'text/plain' } }
    expect((await host.refuse('walletRecovery.updateEmail', text)).status).toBe(415)
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    expect(await host.refuse('walletRecovery.updateEmail', call)).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})
