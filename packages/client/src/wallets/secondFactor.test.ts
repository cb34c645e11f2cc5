import { verifyMessage } from 'viem'
import { expect, it } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { authenticateTotp } from '../generated/operations/mfa.ts'
import { toViemAccount } from './evm/viemAccount.ts'
import { memoryShares } from './storage.ts'
import { createWalletWorld } from './test/walletWorld.ts'

it('a signature that asks for a second factor is refused without its token, and made with it once', async () => {
  const world = await createWalletWorld()
  const { mock, userId } = world
  const message = 'hello'
  await mock.settings.patch({ security: { mfa: { enabled: true } } })
  const app = await mock.create.totp(userId)
  const { id: environmentId } = mock.defaults.environments.sandbox
  const prove = async (client: Awaited<ReturnType<typeof world.device>>['client']) => {
    await mock.clock.advance({ seconds: 30 })
    const body = { code: app.code(), createMfaToken: { singleUse: true } }
    const { jwt = '', mfaToken } = await authenticateTotp(client, { environmentId, body })
    return { session: { jwt }, mfaToken }
  }
  const storage = memoryShares()
  const firstStep = await world.device()
  const device = await world.device({}, storage, (await prove(firstStep.client)).session)
  const wallet = await device.party.create({ chain: 'EVM' })
  await mock.settings.patch({ security: { mfa: { actions: [{ action: 'wallet.waas.sign', required: true }] } } })

  const refused = { name: 'ApiError', status: 403, code: 'mfa_required' }
  expect(await rejection(toViemAccount(wallet).signMessage({ message }))).toMatchObject(refused)
  expect(await rejection(wallet.sign({ message }))).toMatchObject(refused)

  const { session, mfaToken } = await prove(device.client)
  const { party } = await world.device({}, storage, session)
  const account = toViemAccount(await party.get(wallet.id), { mfaToken })
  const signature = await account.signMessage({ message })
  expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
  expect(await rejection(account.signMessage({ message }))).toMatchObject({ name: 'ApiError', status: 401 })
})
