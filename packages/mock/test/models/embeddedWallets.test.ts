import { it } from 'vitest'
import { embeddedWallets } from './embeddedWallets.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('embedded wallets on several devices follow their model', () => expectToFollow(embeddedWallets))

type Wallet = Awaited<ReturnType<Parameters<Plant>[0]['wallets']['embedded']>>

/** Changes what the first device of a wallet does. */
const withWallet =
  (change: (wallet: Wallet) => Partial<Wallet>): Plant =>
  (mock) => ({
    mock: {
      ...mock,
      wallets: {
        ...mock.wallets,
        async embedded(...input) {
          const wallet = await mock.wallets.embedded(...input)
          return Object.assign(Object.create(wallet) as Wallet, change(wallet))
        },
      },
    },
  })

it.each<[fault: string, plant: Plant]>([
  ['a refresh that renews nothing', withWallet(() => ({ refresh: async () => undefined }))],
  ['a backup that is not made', withWallet(() => ({ backUp: async () => undefined }))],
  [
    'a backup that opens with any password',
    withWallet((wallet) => ({
      newDevice: () => wallet.newDevice({ password: 'correct horse', iterations: 1_000 }),
    })),
  ],
])('the model of embedded wallets finds %s', (_, plant) => expectToFind(embeddedWallets, plant))
