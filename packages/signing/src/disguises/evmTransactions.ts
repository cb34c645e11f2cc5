import { functionOf } from '@latchkey/chains/codecs/evmSignatures'
/** Transactions of EVM wallets that serve one address. This loads `ox`, so import it lazily. */
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import * as Hex from 'ox/Hex'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import * as TxEnvelopeLegacy from 'ox/TxEnvelopeLegacy'
import type { PolicyDisguise } from './disguise.ts'

type Bytes = Hex.Hex
type Request = PolicyDisguise['request']

/** Contracts that most networks have. */
export const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const multiSend = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
export const account = '0x00000000000000000000000000000000000acc07'
const unknownContract = '0x00000000000000000000000000000000000c0de7'

/** The fields that all transactions share. */
export const common = { nonce: 0n, gas: 500_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const

export const encode = (signature: string, args: readonly unknown[]): Bytes =>
  AbiFunction.encodeData(functionOf(`function ${signature}`), args)
const list = (types: string, values: readonly unknown[]): Bytes =>
  AbiParameters.encode(AbiParameters.from<string>(types), values)

/** The served address, the wallet and the chain of a transaction. */
export interface Served {
  readonly to: Bytes
  readonly wallet: Bytes
  readonly chainId: number
}

interface Transaction {
  readonly to: string
  readonly data?: Bytes
  readonly value?: bigint
}

/** Makes requests to sign a transaction: any, one to a token, or one to an account. */
export function transactionsOn(chainId: number) {
  const request = ({ value = 0n, data = '0x', to }: Transaction): Request => ({
    message: TxEnvelopeEip1559.serialize(TxEnvelopeEip1559.from({ ...common, chainId, to: to as Bytes, value, data })),
  })
  return {
    request,
    onToken: (signature: string, args: readonly unknown[]) => request({ to: token, data: encode(signature, args) }),
    onAccount: (data: Bytes) => request({ to: account, data }),
  }
}

/** The calldata by which a token pays an address. */
export const paymentTo = (to: Bytes): Bytes => encode('transfer(address to, uint256 amount)', [to, 1n])
const approvalOf = (to: Bytes): Bytes => encode('approve(address spender, uint256 amount)', [to, 1n])

/** Transactions that name the served address openly. */
export function openTransactions({ to, wallet, chainId }: Served): Record<string, Request> {
  const { request, onToken, onAccount } = transactionsOn(chainId)
  return {
    'payment of the currency': request({ to, value: 1n }),
    'payment before EIP-155': {
      message: TxEnvelopeLegacy.serialize(
        TxEnvelopeLegacy.from({ nonce: 0n, gas: 21_000n, gasPrice: 1n, to, value: 1n }),
      ),
    },
    'transfer of a token': request({ to: token, data: paymentTo(to) }),
    'transfer of a token from somebody': onToken('transferFrom(address, address, uint256)', [wallet, to, 1n]),
    'transfer of an NFT': onToken('safeTransferFrom(address, address, uint256)', [wallet, to, 7n]),
    'transfer of several NFTs': onToken('safeBatchTransferFrom(address, address, uint256[], uint256[], bytes)', [
      wallet,
      to,
      [7n, 8n],
      [1n, 2n],
      '0x',
    ]),
    'transfer with a call': onToken('transferAndCall(address, uint256, bytes)', [to, 1n, '0x']),
    'approval of a token': request({ to: token, data: approvalOf(to) }),
    'approval of the NFT with the id 0': request({
      to: unknownContract,
      data: encode('approve(address, uint256)', [to, 0n]),
    }),
    'higher allowance': onToken('increaseAllowance(address, uint256)', [to, 1n]),
    'approval of all NFTs': onToken('setApprovalForAll(address, bool)', [to, true]),
    'approval at Permit2': onToken('approve(address, address, uint160, uint48)', [token, to, 1n, 0]),
    'new owner of a contract': onAccount(encode('transferOwnership(address)', [to])),
    'new module of a wallet': onAccount(encode('enableModule(address)', [to])),
  }
}

/** Transactions whose real call is inside of another call. */
export function wrappedTransactions({ to, chainId }: Omit<Served, 'wallet'>): Record<string, Request> {
  const { request, onToken, onAccount } = transactionsOn(chainId)
  const [pay, approve] = [paymentTo(to), approvalOf(to)]
  const call = (target: string, data: Bytes) => ({ target, value: 0n, data })
  const safeCall = [to, 1n, '0x', 0] as const
  const packed = (inner: Bytes): Bytes =>
    Hex.concat('0x00', token, Hex.fromNumber(0n, { size: 32 }), Hex.fromNumber(Hex.size(inner), { size: 32 }), inner)
  const nested = (depth: number): Bytes =>
    depth === 0
      ? pay
      : encode('execute(address, uint256, bytes)', [depth === 1 ? token : account, 0n, nested(depth - 1)])
  const calls = '(address target, uint256 value, bytes data)[] calls'
  const batchMode = `0x01${'0'.repeat(62)}` as const
  const modeOfBatches = `0x01000000000078210002${'0'.repeat(44)}` as const
  const callInside = list(calls, [[call(token, pay)]])

  return {
    'multicall of a token': onToken('multicall(bytes[])', [[pay]]),
    'multicall with a deadline': onToken('multicall(uint256, bytes[])', [0n, [approve]]),
    'aggregate of a token': request({
      to: multicall3,
      data: encode('aggregate((address target, bytes callData)[])', [[{ target: token, callData: pay }]]),
    }),
    'aggregate3 of a token': request({
      to: multicall3,
      data: encode('aggregate3((address target, bool allowFailure, bytes callData)[])', [
        [{ target: token, allowFailure: true, callData: pay }],
      ]),
    }),
    'aggregate3Value of the currency': request({
      to: multicall3,
      value: 1n,
      data: encode('aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[])', [
        [{ target: to, allowFailure: false, value: 1n, callData: '0x' }],
      ]),
    }),
    'multiSend of a token': request({ to: multiSend, data: encode('multiSend(bytes)', [packed(pay)]) }),
    'execution by a Safe': onAccount(
      encode('execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes)', [
        ...safeCall,
        0n,
        0n,
        0n,
        token,
        token,
        '0x',
      ]),
    ),
    'foreign code in the name of a Safe': onAccount(
      encode('execTransactionFromModule(address, uint256, bytes, uint8)', [to, 0n, '0x', 1]),
    ),
    'execution by an account': onAccount(encode('execute(address, uint256, bytes)', [token, 0n, pay])),
    'batch of an account': onAccount(
      encode('executeBatch((address target, uint256 value, bytes data)[])', [[call(token, approve)]]),
    ),
    'batch of an account in arrays': onAccount(
      encode('executeBatch(address[], uint256[], bytes[])', [[to], [1n], ['0x']]),
    ),
    'execution by mode (ERC-7579)': onAccount(
      encode('execute(bytes32, bytes)', [
        `0x${'0'.repeat(64)}`,
        Hex.concat(token, Hex.fromNumber(0n, { size: 32 }), pay),
      ]),
    ),
    'batch by mode (ERC-7579)': onAccount(encode('execute(bytes32, bytes)', [batchMode, callInside])),
    'batches by mode (ERC-7821)': onAccount(
      encode('execute(bytes32, bytes)', [modeOfBatches, list('bytes[] batches', [[callInside]])]),
    ),
    'eight calls inside of each other': onAccount(nested(8)),
  }
}
