import type { TokenContract } from '../../chains.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { definitionKey } from '../../contractDefinitions.ts'
import { accountAt, addressOf } from '../accounts.ts'
import { describedToken } from '../chainTokens.ts'
import { contractWalletAt } from '../contractWallets.ts'
import {
  coinbaseFactories,
  deploymentProxyAddress,
  entryPoints,
  isNativeAddress,
  multicall3Address,
  nameService,
  permit2Address,
  simple7702Accounts,
  smartWalletFactory,
} from '../nativeAddresses.ts'
import { type Methods, runMethod } from './abi.ts'
import { coinbaseMethods } from './coinbase/coinbaseAccount.ts'
import { coinbaseFactoryMethods } from './coinbase/coinbaseFactory.ts'
import { codeOfDefinition } from './contractHandlers.ts'
import { deploymentProxy } from './deployment.ts'
import { entryPointMethods } from './entryPoint.ts'
import { deposit, erc20, fiatToken, wrappedCurrency } from './erc20.ts'
import { accountOf, type Code, type Execution, type Frame } from './execution.ts'
import { bytecode } from './machine/bytecode.ts'
import { bytecodeAt, hasBytecode } from './machine/bytecodeStorage.ts'
import { multicall3 } from './multicall3.ts'
import { nameRegistry, nameResolver, universalResolver } from './names.ts'
import { erc1155, erc721 } from './nfts.ts'
import { permit2Methods } from './permit2/permit2.ts'
import { Revert } from './revert.ts'
import { simple7702Methods } from './simple7702Account.ts'
import { smartAccount } from './smartAccount.ts'
import { isSmartWalletFactory, smartWalletFactoryMethods } from './smartWalletFactory.ts'
import { isFiatToken } from './tokenDomain.ts'

interface CodeOptions {
  /** Receives currency that comes without data. @default refuses it */
  readonly receive?: (frame: Frame) => void
  /** Accepts other data, and does nothing. @default refuses it */
  readonly hasFallback?: boolean
}

/** A contract whose functions are known. Other data reverts, as in Solidity without a fallback. */
export function nativeCode(methods: Methods<Frame>, { receive, hasFallback = false }: CodeOptions = {}): Code {
  return {
    run(frame) {
      if (frame.data === '0x' && receive) return (receive(frame), '0x')
      const called = methods.get(frame.data.slice(0, 10) as Hex)
      if (!called && hasFallback) return '0x'
      if (!called || (frame.value > 0n && called.abi.stateMutability !== 'payable')) throw new Revert('0x')
      return runMethod(called, frame, frame.data)
    },
  }
}

const accept = () => undefined

const byStandard = {
  erc20: nativeCode(erc20),
  erc721: nativeCode(erc721),
  erc1155: nativeCode(erc1155),
}
const usdCoin = nativeCode(fiatToken)
const wrapped = nativeCode(wrappedCurrency, { receive: deposit })
const account = nativeCode(smartAccount, { receive: accept })
/** Several calls in one (Multicall3). */
export const multicall3Code = nativeCode(multicall3, { receive: accept })
/** viem's accounts by EIP-7702, by the address to which they delegate. */
const simple7702: Readonly<Record<string, Code>> = Object.fromEntries(
  simple7702Accounts.map(({ version, address }) => [
    address,
    nativeCode(simple7702Methods(version), { receive: accept, hasFallback: true }),
  ]),
)
const coinbaseWallet = nativeCode(coinbaseMethods, { receive: accept })
const factory = nativeCode(smartWalletFactoryMethods)

/** The contracts that a network has without any set-up by a test. */
const natives: Readonly<Record<string, Code>> = {
  [multicall3Address]: multicall3Code,
  ...Object.fromEntries(
    entryPoints.map(({ address, version }) => [address, nativeCode(entryPointMethods[version], { receive: accept })]),
  ),
  ...simple7702,
  [permit2Address]: nativeCode(permit2Methods),
  [smartWalletFactory]: factory,
  ...Object.fromEntries(coinbaseFactories.map((each) => [each.address, nativeCode(coinbaseFactoryMethods(each))])),
  [deploymentProxyAddress]: deploymentProxy,
  [nameService.registry]: nativeCode(nameRegistry),
  [nameService.resolver]: nativeCode(nameResolver),
  [nameService.universalResolver]: nativeCode(universalResolver),
}

/** The tokens that wrap the currency of their chain. */
const wrappedSymbols: Readonly<Record<string, readonly number[]>> = {
  WETH: [1, 10, 8453, 42_161, 84_532, 421_614, 11_155_111, 11_155_420],
  WPOL: [137, 80_002],
  WBNB: [56, 97],
  WAVAX: [43_113, 43_114],
}

function codeOfToken(token: TokenContract, networkId: number): Code {
  if (wrappedSymbols[token.symbol]?.includes(networkId)) return wrapped
  return isFiatToken(token) ? usdCoin : byStandard.erc20
}

/** The code at an address: a native contract, one of a test, a wallet, or an account's delegation (EIP-7702). */
export function codeAt(
  { backend, networkId }: Pick<Execution, 'backend' | 'networkId'>,
  address: Hex,
): Code | undefined {
  const { store, contractDefinitions } = backend
  const ledgerAccount = accountOf(address)
  const standard = store.chainContracts.find('byAccount', [ledgerAccount, networkId])?.standard
  const definition = standard === 'handlers' && contractDefinitions.get(definitionKey(networkId, ledgerAccount))
  if (definition) return codeOfDefinition(definition)
  if (standard === 'bytecode') return bytecode
  if (isNativeAddress(address, networkId)) return natives[address]
  if (standard === 'erc721' || standard === 'erc1155') return byStandard[standard]
  const token = describedToken(backend, ledgerAccount, networkId)
  if (token) return codeOfToken(token, networkId)
  if (standard === 'erc20') return byStandard.erc20
  if (standard === 'coinbaseWallet') return coinbaseWallet
  if (contractWalletAt({ store }, address, networkId)?.isDeployed) return account
  if (isSmartWalletFactory({ store }, address)) return factory
  const { delegate } = accountAt(backend, { account: ledgerAccount, networkId })
  if (delegate === undefined) return undefined
  const delegateDefinition = contractDefinitions.get(definitionKey(networkId, delegate))
  if (delegateDefinition) return codeOfDefinition(delegateDefinition)
  if (hasBytecode(backend, { account: delegate, networkId })) return bytecode
  return simple7702[addressOf(delegate)] ?? account
}

/** The answer of `eth_getCode`: an invalid instruction for an address with code, since the ledger has no bytecode. */
export function codeTextAt(chain: Pick<Execution, 'backend' | 'networkId'>, address: Hex): Hex {
  const { delegate } = accountAt(chain.backend, { account: accountOf(address), networkId: chain.networkId })
  if (delegate !== undefined) return `0xef0100${delegate.slice(delegate.indexOf(':') + 3)}`
  const contract = { account: accountOf(address), networkId: chain.networkId }
  if (hasBytecode(chain.backend, contract)) return bytecodeAt(chain.backend, contract)
  // INVALID, the instruction that no contract can run.
  return codeAt(chain, address) ? '0xfe' : '0x'
}
