import { parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import type { Mock } from '../../src/mock/createMock.ts'
import { viemClients } from '../chains/evmClients.ts'

/** Sends a tenth of an ether from a new account on Ethereum. @returns The hash of the transaction. */
export async function payFrom(mock: Mock, { to }: { readonly to: string }): Promise<`0x${string}`> {
  const { account, wallet } = viemClients(mock, mainnet)
  await mock.chain.fund(account.address, { ether: '1' }, 1)
  return wallet.sendTransaction({ to: to as `0x${string}`, value: parseEther('0.1') })
}
