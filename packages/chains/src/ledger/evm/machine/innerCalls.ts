import { readHex, toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { ChainBackend } from '../../../backend.ts'
import type { Transfer } from '../../../chains.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { nativeTransfer } from '../../../transfersInLogs.ts'
import type { EvmLog } from '../abi.ts'
import type { TouchedPlace } from '../callContext.ts'
import type { TraceStep } from '../callTrace.ts'
import { codeAt } from '../code.ts'
import { Execution } from '../execution.ts'
import { effectGas } from '../gas.ts'
import { Revert } from '../revert.ts'
import type { EvmCall } from '../steps.ts'
import type { CodeRun } from './codeRun.ts'
import { createCodeRuns, type RunCode } from './codeRuns.ts'
import type { Machine, MachineLog, MachineResult } from './evmModule.ts'

const hexOf = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`

interface Context {
  readonly runCode: RunCode
  readonly backend: ChainBackend
  readonly request: CodeRun
  /** Makes an error of the machine. */
  failure(error: string): { readonly error: string }
}

/** The effects of the calls that code makes while it runs. */
interface InnerCalls {
  /** Movements of the currency, and those of native contracts. */
  readonly transfers: Transfer[]
  readonly touched: readonly TouchedPlace[]
  readonly called: ReadonlySet<Hex>
  readonly unknownCode: ReadonlySet<Hex>
  /** Whether a log is of bytecode: native contracts tell of their transfers themselves. */
  isOfCode(this: void, log: EvmLog): boolean
  /** The calls as they began and ended, and the logs of the outermost one. */
  steps(logs: readonly MachineLog[]): readonly TraceStep[]
}

/** Answers the calls that code makes to native contracts, and notes all calls. */
export function innerCalls(machine: Machine, context: Context): InnerCalls {
  const { backend, request } = context
  const { networkId } = request
  const transfers: Transfer[] = []
  const touched: TouchedPlace[] = []
  const called = new Set<Hex>()
  const unknownCode = new Set<Hex>()
  const natives = new Set<Hex>()
  const steps: TraceStep[] = []
  const toldLogs = new Set<MachineLog>()
  const runInMachine = machine.runCall.bind(machine)

  machine.runCall = async (options) => {
    const { message } = options
    if (!message) return runInMachine(options)
    const noted = transfers.length
    const from = message.caller.toString() as Hex
    const target = message.to && (message.codeAddress.toString() as Hex)
    const call: EvmCall = { from, to: target ?? from, value: message.value, data: hexOf(message.data) }
    // The machine changes the message as it goes.
    const type = typeOf(message)
    const begun = steps.push({ begin: { ...call, type } })
    const code =
      target && !machine.precompiles.has(target.slice(2)) ? codeAt({ backend, networkId }, target) : undefined
    const isNative = code !== undefined && code.isBytecode !== true
    if (target) {
      called.add(target)
      if (!code && message.data.length > 0 && !machine.precompiles.has(target.slice(2))) unknownCode.add(target)
    }
    if (isNative) natives.add(call.to)
    const result = isNative ? await callNative(context, call, { message, note }) : await runInMachine(options)
    const { createdAddress, execResult } = result
    const to = createdAddress?.toString() as Hex | undefined
    if (to !== undefined) steps[begun - 1] = { begin: { ...call, to, type } }
    const isMoved = message.value > 0n && !message.delegatecall && !isNative
    if (execResult.exceptionError) transfers.length = noted
    else if (isMoved)
      transfers.splice(noted, 0, nativeTransfer(from, to ?? message.to?.toString() ?? from, message.value))
    tellLogs(execResult.logs)
    steps.push({ end: endOf(execResult) })
    return result
  }

  function note(execution: Execution): void {
    transfers.push(...execution.transfers)
    touched.push(...execution.touched)
    for (const address of execution.called) called.add(address)
    for (const address of execution.unknownCode) unknownCode.add(address)
  }

  /** Tells of the logs that no inner call has told of. */
  function tellLogs(logs: readonly MachineLog[] = []): void {
    for (const log of logs) {
      if (toldLogs.has(log)) continue
      toldLogs.add(log)
      const [address, topics, data] = log
      steps.push({ log: { address: hexOf(address), topics: topics.map(hexOf), data: hexOf(data) } })
    }
  }

  return {
    transfers,
    touched,
    called,
    unknownCode,
    isOfCode: ({ address }) => !natives.has(address),
    steps(logs) {
      tellLogs(logs)
      return steps
    },
  }
}

type Message = NonNullable<Parameters<Machine['runCall']>[0]['message']>

function typeOf({ to, salt, delegatecall, isStatic }: Message): string {
  if (!to) return salt ? 'CREATE2' : 'CREATE'
  if (delegatecall) return 'DELEGATECALL'
  return isStatic ? 'STATICCALL' : 'CALL'
}

function endOf({ returnValue, executionGasUsed, exceptionError }: MachineResult['execResult']) {
  const isRevert = exceptionError?.error === 'revert'
  return {
    success: exceptionError === undefined,
    data: hexOf(returnValue),
    gasUsed: executionGasUsed,
    ...defined({ reason: exceptionError && !isRevert ? exceptionError.error : undefined }),
  }
}

interface NativeCall {
  readonly message: Message
  /** Takes over what the call has done. */
  note(execution: Execution): void
}

/** Runs a contract of the ledger, which may call bytecode in turn: then it runs again with the outcome. */
async function callNative(context: Context, call: EvmCall, { message, note }: NativeCall): Promise<MachineResult> {
  const { runCode, backend, request, failure } = context
  const { gasLimit, gasRefund, isStatic, delegatecall } = message
  // Its code is no bytecode, which another contract could run as its own.
  if (delegatecall) return failed(failure('invalid opcode'), gasLimit)
  const codeRuns = createCodeRuns(runCode)
  const ids: string[] = []
  for (;;) {
    codeRuns.begin()
    let drawn = 0
    const newId = () => (ids[drawn++] ??= backend.newId())
    const { networkId, block, origin, gasPrice } = request
    const environment = { backend: { ...backend, codeRuns, newId }, networkId, block, gasPrice, gas: gasLimit }
    const execution = new Execution(environment, origin, codeAt)
    const savepoint = backend.savepoint()
    let data: Hex = '0x'
    let error: unknown
    try {
      data = execution.call(call)
    } catch (thrown) {
      error = thrown
      data = thrown instanceof Revert ? thrown.data : '0x'
    }
    const { transfers, logs } = execution
    const isWritten = isStatic && (transfers.length > 0 || logs.length > 0)
    const gasUsed = effectGas({ transfers, logs, hasCode: true }) + execution.codeGas
    const isOutOfGas = gasUsed > gasLimit
    const isDone = !codeRuns.isOpen && error === undefined && !isWritten && !isOutOfGas
    if (isDone) savepoint.keep()
    else savepoint.undo()
    if (codeRuns.isOpen) {
      await codeRuns.fetch()
      continue
    }
    if (error !== undefined && !(error instanceof Revert)) throw error
    if (isWritten) return failed(failure('static state change'), gasLimit)
    if (isOutOfGas) return failed(failure('out of gas'), gasLimit)
    const returnValue = readHex(data) ?? new Uint8Array()
    if (error) return { execResult: { ...failed(failure('revert'), gasUsed).execResult, returnValue } }
    note(execution)
    return { execResult: { returnValue, executionGasUsed: gasUsed, gasRefund, logs: logs.map(machineLog) } }
  }
}

const bytes = (hex: Hex) => readHex(hex) ?? new Uint8Array()
const machineLog = ({ address, topics, data }: EvmLog): MachineLog => [bytes(address), topics.map(bytes), bytes(data)]

function failed(exceptionError: { readonly error: string }, gasUsed: bigint): MachineResult {
  return {
    execResult: { returnValue: new Uint8Array(), executionGasUsed: gasUsed, exceptionError, gasRefund: 0n, logs: [] },
  }
}
