import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { createMessengerPerson } from '../../../test/people/messengerPeople.ts'
import { createAppUser } from '../../../test/people/secondFactor.ts'

const host = createHost()
const blocked = { status: 403, code: 'screening_blocked' }

beforeEach(() => host.call('screening.enable'))

async function personWithWallet() {
  const { id: userId } = await host.mock.create.user({ email: 'ada@example.com' })
  const { publicKey } = await host.mock.create.wallet(userId)
  const { token } = await host.mock.signIn(userId)
  return { userId, publicKey, token }
}
const checksOf = async (userId: string) =>
  (await host.call('users.get', { params: { userId } })).body.user?.screeningChecks?.map(({ result }) => result)

describe('screening of a person who has a session', () => {
  it('refuses to refresh it once a wallet is sanctioned, and refreshes it again after that', async () => {
    const { userId, publicKey, token } = await personWithWallet()
    await host.mock.chain.sanction(publicKey)
    const refusal = await host.refuse('sessions.refresh', { token })
    expect(refusal).toMatchObject(blocked)
    expect(refusal.body).toMatchObject({ payload: { walletPublicKey: publicKey } })
    expect(await checksOf(userId)).toEqual(['OK', 'BLOCKED'])
    await host.mock.chain.pardon(publicKey)
    expect((await host.call('sessions.refresh', { token })).status).toBe(200)
    expect(await checksOf(userId)).toEqual(['OK', 'BLOCKED', 'OK'])
  })

  it('stores a check of a refresh only if its result is another one than before', async () => {
    const { userId, publicKey, token } = await personWithWallet()
    let last = token
    for (let i = 0; i < 3; i++) last = (await host.call('sessions.refresh', { token: last })).body.jwt ?? ''
    expect(await checksOf(userId)).toEqual(['OK'])
    await host.mock.chain.sanction(publicKey)
    for (let i = 0; i < 3; i++) expect(await host.refuse('sessions.refresh', { token: last })).toMatchObject(blocked)
    expect(await checksOf(userId)).toEqual(['OK', 'BLOCKED'])
  })

  it('looks at no list where the environment does not screen', async () => {
    const { userId, publicKey, token } = await personWithWallet()
    await host.call('screening.disable')
    await host.mock.chain.sanction(publicKey)
    expect((await host.call('sessions.refresh', { token })).status).toBe(200)
    expect(await checksOf(userId)).toEqual(['OK'])
  })

  it('refuses the second step of a sign-in', async () => {
    const { userId, app, token } = await createAppUser(host)
    const { publicKey } = await host.mock.create.wallet(userId)
    await host.mock.chain.sanction(publicKey)
    expect(await host.refuse('mfa.authenticateTotp', { token, body: { code: app.code() } })).toMatchObject(blocked)
  })

  it('refuses what a messenger says about the person', async () => {
    const ada = await createMessengerPerson(host)
    const receive = (state: string) => ({ body: { state, messengerUser: host.mock.messenger.sign(ada) } })
    await host.call('messenger.receive', receive('messenger-state-1'))
    const { body } = await host.call('messenger.signIn', {
      body: { state: 'messenger-state-1', forceCreateUser: true },
    })
    const { publicKey } = await host.mock.create.wallet(String(body.user.id))
    await host.mock.chain.sanction(publicKey)
    expect(await host.refuse('messenger.receive', receive('messenger-state-2'))).toMatchObject(blocked)
  })
})
