import type { components } from '@latchkey/types'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { callsOf, mockOptions, type TestHost } from '../hosts/harness.ts'
import { addRules, type Rule, type SigningBody } from '../people/policyPeople.ts'

type Chain = components['schemas']['WaasChainEnum']

/** A mock with a wallet whose requests its policies judge. */
export interface PolicyWorld {
  readonly host: TestHost
  readonly address: string
  /** Judges a request only by a rule for addresses. */
  judge(rule: Pick<Rule, 'ruleType' | 'addresses'>, request: SigningBody): Promise<Judgement>
}

type Judgement = Awaited<ReturnType<Mock['policies']['explain']>>

export async function createPolicyWorld(chain: Chain): Promise<PolicyWorld> {
  const mock = createMock(mockOptions)
  await mock.create.provider({ provider: 'dynamic' })
  const { walletId, address } = await mock.wallets.embedded(await mock.create.user({ email: 'ada@example.com' }), {
    chain,
  })
  const host: TestHost = { name: 'fetch', mock, fetch: mock.fetch }
  const ruled = new Map<string, Mock>()

  async function mockWith(rule: Pick<Rule, 'ruleType' | 'addresses'>): Promise<Mock> {
    const key = JSON.stringify(rule)
    const fork = ruled.get(key) ?? mock.fork()
    if (!ruled.has(key)) {
      const inFork: TestHost = { name: 'fetch', mock: fork, fetch: fork.fetch }
      await addRules({ ...inFork, ...callsOf(inFork) }, { chain, ...rule })
      ruled.set(key, fork)
    }
    return fork
  }

  return {
    host,
    address,
    judge: async (rule, request) => (await mockWith(rule)).policies.explain({ walletId, ...request }),
  }
}
