import type { Hex } from '../../../crypto/evmTransactions.ts'
import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import type { Account, Transfer } from '../../../effects/chains.ts'
import type { Savepoint } from '../../../store/store.ts'
import { accountAt, moveNative } from '../accounts.ts'
import { event, type EvmLog } from './abi.ts'
import { type BlockContext, nextBlock } from './blockContext.ts'
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
  readonly backend: OutsideBackend
  readonly networkId: number
  /** @default the next block */
  readonly block?: BlockContext | undefined
  /** Code in place of that at an address; `undefined` for none. */
  readonly codes?: ReadonlyMap<Hex, Code | undefined> | undefined
  /** Whether movements of the currency are logged, too (ERC-7528). @default false */
  readonly logsTransfers?: boolean | undefined
}

/** The address that stands for the currency of a chain (ERC-7528). */
export const nativeAsset: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const transferred = event('event Transfer(address indexed from, address indexed to, uint256 value)')

/** How deep calls can be nested, as in Ethereum. */
const depthLimit = 1024

/** One transaction or one simulated call on an EVM chain, with its transfers and logs while it runs. */
export class Execution {
  readonly backend: OutsideBackend
  readonly networkId: number
  readonly block: BlockContext
  /** The account that signed the transaction. */
  readonly origin: Hex
  readonly #findCode: FindCode
  readonly #codes: Map<Hex, Code | undefined>
  readonly #logsTransfers: boolean
  #depth = 0
  readonly #transfers: Transfer[] = []
  readonly #logs: EvmLog[] = []
  readonly #unknownCode = new Set<Hex>()
  readonly #called = new Set<Hex>()

  constructor(
    { backend, networkId, block, codes, logsTransfers = false }: Environment,
    origin: Hex,
    findCode: FindCode,
  ) {
    this.backend = backend
    this.networkId = networkId
    this.origin = origin
    this.block = block ?? nextBlock(backend, networkId)
    this.#findCode = findCode
    this.#codes = new Map(codes)
    this.#logsTransfers = logsTransfers
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

  /**
   * Moves the value of a call, and runs the code at its address, and what that calls. A tried call that fails is undone
   * alone.
   *
   * @throws {@link Revert}
   */
  call(call: InnerCall): Hex {
    return this.#run(call)
  }

  /** A call whose failure undoes it alone. */
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
        this.#undo(innermost)
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
      this.#keep(innermost)
      if (running.length === 0) return data
      proceed = (steps) => steps.next({ success: true, data })
    }
  }

  #begin(call: InnerCall): Running {
    this.#depth++
    return {
      call,
      steps: this.#stepsOf(call),
      transfers: this.#transfers.length,
      logs: this.#logs.length,
      savepoint: call.isTried ? this.backend.savepoint() : undefined,
    }
  }

  #keep({ savepoint }: Running): void {
    this.#depth--
    savepoint?.keep()
  }

  #undo({ savepoint, transfers, logs }: Running): void {
    this.#depth--
    savepoint?.undo()
    this.#transfers.length = transfers
    this.#logs.length = logs
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

  /** Puts code at an address, for this execution alone. */
  placeCode(address: Hex, code: Code): void {
    this.#codes.set(address, code)
  }

  #codeAt(address: Hex): Code | undefined {
    return this.#codes.has(address) ? this.#codes.get(address) : this.#findCode(this, address)
  }

  balanceOf(address: Hex): bigint {
    return accountAt(this.backend, { account: accountOf(address), networkId: this.networkId }).balance
  }

  /** Adds to the transfers of the transaction. */
  note(transfer: Transfer): void {
    this.#transfers.push(transfer)
  }

  /** Adds to the logs of the transaction. */
  log(log: EvmLog): void {
    this.#logs.push(log)
  }
}

/** The ledger's account of an address. */
export function accountOf(address: Hex): Account {
  return `eip155:${address}`
}
