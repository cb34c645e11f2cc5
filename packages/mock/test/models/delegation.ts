import fc from 'fast-check'
import { hashMessage, recoverAddress } from 'viem'
import { expect } from 'vitest'
import { type ModelTest, type Service, stepsFor } from './runModel.ts'

type Mock = Service['mock']

/** The parts of a run: a user's wallet, and the server to which the user delegates access. */
interface Parts {
  readonly wallet: Awaited<ReturnType<Mock['wallets']['embedded']>>
  readonly agent: Awaited<ReturnType<Mock['delegation']['backend']>>
}

/** Whether the server may sign. */
interface Delegation {
  parts: Parts | undefined
  isDelegated: boolean
}

const digest = hashMessage('Paid by the agent')

async function partsOf(model: Delegation, { mock }: Service): Promise<Parts> {
  if (model.parts) return model.parts
  const agent = await mock.delegation.backend()
  const user = await mock.create.user({ email: 'ada@example.com' })
  const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
  return (model.parts = { wallet, agent })
}

const step = stepsFor<Delegation>()
const nothing = fc.constant(undefined)

/** Delegated access to embedded wallets: 44-servers-and-delegation.md of the decisions. */
export const delegation: ModelTest<Delegation> = {
  runs: 6,
  maximumSteps: 12,
  options: { providers: ['dynamic'] },
  create: () => ({ parts: undefined, isDelegated: false }),
  steps: [
    step('signByServer', nothing, {
      async take(model, service) {
        const { wallet, agent } = await partsOf(model, service)
        const [result] = await Promise.allSettled([agent.sign(wallet.walletId, digest)])
        expect(result.status).toBe(model.isDelegated ? 'fulfilled' : 'rejected')
        if (result.status === 'rejected') return
        const { signature, recovery = 0 } = result.value
        const text = `0x${signature}${(27 + recovery).toString(16)}` as const
        expect(await recoverAddress({ hash: digest, signature: text })).toBe(wallet.address)
      },
    }),
    step('signByUser', nothing, {
      async take(model, service) {
        const { wallet } = await partsOf(model, service)
        expect(await wallet.signMessage('hello')).toMatch(/^0x/)
      },
    }),
    step('delegate', nothing, {
      isPossible: ({ isDelegated }) => !isDelegated,
      async take(model, service) {
        await (await partsOf(model, service)).wallet.delegate()
        model.isDelegated = true
      },
    }),
    step('revoke', nothing, {
      isPossible: ({ isDelegated }) => isDelegated,
      async take(model, service) {
        await (await partsOf(model, service)).wallet.revokeDelegation()
        model.isDelegated = false
      },
    }),
    step('revokeByServer', nothing, {
      isPossible: ({ isDelegated }) => isDelegated,
      async take(model, service) {
        const { walletId } = (await partsOf(model, service)).wallet
        await service.call('delegatedAccess.delete', { params: { walletId } })
        model.isDelegated = false
      },
    }),
    step('refresh', nothing, {
      async take(model, service) {
        // The server's share takes no part in it.
        await (await partsOf(model, service)).wallet.refresh()
        model.isDelegated = false
      },
    }),
    step('list', nothing, {
      async take(model, service) {
        const { agent } = await partsOf(model, service)
        await service.mock.clock.settle()
        expect(agent.wallets()).toHaveLength(Number(model.isDelegated))
      },
    }),
  ],
}
