import { it } from 'vitest'
import { ledger } from './ledger.ts'
import { changedReplies } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('balances, nonces and blocks of a chain follow their model', () => expectToFollow(ledger))

/** Changes what the chain's methods answer, and lets the control interface pass. */
const withControl =
  (change: (mock: Parameters<Plant>[0]['chain']) => Partial<Parameters<Plant>[0]['chain']>): Plant =>
  (mock) => ({ mock: { ...mock, chain: { ...mock.chain, ...change(mock.chain) } } })

it.each<[fault: string, plant: Plant]>([
  ['a reorganization that drops nothing', withControl(({ reorg }) => ({ reorg: (blocks) => reorg(blocks) }))],
  [
    'funds that come twice',
    withControl(({ fund }) => ({
      fund: async (...input) => {
        await fund(...input)
        await fund(...input)
      },
    })),
  ],
  [
    'a nonce that does not grow',
    changedReplies(/chains\/evm/, (text) => text.replace(/"result":"0x1"/, '"result":"0x0"')),
  ],
])('the model of the ledger finds %s', (_, plant) => expectToFind(ledger, plant))
