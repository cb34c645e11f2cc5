/** Requests of EVM wallets that serve one address. This loads `ox`, so import it lazily. */
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import * as Authorization from 'ox/Authorization'
import * as UserOperation from 'ox/erc4337/UserOperation'
import * as Hex from 'ox/Hex'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import * as TxEnvelopeEip7702 from 'ox/TxEnvelopeEip7702'
import * as TxEnvelopeLegacy from 'ox/TxEnvelopeLegacy'
import * as TypedData from 'ox/TypedData'
import type { DisguiseInput, PolicyDisguise } from './disguise.ts'
import { type GrantingTypedData, grantingTypedData, wrappingTypedData } from './evmTypedData.ts'

type Bytes = Hex.Hex
type Request = PolicyDisguise['request']

/** Contracts that most networks have. */
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const multiSend = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
const entryPoint07 = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const entryPoint08 = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const account = '0x00000000000000000000000000000000000acc07'
const unknownContract = '0x00000000000000000000000000000000000c0de7'

const encode = (signature: string, args: readonly unknown[]): Bytes =>
  AbiFunction.encodeData(AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction, args as never)
const list = (types: string, values: readonly unknown[]): Bytes =>
  AbiParameters.encode(AbiParameters.from(types as never), values as never)

interface Transaction {
  readonly to: string
  readonly data?: Bytes
  readonly value?: bigint
}

/** All requests that serve the address. */
export function evmDisguises({ address, wallet = account, chainId = 1 }: DisguiseInput): PolicyDisguise[] {
  const to = address.toLowerCase() as Bytes
  const pay = encode('transfer(address to, uint256 amount)', [to, 1n])
  const approve = encode('approve(address spender, uint256 amount)', [to, 1n])
  const call = (target: string, data: Bytes) => ({ target, value: 0n, data })

  const request = ({ value = 0n, data = '0x', to: target }: Transaction): Request => ({
    message: TxEnvelopeEip1559.serialize(
      TxEnvelopeEip1559.from({ ...common, chainId, to: target as Bytes, value, data }),
    ),
  })
  const onToken = (signature: string, args: readonly unknown[]) => request({ to: token, data: encode(signature, args) })
  const onAccount = (data: Bytes) => request({ to: account, data })

  const transfers: Record<string, Request> = {
    'payment of the currency': request({ to, value: 1n }),
    'payment before EIP-155': {
      message: TxEnvelopeLegacy.serialize(
        TxEnvelopeLegacy.from({ nonce: 0n, gas: 21_000n, gasPrice: 1n, to, value: 1n }),
      ),
    },
    'transfer of a token': request({ to: token, data: pay }),
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
    'approval of a token': request({ to: token, data: approve }),
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

  const wrapped: Record<string, Request> = {
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

  const operation = {
    sender: account as Bytes,
    nonce: 0n,
    callData: encode('execute(address, uint256, bytes)', [token, 0n, pay]),
    callGasLimit: 1n,
    verificationGasLimit: 1n,
    preVerificationGas: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    signature: '0x' as const,
  }
  const operations: Record<string, Request> = {
    'call of a user operation': userOperation(operation, { chainId }),
    'paymaster of a user operation': userOperation(
      { ...operation, callData: '0x', paymaster: to, paymasterVerificationGasLimit: 1n, paymasterPostOpGasLimit: 1n },
      { chainId },
    ),
    'factory of a user operation': userOperation(
      { ...operation, callData: '0x', factory: to, factoryData: '0x' },
      { chainId },
    ),
    'entry point of a user operation (0.7)': userOperation(operation, { chainId, entryPoint: to }),
    'call of a user operation at the entry point 0.8': userOperation(operation, {
      chainId,
      entryPoint: entryPoint08,
      version: '0.8',
    }),
    'user operation at its entry point': request({ to: entryPoint07, data: handleOps(operation) }),
  }

  const authorizations: Record<string, Request> = {
    'delegation to code': authorization(to, chainId),
    'delegation to code on every chain': authorization(to, 0),
    'delegation in a transaction': {
      message: TxEnvelopeEip7702.serialize(
        TxEnvelopeEip7702.from({
          ...common,
          chainId,
          to: account,
          authorizationList: [{ address: to, chainId, nonce: 1n, r: one, s: one, yParity: 0 }],
        }),
      ),
    },
  }
  const input = { to, wallet: wallet as Bytes, token, chainId, pay } as const
  const typed = requestsOf(grantingTypedData(input))
  const visible = { ...transfers, ...wrapped, ...operations, ...authorizations, ...typed }
  const digest = typedRequest(grantingTypedData(input).Permit as GrantingTypedData).message as Bytes
  const hidden = {
    ...requestsOf(wrappingTypedData({ account, chainId, digest })),
    'digest approved at a Safe': onAccount(encode('approveHash(bytes32)', [digest])),
  }
  return [
    ...Object.entries(visible).map(([name, each]) => ({ name, request: each })),
    ...Object.entries(hidden).map(([name, each]) => ({ name, request: each, isHidden: true as const })),
  ]
}

const requestsOf = (all: Readonly<Record<string, GrantingTypedData>>): Record<string, Request> =>
  Object.fromEntries(Object.entries(all).map(([name, data]) => [name, typedRequest(data)]))

const one = `0x${'1'.repeat(64)}` as const
const common = { nonce: 0n, gas: 500_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const

function typedRequest(evmTypedData: GrantingTypedData): Request {
  const message = TypedData.getSignPayload(evmTypedData as never)
  return { message, isFormatted: true, context: { evmTypedData: evmTypedData as never } }
}

function authorization(address: Bytes, chainId: number): Request {
  const message = Authorization.getSignPayload({ address, chainId, nonce: 0n })
  return { message, isFormatted: true, context: { eip7702Auth: { address, chainId, nonce: 0 } } }
}

interface Place {
  readonly chainId: number
  readonly entryPoint?: Bytes
  readonly version?: '0.7' | '0.8'
}

function userOperation(
  operation: Readonly<Record<string, Bytes | bigint>>,
  { chainId, entryPoint = entryPoint07, version = '0.7' }: Place,
): Request {
  const place = { chainId, entryPointAddress: entryPoint, entryPointVersion: version } as const
  const texts = Object.fromEntries(Object.entries(operation).map(([name, value]) => [name, String(value)]))
  return {
    message: UserOperation.hash(operation as never, place),
    isFormatted: true,
    context: { evmUserOperation: { chainId, entryPoint, operation: texts } },
  }
}

function handleOps({ sender, callData }: { readonly sender: Bytes; readonly callData: Bytes }): Bytes {
  const nothing = `0x${'0'.repeat(64)}`
  const packed = {
    sender,
    nonce: 0n,
    initCode: '0x',
    callData,
    accountGasLimits: nothing,
    preVerificationGas: 0n,
    gasFees: nothing,
    paymasterAndData: '0x',
    signature: '0x',
  }
  return encode(
    'handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
    [[packed], account],
  )
}
