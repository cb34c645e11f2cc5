import * as Hex from 'ox/Hex'
import type { EvmRunner } from '../../chains.ts'
import { addressOf } from '../../ledger/accounts.ts'

/**
 * Code that makes two calls from its own account, one after the other, and returns what the second one returns.
 *
 * Its input has four parts: the recipient of the first call, its value and the length of its data, 32 bytes each, and
 * the data; then the recipient of the second call, 32 bytes, and its data, up to the end.
 */
const code =
  // Copies the data of the first call, and calls its recipient with all gas.
  '0x604035806060600037600060008260006020356000355af150' +
  // Finds the data of the second call behind it, and calls that recipient.
  '60800180360380826000376000600082600060008660209003355af1' +
  // Returns what it got, or reverts with it.
  '3d600060003e6042573d6000fd5b3d6000f3'

const word = (value: bigint | number) => Hex.fromNumber(value, { size: 32 })
const addressWord = (address: Hex.Hex) => Hex.padLeft(address, 32)

/**
 * The parameters of an `eth_call` that reads what a contract says after a call, for nodes without `eth_simulateV1`. The
 * sender of the first call has the code for the length of the `eth_call`.
 */
export function callOfBoth(
  { from, to, value, data }: Parameters<EvmRunner['simulate']>[1],
  read: { readonly to: Hex.Hex; readonly data: Hex.Hex },
): readonly unknown[] {
  const first = [addressWord(addressOf(to) as Hex.Hex), word(value), word(Hex.size(data as Hex.Hex)), data as Hex.Hex]
  const input = Hex.concat(...first, addressWord(read.to), read.data)
  const sender = addressOf(from)
  return [{ from: sender, to: sender, data: input }, 'latest', { [sender]: { code } }]
}
