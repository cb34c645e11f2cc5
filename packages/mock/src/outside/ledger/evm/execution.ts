import type { OutsideBackend } from '../../../domain/shared/backend.ts'
import type { Hex } from '../../../crypto/evmTransactions.ts'
import type { Account, Transfer } from '../../../effects/chains.ts'
import { accountAt, moveNative } from '../accounts.ts'
import { type Block, latestBlock } from '../blocks.ts'
import type { EvmLog } from './abi.ts'
import { Revert } from './revert.ts'

/** A call of one account by another one. Addresses are in lower case. */
export interface EvmCall {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** A call that a contract answers. */
export interface Frame {
  readonly execution: Execution
  /** The contract's own address. */
  readonly self: Hex
  readonly sender: Hex
  readonly value: bigint
  readonly data: Hex
}

/** What has code at an address. */
export interface Code {
  /** Answers a call. @throws {@link Revert} */
  run(frame: Frame): Hex
}

/** Finds the code at an address; `undefined` for an account without code, and for a contract that nobody knows. */
export type FindCode = (execution: Execution, address: Hex) => Code | undefined

/** How deep calls can be nested, as in Ethereum. */
const depthLimit = 1024

/** One transaction, or one question, on an EVM chain: what it moves and writes while it runs. */
export class Execution {
  readonly backend: OutsideBackend
  readonly networkId: number
  /** The block before the one in which it runs. */
  readonly parent: Block
  /** The account that signed the transaction. */
  readonly origin: Hex
  readonly #findCode: FindCode
  #depth = 0
  #transfers: Transfer[] = []
  #logs: EvmLog[] = []
  readonly #unknownCode = new Set<Hex>()
  readonly #called = new Set<Hex>()

  constructor(
    backend: OutsideBackend,
    { networkId, origin }: { readonly networkId: number; readonly origin: Hex },
    findCode: FindCode,
  ) {
    this.backend = backend
    this.networkId = networkId
    this.origin = origin
    this.parent = latestBlock(backend, { family: 'eip155', networkId })
    this.#findCode = findCode
  }

  /** What has moved so far, in order. */
  get transfers(): readonly Transfer[] {
    return this.#transfers
  }

  get logs(): readonly EvmLog[] {
    return this.#logs
  }

  /** Addresses that were called with data, and whose code nobody knows. */
  get unknownCode(): ReadonlySet<Hex> {
    return this.#unknownCode
  }

  /** Every address that was called. */
  get called(): ReadonlySet<Hex> {
    return this.#called
  }

  /** Moves the value of a call, and runs the code at its address. @throws {@link Revert} */
  call({ from, to, value, data }: EvmCall): Hex {
    if (this.#depth >= depthLimit) throw new Revert('0x', 'max call depth exceeded')
    this.#depth++
    try {
      this.#called.add(to)
      this.pay(from, to, value)
      const code = this.#findCode(this, to)
      if (code) return code.run({ execution: this, self: to, sender: from, value, data })
      if (data !== '0x') this.#unknownCode.add(to)
      return '0x'
    } finally {
      this.#depth--
    }
  }

  /** A call whose failure does not undo the caller. */
  tryCall(call: EvmCall): { readonly success: boolean; readonly data: Hex } {
    const [transfers, logs] = [[...this.#transfers], [...this.#logs]]
    try {
      return { success: true, data: this.backend.attempt(() => this.call(call)) }
    } catch (error) {
      if (!(error instanceof Revert)) throw error
      this.#transfers = transfers
      this.#logs = logs
      return { success: false, data: error.data }
    }
  }

  /** Moves the chain's currency. @throws {@link Revert} when there is not enough */
  pay(from: Hex, to: Hex, amount: bigint): void {
    if (amount === 0n) return
    if (this.balanceOf(from) < amount) throw new Revert('0x', 'insufficient balance for transfer')
    const { networkId } = this
    this.note(moveNative(this.backend, networkId, { from: accountOf(from), to: accountOf(to), amount }))
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
