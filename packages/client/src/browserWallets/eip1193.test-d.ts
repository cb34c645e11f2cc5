import type { Eip1193Provider as EthersProvider } from 'ethers'
import type { EIP1193Provider as ViemProvider, WalletClient } from 'viem'
import { expectTypeOf, it } from 'vitest'
import { type Eip1193Provider, fromEip1193 } from './eip1193.ts'

it('the providers of viem and ethers, and clients of viem, are taken without a cast', () => {
  expectTypeOf<ViemProvider>().toExtend<Eip1193Provider>()
  expectTypeOf<EthersProvider>().toExtend<Eip1193Provider>()
  expectTypeOf<WalletClient>().toExtend<Eip1193Provider>()
})

it('what may be missing in a page is not taken', () => {
  // @ts-expect-error -- `window.ethereum` is missing without a wallet
  fromEip1193({} as ViemProvider | undefined)
})
