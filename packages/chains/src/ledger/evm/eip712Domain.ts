import type { Hex } from '../../codecs/evmTransactions.ts'
import { method } from './abi.ts'
import type { Frame } from './execution.ts'

/** A domain of typed data with the four usual fields. */
export interface FullDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
}

const emptyWord: Hex = `0x${'0'.repeat(64)}`

/** The function by which a wallet or page reads the domain of a contract's typed data (ERC-5267). */
export const domainMethod = (domainOf: (frame: Frame) => FullDomain) =>
  method(
    'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
    (frame: Frame) => {
      const { name, version, chainId } = domainOf(frame)
      // The four fields that this domain has.
      return ['0x0f', name, version, BigInt(chainId), frame.self, emptyWord, []] as const
    },
  )
