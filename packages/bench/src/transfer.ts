import { privateKeyToAccount } from 'viem/accounts'

/** The first account of every node for development, whose key Anvil prints when it starts. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const receiver = '0x00000000000000000000000000000000000B0b01'

export const sender = account.address

/** A signed transfer of one wei from `sender`. */
export function signTransfer(chainId: number, nonce: number): Promise<`0x${string}`> {
  return account.signTransaction({
    chainId,
    nonce,
    to: receiver,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
}
