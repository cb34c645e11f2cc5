import { failureRoutes } from '@latchkey/contract/routes/failureRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post, sdk } = control
const failures = async () => (await get('failures')).body.failures

/** Goes to the page of Google, and gives the error that it answers at once; `undefined` where it shows its form. */
async function signInError(state: string): Promise<string | undefined> {
  await sdk('providers/google/initAuth', { state, redirectUrl: 'https://app.example.com/signed-in' })
  const { url } = (await sdk(`providers/google/loginUrl?state=${state}`)).body
  const { headers } = await fetch(url, { redirect: 'manual' })
  return new URL(headers.get('location') ?? url).searchParams.get('error') ?? undefined
}

/** The export as it is when it has ended. */
async function endedExport() {
  const { id, token } = control.server.mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const exports = `${control.server.url}/api/v0/environments/${id}/exports`
  const body = JSON.stringify({ format: 'csv', model: 'users' })
  const created = await (await fetch(exports, { method: 'POST', headers, body })).json()
  await post('clock/advance', { minutes: 1 })
  return (await fetch(`${exports}/${created.id}`, { headers })).json()
}

describe('planned failures', () => {
  it('are listed until they have happened', async () => {
    await post('create/provider', { provider: 'google' })
    await post('idp/failures', { provider: 'google', error: 'access_denied', times: 2 })
    await post('exports/failNext', { reason: 'The disk is full.' })
    await post('rooms/failNext', { kind: 'sign', reason: 'party_left' })
    await post('exchanges/failNext', { exchange: 'kraken', times: 3 })
    expect(await failures()).toEqual([
      { id: expect.any(String), kind: 'signIn', name: 'google', reason: 'access_denied', times: 2 },
      { id: expect.any(String), kind: 'room', name: 'sign', reason: 'party_left', times: 1 },
      { id: expect.any(String), kind: 'export', reason: 'The disk is full.', times: 1 },
      { id: expect.any(String), kind: 'transfer', name: 'kraken', reason: 'unknown_transfer_error', times: 3 },
    ])
    expect(await signInError('state-of-the-first')).toBe('access_denied')
    expect((await failures())[0]).toMatchObject({ kind: 'signIn', times: 1 })
    expect(await signInError('state-of-the-second')).toBe('access_denied')
    expect(await signInError('state-of-the-third')).toBeUndefined()
    expect(await endedExport()).toMatchObject({ status: 'failed', error: 'The disk is full.' })
    expect((await failures()).map(({ kind }: { kind: string }) => kind)).toEqual(['room', 'transfer'])
  })

  it('are forgotten one by one, and then do not happen', async () => {
    await post('create/provider', { provider: 'google' })
    await post('idp/failures', { provider: 'google', error: 'server_error' })
    await post('exports/failNext', { reason: 'The disk is full.' })
    const [signIn, exported] = await failures()
    expect((await post('failures/clear', { id: signIn.id })).status).toBe(204)
    expect(await failures()).toEqual([exported])
    expect(await signInError('state-after-all')).toBeUndefined()
    await post('failures/clear', { id: exported.id })
    expect(await endedExport()).toMatchObject({ status: 'completed' })
  })

  it('are forgotten all at once, and other rules of an exchange stay', async () => {
    await post('exchanges/rules', { exchange: 'coinbase', minimums: { ETH: '0.6' } })
    await post('exchanges/failNext', { exchange: 'coinbase' })
    await post('rooms/failNext', { kind: 'refresh', reason: 'expired' })
    await post('failures/clear', {})
    expect(await failures()).toEqual([])
    const { exchangeRules, roomFailures } = control.server.mock.export().tables
    expect(exchangeRules).toMatchObject([{ exchange: 'coinbase', minimums: { ETH: '0.6' }, failures: 0 }])
    expect(roomFailures).toEqual([])
  })

  it('refuse an id that is not planned, kinds and reasons that do not exist, and change nothing', async () => {
    await post('exports/failNext', { reason: 'The disk is full.' })
    const planned = await failures()
    const { status, body } = await post('failures/clear', { id: 'nothing' })
    expect([status, body.error]).toEqual([
      400,
      expect.stringContaining('the failure "nothing" is not planned any more'),
    ])
    expect((await post('failures/clear', { kind: 'export' })).status).toBe(400)
    expect((await post('rooms/failNext', { kind: 'sing', reason: 'party_left' })).status).toBe(400)
    expect((await post('rooms/failNext', { kind: 'sign', reason: 'bored' })).status).toBe(400)
    expect((await post('exports/failNext', {})).status).toBe(400)
    expect(await failures()).toEqual(planned)
  })

  it('can be planned for these providers, rooms and exchanges', async () => {
    const { providers, ...others } = (await get('failures/targets')).body
    expect(providers).toEqual(Object.keys(control.server.mock.idp))
    expect(others).toEqual({
      rooms: ['keygen', 'import', 'sign', 'refresh', 'reshare', 'export'],
      exchanges: ['coinbase', 'kraken'],
    })
  })

  it('have no route that the tests above have not called', () => {
    expect(Object.keys(failureRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
