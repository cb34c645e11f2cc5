import { readHex, toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { ChainBackend, ChainBranch } from '../../../backend.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { nativeTransfer, transfersIn } from '../../../transfersInLogs.ts'
import { blockOf } from '../../blocks.ts'
import type { EvmLog } from '../abi.ts'
import { zeroAddress } from '../erc20.ts'
import { accountOf } from '../execution.ts'
import { removeBytecode } from './bytecodeStorage.ts'
import type { CodeResult, CodeRun, UsedSlot } from './codeRun.ts'
import { type EvmModule, exportsOf, type Machine, type MachineAddress, type MachineLog } from './evmModule.ts'
import { innerCalls } from './innerCalls.ts'
import { ledgerState } from './ledgerState.ts'
import { noteTokens, type ReadContract } from './tokenNotes.ts'

const bytesOf = (hex: Hex): Uint8Array => readHex(hex) ?? new Uint8Array()
const hexOf = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`

/** Why the machine stopped, in the words of common nodes where they have others. */
const reasons: Readonly<Record<string, string>> = {
  'code store out of gas': 'contract creation code storage out of gas',
  'code size to deposit exceeds maximum code size': 'max code size exceeded',
  'initcode exceeds max initcode size': 'max initcode size exceeded',
  'static state change': 'write protection',
  'create collision': 'contract address collision',
  'invalid bytecode deployed': 'invalid code: must not begin with 0xef',
}

function reasonOf(error: string): string | undefined {
  if (error === 'revert') return undefined
  // The machine adds where in which code it was.
  if (error.startsWith('invalid JUMP')) return 'invalid jump destination'
  return reasons[error] ?? error
}

const evmLog = ([address, topics, data]: MachineLog): EvmLog => ({
  address: hexOf(address),
  topics: topics.map(hexOf),
  data: hexOf(data),
})

type AddressClass = new (bytes: Uint8Array) => MachineAddress

/**
 * Runs bytecode on a branch of the ledger.
 *
 * @param backend - That of the branch, which nobody else writes to.
 */
export async function runCode(
  backend: Branched,
  { module, request }: { readonly module: EvmModule; readonly request: CodeRun },
): Promise<CodeResult> {
  const { createEVM, Message, EVMError } = exportsOf(module)
  const { networkId, block, from, to, value, data, gas, gasPrice, origin, salt, isNonceTaken = false } = request
  const Address = new Message({ gasLimit: 0n }).caller.constructor as AddressClass
  const addressAt = (hex: Hex) => new Address(bytesOf(hex))
  const machine = await createEVM({
    stateManager: ledgerState(backend, networkId),
    blockchain: blocksOf(backend, networkId),
  })
  machine.common.chainId = () => BigInt(networkId)
  warm(machine, request)
  machine.journal.startReportingAccessList()
  const inner = innerCalls(machine, {
    runCode: (branch, inner) => runCode(branch, { module, request: inner }),
    backend,
    request,
    failure: (error) => new EVMError(error),
  })
  const options = {
    caller: addressAt(from),
    origin: addressAt(origin),
    gasPrice,
    gasLimit: gas,
    value,
    data: bytesOf(data),
    block: { header: headerOf(block, addressAt(block.coinbase)) },
    // The ledger has moved the value of a call, which this leaves out.
    ...(to !== undefined && { to: addressAt(to), delegatecall: true }),
    ...defined({ salt: salt === undefined ? undefined : bytesOf(salt) }),
    skipNonceIncrement: to !== undefined || isNonceTaken,
  }
  const { createdAddress, execResult } = await machine.runCall(options)
  const { returnValue, executionGasUsed, exceptionError, gasRefund = 0n, logs = [], selfdestruct } = execResult
  const success = exceptionError === undefined
  if (success) for (const [address] of selfdestruct ?? []) destroy(backend, networkId, address)
  const reason = exceptionError && reasonOf(exceptionError.error)
  const shown = success ? logs.map(evmLog) : []
  const ofCode = shown.filter(inner.isOfCode)
  const tokenTransfers = ofCode.flatMap(transfersIn)
  if (success && createdAddress && value > 0n)
    inner.transfers.unshift(nativeTransfer(from, createdAddress.toString(), value))
  const steps = inner.steps(logs)
  const transfers = success ? [...inner.transfers, ...tokenTransfers] : []
  const slots = usedSlots(machine)
  const read = readerOf(machine, addressAt)
  if (success) await noteTokens(backend, networkId, { transfers: tokenTransfers, logs: ofCode, read })
  return {
    success,
    data: success || reason === undefined ? hexOf(returnValue) : '0x',
    ...defined({ reason }),
    gasUsed: executionGasUsed,
    gasRefund: success ? gasRefund : 0n,
    logs: shown,
    transfers,
    called: [...inner.called],
    unknownCode: [...inner.unknownCode],
    slots,
    touched: inner.touched,
    steps,
    changes: success ? backend.changes() : [],
  }
}

/** The limit of an answer of a contract about its tokens. */
const readingGas = 1_000_000n

const readerOf =
  (machine: Machine, addressAt: (hex: Hex) => MachineAddress): ReadContract =>
  async (address, data) => {
    const { execResult } = await machine.runCall({
      caller: addressAt(zeroAddress),
      to: addressAt(address),
      data: bytesOf(data),
      gasLimit: readingGas,
      isStatic: true,
      skipNonceIncrement: true,
    })
    return execResult.exceptionError ? undefined : hexOf(execResult.returnValue)
  }

/** The backend of a branch. */
type Branched = ChainBackend & ChainBranch

/** A contract that ends in the transaction that has created it leaves nothing (EIP-6780). */
function destroy(backend: ChainBackend, networkId: number, address: Hex): void {
  const contract = { account: accountOf(address), networkId }
  removeBytecode(backend, contract)
  const record = backend.store.chainAccounts.find('byAccount', [contract.account, networkId])
  if (record) backend.store.chainAccounts.delete(record.id)
}

const usedSlots = ({ journal: { accessList = new Map() } }: Machine): UsedSlot[] =>
  [...accessList].flatMap(([address, keys]) => [...keys].map((key) => ({ address: `0x${address}`, slot: `0x${key}` })))

/** The addresses and slots whose first use costs no more than later ones (EIP-2929, EIP-3651). */
function warm({ journal, precompiles }: Machine, { from, to, origin, block, accessList = [] }: CodeRun): void {
  for (const address of [origin, from, block.coinbase, ...(to ? [to] : [])]) journal.addAlwaysWarmAddress(address)
  for (const address of precompiles.keys()) journal.addAlwaysWarmAddress(`0x${address}`)
  for (const { address, storageKeys } of accessList) {
    journal.addAlwaysWarmAddress(address)
    for (const key of storageKeys) journal.addAlwaysWarmSlot(address, key)
  }
}

const headerOf = (block: CodeRun['block'], coinbase: MachineAddress) => ({
  number: BigInt(block.number),
  timestamp: block.time,
  gasLimit: block.gasLimit,
  baseFeePerGas: block.baseFee,
  coinbase,
  difficulty: 0n,
  prevRandao: block.randao === undefined ? new Uint8Array(32) : bytesOf(block.randao),
  getBlobGasPrice: () => 1n,
})

/** The blocks whose hashes code can ask for. */
const blocksOf = (backend: ChainBackend, networkId: number) => ({
  getBlock: (number: number) =>
    Promise.resolve({
      hash: () => bytesOf((blockOf(backend, { family: 'eip155', networkId }, number)?.hash ?? '0x') as Hex),
    }),
  putBlock: () => Promise.resolve(),
})
