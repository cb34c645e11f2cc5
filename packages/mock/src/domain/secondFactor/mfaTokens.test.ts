import { beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { createFactories } from '../../control/objects/factories.ts'
import { createSettingsControl } from '../../control/objects/settingsControl.ts'
import { createSignIn } from '../../control/objects/signIn.ts'
import { transact, type World } from '../../world/world.ts'
import type { ServerCaller, UserCaller } from '../shared/callers.ts'
import { assertMfaAction, deleteMfaTokens, issueMfaToken, spendMfaToken } from './mfaTokens.ts'

let world: World
let userId = ''
let settings: ReturnType<typeof createSettingsControl>

beforeEach(async () => {
  world = createTestWorld()
  const sandboxId = [...world.store.reader.environments.all()].find(({ name }) => name === 'sandbox')?.id ?? ''
  settings = createSettingsControl(world, sandboxId)
  await settings.patch({
    security: {
      mfa: {
        enabled: true,
        actions: [
          { action: 'user.update', required: true },
          { action: 'wallet.waas.export', required: false },
        ],
      },
    },
  })
  const create = createFactories(world, sandboxId)
  userId = (await create.user({ email: 'ada@example.com' })).id
  await create.totp(userId)
  await createSignIn(world)(userId)
})

const caller = (): UserCaller => {
  const { reader } = world.store
  const user = reader.users.get(userId)
  const [session] = [...reader.sessions.scan('byUser', [userId])]
  if (!user || !session) throw new TypeError('The test has no session.')
  return { kind: 'user', user, session }
}
const issue = (singleUse: boolean) =>
  transact(world, (backend) => issueMfaToken(backend, caller().session, { singleUse })) as string
const act = async (
  raw: string | undefined,
  action: 'user.update' | 'wallet.waas.export' | 'wallet.waas.sign' = 'user.update',
) => transact(world, (backend) => spendMfaToken(backend, assertMfaAction(backend, caller(), { action, raw })))

describe('an action that asks for the second factor again', () => {
  it('succeeds with a proof, once or for ten minutes', async () => {
    const once = issue(true)
    await act(once)
    await expect(act(once)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    const often = issue(false)
    await act(often)
    world.clock.advance(599_999)
    await act(often)
    world.clock.advance(1)
    await expect(act(often)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('is refused without a proof, and with an unknown one', async () => {
    for (const none of [undefined, ''])
      await expect(act(none)).rejects.toMatchObject({ status: 403, code: 'mfa_required' })
    await expect(act('unknown')).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('needs no proof if the settings do not ask, or if second factors are off', async () => {
    await act(undefined, 'wallet.waas.export')
    await act(undefined, 'wallet.waas.sign')
    await settings.patch({ security: { mfa: { enabled: false } } })
    await act(undefined)
  })

  it('needs no proof of a server, which has no factors', async () => {
    const { reader } = world.store
    const [token] = [...reader.environmentTokens.all()]
    if (!token) throw new TypeError('The test has no environment token.')
    const server: ServerCaller = { kind: 'server', environmentId: token.environmentId, token }
    const proof = transact(world, (backend) =>
      assertMfaAction(backend, server, { action: 'user.update', raw: undefined }),
    )
    expect(proof).toBeUndefined()
  })

  it('needs no proof of a user without a usable second factor', async () => {
    await settings.patch({ security: { mfa: { availableMethods: ['passkey'] } } })
    await act(undefined)
  })
})

describe('proofs of the second factor', () => {
  it('are stored as hashes only, and deleted after they have expired', () => {
    const raw = issue(false)
    expect(raw).toMatch(/^\w{43}$/)
    expect(JSON.stringify(world.store.export())).not.toContain(raw)
    world.clock.advance(600_000)
    issue(true)
    expect([...world.store.reader.mfaTokens.all()]).toMatchObject([{ singleUse: true }])
  })

  it('of other sessions stay valid when those of one session are deleted', async () => {
    const raw = issue(false)
    const { session } = caller()
    await transact(world, (backend) => deleteMfaTokens(backend, '00000000-0000-7000-8000-00000000dead'))
    await act(raw)
    await transact(world, (backend) => deleteMfaTokens(backend, session.id))
    await expect(act(raw)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
