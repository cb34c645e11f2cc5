import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  hashTypedData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  serializeTransaction,
  size,
  type TransactionSerializable,
  zeroAddress,
  zeroHash,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import type { SigningBody } from '../people/policyPeople.ts'

/** A call of a contract, or a payment. */
export interface Call {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const multiSend = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
/** A contract wallet that runs calls. */
const account = '0x00000000000000000000000000000000000acc07'
const holder = '0x0000000000000000000000000000000000ad0a00'

/** Encodes a call of the function that a signature names. */
function encode(signature: string, args: readonly unknown[]): Hex {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
}

const ofToken = (signature: string, args: readonly unknown[]): Call => ({
  to: token,
  value: 0n,
  data: encode(signature, args),
})
const ofAccount = (data: Hex): Call => ({ to: account, value: 0n, data })

/** Calls that give an address value or power, as they are. */
export const bareCalls: Readonly<Record<string, (served: Hex) => Call>> = {
  payment: (to) => ({ to, value: 1n, data: '0x' }),
  transfer: (to) => ofToken('transfer(address, uint256)', [to, 1n]),
  transferFrom: (to) => ofToken('transferFrom(address, address, uint256)', [holder, to, 1n]),
  safeTransferFrom: (to) => ofToken('safeTransferFrom(address, address, uint256)', [holder, to, 7n]),
  approve: (to) => ofToken('approve(address, uint256)', [to, 2n ** 256n - 1n]),
  increaseAllowance: (to) => ofToken('increaseAllowance(address, uint256)', [to, 1n]),
  setApprovalForAll: (to) => ofToken('setApprovalForAll(address, bool)', [to, true]),
  transferAndCall: (to) => ofToken('transferAndCall(address, uint256, bytes)', [to, 1n, '0x']),
  permit2Approval: (to) => ({
    ...ofToken('approve(address, address, uint160, uint48)', [token, to, 1n, 0]),
    to: permit2,
  }),
  transferOwnership: (to) => ofAccount(encode('transferOwnership(address)', [to])),
  enableModule: (to) => ofAccount(encode('enableModule(address)', [to])),
}

const safeArguments = 'address, uint256, bytes, uint8'
const operation =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 gasLimits, uint256 preGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'
const callList = parseAbiParameters('(address target, uint256 value, bytes data)[] calls')
const listOf = ({ to, value, data }: Call) => encodeAbiParameters(callList, [[{ target: to, value, data }]])
const modeOf = (head: string): Hex => `0x${head.padEnd(64, '0')}`

/** Calls with another call inside. */
export const wrappers: Readonly<Record<string, (call: Call) => Call>> = {
  multicall: ({ to, value, data }) => ({ to, value, data: encode('multicall(bytes[])', [[data]]) }),
  multicallUntil: ({ to, value, data }) => ({ to, value, data: encode('multicall(uint256, bytes[])', [0n, [data]]) }),
  aggregate: ({ to, value, data }) => ({
    to: multicall3,
    value,
    data: encode('aggregate((address target, bytes callData)[])', [[{ target: to, callData: data }]]),
  }),
  tryAggregate: ({ to, value, data }) => ({
    to: multicall3,
    value,
    data: encode('tryAggregate(bool, (address target, bytes callData)[])', [false, [{ target: to, callData: data }]]),
  }),
  aggregate3: ({ to, value, data }) => ({
    to: multicall3,
    value,
    data: encode('aggregate3((address target, bool allowFailure, bytes callData)[])', [
      [{ target: to, allowFailure: true, callData: data }],
    ]),
  }),
  aggregate3Value: ({ to, value, data }) => ({
    to: multicall3,
    value,
    data: encode('aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[])', [
      [{ target: to, allowFailure: false, value, callData: data }],
    ]),
  }),
  multiSend: ({ to, value, data }) => ({
    to: multiSend,
    value: 0n,
    data: encode('multiSend(bytes)', [
      encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
    ]),
  }),
  execTransaction: ({ to, value, data }) =>
    ofAccount(
      encode(`execTransaction(${safeArguments}, uint256, uint256, uint256, address, address, bytes)`, [
        to,
        value,
        data,
        0,
        0n,
        0n,
        0n,
        zeroAddress,
        zeroAddress,
        '0x',
      ]),
    ),
  delegatedMultiSend: (call) => {
    const { to, data } = wrappers.multiSend?.(call) ?? call
    return ofAccount(encode(`execTransactionFromModule(${safeArguments})`, [to, 0n, data, 1]))
  },
  execTransactionFromModule: ({ to, value, data }) =>
    ofAccount(encode(`execTransactionFromModule(${safeArguments})`, [to, value, data, 0])),
  execute: ({ to, value, data }) => ofAccount(encode('execute(address, uint256, bytes)', [to, value, data])),
  executeWithKind: ({ to, value, data }) => ofAccount(encode(`execute(${safeArguments})`, [to, value, data, 0])),
  executeBatch: ({ to, value, data }) =>
    ofAccount(encode('executeBatch((address target, uint256 value, bytes data)[])', [[{ target: to, value, data }]])),
  executeBatchInArrays: ({ to, value, data }) =>
    ofAccount(encode('executeBatch(address[], uint256[], bytes[])', [[to], [value], [data]])),
  // ERC-7579
  executeByMode: ({ to, value, data }) =>
    ofAccount(
      encode('execute(bytes32, bytes)', [
        modeOf('00'),
        encodePacked(['address', 'uint256', 'bytes'], [to, value, data]),
      ]),
    ),
  executeBatchByMode: (call) => ofAccount(encode('execute(bytes32, bytes)', [modeOf('01'), listOf(call)])),
  // ERC-7821
  executeBatchesByMode: (call) =>
    ofAccount(
      encode('execute(bytes32, bytes)', [
        modeOf('01000000000078210002'),
        encodeAbiParameters(parseAbiParameters('bytes[] batches'), [[listOf(call)]]),
      ]),
    ),
  handleOps: (call) => ({
    to: entryPoint,
    value: 0n,
    data: encode(`handleOps(${operation}[] ops, address beneficiary)`, [
      [
        {
          sender: account,
          nonce: 0n,
          initCode: '0x',
          callData: callDataFor(call),
          gasLimits: zeroHash,
          preGas: 0n,
          gasFees: zeroHash,
          paymasterAndData: '0x',
          signature: '0x',
        },
      ],
      account,
    ]),
  }),
}

/** The calldata by which a contract wallet makes a call. */
const callDataFor = ({ to, value, data }: Call) => encode('execute(address, uint256, bytes)', [to, value, data])

const fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } as const
const serialized = (fields: object): SigningBody => ({
  message: serializeTransaction({ chainId: 1, nonce: 0, gas: 900_000n, ...fields } as TransactionSerializable),
})

/** Requests to sign a call. */
export const envelopes: Readonly<Record<string, (call: Call) => SigningBody>> = {
  legacy: (call) => serialized({ type: 'legacy', gasPrice: 0n, ...call }),
  legacyOnEveryChain: (call) => serialized({ type: 'legacy', gasPrice: 0n, ...call, chainId: undefined }),
  eip2930: (call) =>
    serialized({ type: 'eip2930', gasPrice: 0n, ...call, accessList: [{ address: token, storageKeys: [] }] }),
  eip1559: (call) => serialized({ type: 'eip1559', ...fees, ...call }),
  eip4844: (call) =>
    serialized({ type: 'eip4844', ...fees, ...call, maxFeePerBlobGas: 0n, blobVersionedHashes: [modeOf('01')] }),
  eip7702: (call) =>
    serialized({
      type: 'eip7702',
      ...fees,
      ...call,
      authorizationList: [{ address: zeroAddress, chainId: 1, nonce: 0, r: modeOf('1'), s: modeOf('1'), yParity: 0 }],
    }),
  userOperation: (call) => userOperationOf(callDataFor(call)),
  // The account gets the whole operation (ERC-4337, 0.7).
  userOperationWithSelf: (call) => userOperationOf(concatHex(['0x8dd7712f', callDataFor(call)])),
  safeTransaction: (call) => safeTransactionOf(call),
}

function userOperationOf(callData: Hex): SigningBody {
  const userOperation = {
    sender: account,
    nonce: 0n,
    callData,
    callGasLimit: 1n,
    verificationGasLimit: 1n,
    preVerificationGas: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    signature: '0x',
  } as const
  const hashed = { chainId: 1, entryPointAddress: entryPoint, entryPointVersion: '0.7', userOperation } as const
  const texts = Object.fromEntries(Object.entries(userOperation).map(([name, value]) => [name, String(value)]))
  return {
    message: getUserOperationHash(hashed),
    isFormatted: true,
    context: { evmUserOperation: { chainId: 1, entryPoint, operation: texts } },
  }
}

const safeMembers = [
  ['address', 'to'],
  ['uint256', 'value'],
  ['bytes', 'data'],
  ['uint8', 'operation'],
  ['uint256', 'safeTxGas'],
  ['uint256', 'baseGas'],
  ['uint256', 'gasPrice'],
  ['address', 'gasToken'],
  ['address', 'refundReceiver'],
  ['uint256', 'nonce'],
].map(([type = '', name = '']) => ({ name, type }))

function safeTransactionOf({ to, value, data }: Call): SigningBody {
  const nothing = { safeTxGas: '0', baseGas: '0', gasPrice: '0', gasToken: zeroAddress, refundReceiver: zeroAddress }
  const evmTypedData = {
    domain: { chainId: 1, verifyingContract: account },
    types: { SafeTx: safeMembers },
    primaryType: 'SafeTx',
    message: { to, value: String(value), data, operation: 0, ...nothing, nonce: '0' },
  }
  const message = hashTypedData(evmTypedData as Parameters<typeof hashTypedData>[0])
  return { message, isFormatted: true, context: { evmTypedData } }
}
