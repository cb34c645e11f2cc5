import { it } from 'vitest'
import { changedReplies, changedRequests, skipping } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'
import { smartWallets } from './smartWallets.ts'

it('smart wallets and their user operations follow their model', () => expectToFollow(smartWallets))

const answeringCode = changedReplies(/chains\/evm/, (text) => text.replace('"result":"0x"', '"result":"0x6001"'))

it.each<[fault: string, plant: Plant]>([
  ['code where nothing was deployed', answeringCode],
  [
    'a payment that arrives as another amount',
    changedRequests(/chains\/evm/, (text) => text.replace(/16345785d8a0000/, '16345785d8a0001')),
  ],
  ['an owner that every sign-in takes for another', skipping(/\/verify$/, 422, '{}')],
  [
    'a reorganization that drops nothing',
    (mock) => ({
      mock: {
        ...mock,
        chain: { ...mock.chain, reorg: (blocks, { networkId = 1 } = {}) => mock.chain.reorg(blocks, { networkId }) },
      },
    }),
  ],
])('the model of smart wallets finds %s', (_, plant) => expectToFind(smartWallets, plant))
