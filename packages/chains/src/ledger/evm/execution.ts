import { defined } from '@latchkey/base/defined'
import type { Savepoint } from '@latchkey/store/store'
import type { ChainBackend } from '../../backend.ts'
import type { Account, Transfer } from '../../chains.ts'
import type { EvmTransaction, Hex } from '../../codecs/evmTransactions.ts'
import { accountAt, moveNative } from '../accounts.ts'
import { event, type EvmLog } from './abi.ts'
import { nextBlock } from './blockContext.ts'
import type { BlockContext, TouchedPlace } from './callContext.ts'
import { type CallWatcher, tell } from './callTrace.ts'
import { effectGas } from './gas.ts'
import type { CodeResult, UsedSlot } from './machine/codeRun.ts'
import { Revert } from './revert.ts'
import type { CallResult, EvmCall, InnerCall, Steps } from './steps.ts'

/** A call that a contract answers. */
export interface Frame {
  readonly execution: Execution
  /** The contract's own address. */
  readonly self: Hex
  readonly sender: Hex
  readonly value: bigint
  readonly data: Hex
}

/** The code at an address. */
export interface Code {
  /** Answers a call. @throws {@link Revert} */
  run(frame: Frame): Hex | Steps<Hex>
  /** Whether a virtual machine runs it. @default false */
  readonly isBytecode?: boolean
}

/** A call that has begun. */
interface Running {
  readonly call: InnerCall
  readonly steps: Steps<Hex>
  /** The number of transfers that were noted before it. */
  readonly transfers: number
  readonly logs: number
  readonly savepoint: Savepoint | undefined
}

/** Finds the code at an address; `undefined` for an account without code, and for a contract that nobody knows. */
export type FindCode = (execution: Execution, address: Hex) => Code | undefined

/** Where code runs. */
export interface Environment {
  readonly backend: ChainBackend
  readonly networkId: number
  /** @default the next block */
  readonly block?: BlockContext | undefined
  /** Code in place of that at an address; `undefined` for none. */
  readonly codes?: ReadonlyMap<Hex, Code | undefined> | undefined
  /** Whether movements of the currency are logged, too (ERC-7528). @default false */
  readonly logsTransfers?: boolean | undefined
  /** Is told of calls and logs as they come. */
  readonly watcher?: CallWatcher | undefined
  /** The limit of the transaction. @default that of the block */
  readonly gas?: bigint | undefined
  /** The price of gas that bytecode reads, in wei. @default 0n */
  readonly gasPrice?: bigint | undefined
  /** The gas of the transaction before it runs. @default 0n */
  readonly spentGas?: bigint | undefined
  /** The addresses and slots that the transaction has paid for (EIP-2930). */
  readonly accessList?: EvmTransaction['accessList'] | undefined
}

/** The address that stands for the currency of a chain (ERC-7528). */
export const nativeAsset: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const transferred = event('event Transfer(address indexed from, address indexed to, uint256 value)')

/** How deep calls can be nested, as in Ethereum. */
const depthLimit = 1024

/** One transaction or one simulated call on an EVM chain, with its transfers and logs while it runs. */
export class Execution {
  readonly backend: ChainBackend
  readonly networkId: number
  readonly block: BlockContext
  /** The account that signed the transaction. */
  readonly origin: Hex
  readonly #findCode: FindCode
  readonly #codes: Map<Hex, Code | undefined>
  readonly #logsTransfers: boolean
  readonly #watcher: CallWatcher | undefined
  #depth = 0
  readonly #transfers: Transfer[] = []
  readonly #logs: EvmLog[] = []
  readonly #unknownCode = new Set<Hex>()
  readonly #called = new Set<Hex>()
  readonly #touched: TouchedPlace[] = []
  readonly #codeEffects = new WeakSet<object>()
  readonly #slots: UsedSlot[] = []
  /** The gas that bytecode may use in all. */
  readonly gas: bigint
  readonly gasPrice: bigint
  readonly accessList: EvmTransaction['accessList'] | undefined
  #codeGas = 0n
  #gasRefund = 0n

  constructor(environment: Environment, origin: Hex, findCode: FindCode) {
    const { backend, networkId, block, codes, logsTransfers = false, watcher } = environment
    const { gas, gasPrice = 0n, spentGas = 0n } = environment
    this.backend = backend
    this.networkId = networkId
    this.origin = origin
    this.block = block ?? nextBlock(backend, networkId)
    this.gas = (gas ?? this.block.gasLimit) - spentGas
    this.gasPrice = gasPrice
    this.accessList = environment.accessList
    this.#findCode = findCode
    this.#codes = new Map(codes)
    this.#logsTransfers = logsTransfers
    this.#watcher = watcher
  }

  /** The transfers so far, in order. */
  get transfers(): readonly Transfer[] {
    return this.#transfers
  }

  get logs(): readonly EvmLog[] {
    return this.#logs
  }

  /** Addresses with unknown code that were called with data. */
  get unknownCode(): ReadonlySet<Hex> {
    return this.#unknownCode
  }

  /** Every address that was called. */
  get called(): ReadonlySet<Hex> {
    return this.#called
  }

  /** The slots of bytecode that were read or written. */
  get slots(): readonly UsedSlot[] {
    return this.#slots
  }

  /** The gas that bytecode has used, also where it was reverted. */
  get codeGas(): bigint {
    return this.#codeGas
  }

  /** The gas that bytecode gives back at the end, as far as the chain allows. */
  get gasRefund(): bigint {
    return this.#gasRefund
  }

  /** Whether a transfer or a log is one of bytecode, whose gas counts by itself. */
  isOfCode(effect: Transfer | EvmLog): boolean {
    return this.#codeEffects.has(effect)
  }

  /** The places in the storage of tokens that were read or written. */
  get touched(): readonly TouchedPlace[] {
    return this.#touched
  }

  /**
   * Moves the value of a call, and runs the code at its address, and what that calls. If a tried call fails, only that
   * call is undone.
   *
   * @throws {@link Revert}
   */
  call(call: InnerCall): Hex {
    return this.#run(call)
  }

  /** A call whose failure undoes only this call. */
  tryCall(call: EvmCall): CallResult {
    try {
      return { success: true, data: this.#run({ ...call, isTried: true }) }
    } catch (error) {
      if (!(error instanceof Revert)) throw error
      return { success: false, data: error.data }
    }
  }

  #run(call: InnerCall): Hex {
    const running = [this.#begin(call)]
    let proceed = (steps: Steps<Hex>) => steps.next()
    for (;;) {
      const innermost = running.at(-1) as Running
      let step: IteratorResult<InnerCall, Hex>
      try {
        step = proceed(innermost.steps)
      } catch (error) {
        running.pop()
        this.#undo(innermost, error)
        if (running.length === 0) throw error
        proceed =
          innermost.call.isTried && error instanceof Revert
            ? (steps) => steps.next({ success: false, data: error.data })
            : (steps) => steps.throw(error)
        continue
      }
      if (!step.done) {
        running.push(this.#begin(step.value))
        proceed = (steps) => steps.next()
        continue
      }
      const data = step.value
      running.pop()
      this.#keep(innermost, data)
      if (running.length === 0) return data
      proceed = (steps) => steps.next({ success: true, data })
    }
  }

  #begin(call: InnerCall): Running {
    this.#depth++
    this.#watcher?.begin(call)
    return {
      call,
      steps: this.#stepsOf(call),
      transfers: this.#transfers.length,
      logs: this.#logs.length,
      savepoint: call.isTried ? this.backend.savepoint() : undefined,
    }
  }

  #keep(running: Running, data: Hex): void {
    this.#depth--
    running.savepoint?.keep()
    if (this.#watcher) this.#watcher.end({ success: true, data, gasUsed: this.#gasOf(running) })
  }

  #undo(running: Running, error: unknown): void {
    this.#depth--
    const { savepoint, transfers, logs } = running
    savepoint?.undo()
    if (this.#watcher && error instanceof Revert) {
      const { data, message: reason } = error
      this.#watcher.end({
        success: false,
        data,
        ...defined({ reason: reason || undefined }),
        gasUsed: this.#gasOf(running),
      })
    }
    this.#transfers.length = transfers
    this.#logs.length = logs
  }

  /** The gas of the effects of a call so far. */
  #gasOf({ call, transfers, logs }: Running): bigint {
    const hasCode = this.hasNativeCode(call.to)
    return effectGas({ transfers: this.#transfers.slice(transfers), logs: this.#logs.slice(logs), hasCode })
  }

  *#stepsOf({ from, to, value, data }: EvmCall): Steps<Hex> {
    if (this.#depth > depthLimit) throw new Revert('0x', 'max call depth exceeded')
    this.#called.add(to)
    this.pay(from, to, value)
    const code = this.#codeAt(to)
    if (!code) {
      if (data !== '0x' && !this.#codes.has(to)) this.#unknownCode.add(to)
      return '0x'
    }
    const answer = code.run({ execution: this, self: to, sender: from, value, data })
    return typeof answer === 'string' ? answer : yield* answer
  }

  /** Moves the chain's currency. @throws {@link Revert} when there is not enough */
  pay(from: Hex, to: Hex, amount: bigint): void {
    if (amount === 0n) return
    if (this.balanceOf(from) < amount) throw new Revert('0x', 'insufficient balance for transfer')
    const { networkId } = this
    this.note(moveNative(this.backend, networkId, { from: accountOf(from), to: accountOf(to), amount }))
    if (this.#logsTransfers) this.log(transferred(nativeAsset, { from, to, value: amount }))
  }

  hasCode(address: Hex): boolean {
    return this.#codeAt(address) !== undefined
  }

  /** Whether there is code whose gas is a fixed cost. */
  hasNativeCode(address: Hex): boolean {
    const code = this.#codeAt(address)
    return code !== undefined && code.isBytecode !== true
  }

  /** Puts code at an address, only for this execution. */
  placeCode(address: Hex, code: Code): void {
    this.#codes.set(address, code)
  }

  #codeAt(address: Hex): Code | undefined {
    return this.#codes.has(address) ? this.#codes.get(address) : this.#findCode(this, address)
  }

  balanceOf(address: Hex): bigint {
    return accountAt(this.backend, { account: accountOf(address), networkId: this.networkId }).balance
  }

  /** Counts gas for bytecode. */
  useGas(gas: bigint): void {
    this.#codeGas += gas
  }

  /** Takes over what bytecode has done. */
  addCodeRun(result: CodeResult): void {
    const { transfers, logs, called, unknownCode, slots, touched, gasUsed, gasRefund, steps } = result
    this.#codeGas += gasUsed
    this.#gasRefund += gasRefund
    for (const effect of [...transfers, ...logs]) this.#codeEffects.add(effect)
    this.#transfers.push(...transfers)
    this.#logs.push(...logs)
    for (const address of called) this.#called.add(address)
    for (const address of unknownCode) this.#unknownCode.add(address)
    this.#slots.push(...slots)
    this.#touched.push(...touched)
    if (this.#watcher) tell(this.#watcher, steps)
  }

  /** Notes the use of a token's storage. */
  touch(place: TouchedPlace): void {
    this.#touched.push(place)
  }

  /** Adds to the transfers of the transaction. */
  note(transfer: Transfer): void {
    this.#transfers.push(transfer)
  }

  /** Adds to the logs of the transaction. */
  log(log: EvmLog): void {
    this.#logs.push(log)
    this.#watcher?.log(log)
  }
}

/** The ledger's account of an address. */
export function accountOf(address: Hex): Account {
  return `eip155:${address}`
}
