import { hashMessage } from 'viem'
import { it } from 'vitest'
import { delegation } from './delegation.ts'
import { skipping } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('delegated access follows its model', () => expectToFollow(delegation))

type Backend = Awaited<ReturnType<Parameters<Plant>[0]['delegation']['backend']>>

/** Changes what the server can do. */
const withServer =
  (change: (agent: Backend) => Partial<Backend>): Plant =>
  (mock) => ({
    mock: {
      ...mock,
      delegation: {
        ...mock.delegation,
        async backend(...input) {
          const agent = await mock.delegation.backend(...input)
          return { ...agent, ...change(agent) }
        },
      },
    },
  })

it.each<[fault: string, plant: Plant]>([
  ['a revocation that the service does not make', skipping(/\/delegatedAccess$/, 204)],
  ['a server that goes on listing the wallet', withServer(() => ({ wallets: () => [{} as never] }))],
  [
    'a signature of another key',
    withServer((agent) => ({
      sign: async (walletId) => agent.sign(walletId, hashMessage('Another text')),
    })),
  ],
])('the model of delegation finds %s', (_, plant) => expectToFind(delegation, plant))
