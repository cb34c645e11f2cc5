import type { TokenContract } from '../../chains.ts'
import { tokenContract } from '../chainTokens.ts'
import { accountOf, type Frame } from './execution.ts'

/** The version in the domain of tokens that are past their first one; `1` for the others. */
const versions: Readonly<Record<string, string>> = { USDC: '2' }

type Described = Pick<TokenContract, 'symbol' | 'decimals'>

/** The version of a token's typed data. */
export const versionOf = ({ symbol }: Pick<Described, 'symbol'>): string => versions[symbol] ?? '1'

/** Whether a token is a FiatToken of version 2, such as USDC, which takes signed transfers (ERC-3009). */
export const isFiatToken = ({ symbol, decimals }: Described): boolean => symbol === 'USDC' && decimals === 6

/** The domain of signatures for a token (EIP-712). A wallet or page reads it by `eip712Domain` (ERC-5267). */
export function domainOf({ execution, self }: Frame) {
  const { backend, networkId } = execution
  const token = tokenContract(backend, accountOf(self), networkId)
  const { name = 'Token', symbol = '', nameOnChain = name } = token ?? {}
  return { name: nameOnChain, version: versionOf({ symbol }), chainId: networkId, verifyingContract: self } as const
}
