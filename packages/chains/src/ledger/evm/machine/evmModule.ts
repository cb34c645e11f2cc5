import type { Hex } from '../../../codecs/evmTransactions.ts'

/**
 * The module `@ethereumjs/evm`, a virtual machine of Ethereum in JavaScript, as the author of a test imports it. The mock
 * does not bring it along.
 */
export interface EvmModule {
  readonly createEVM: (options: never) => Promise<object>
  readonly Message: new (options: never) => object
  readonly EVMError: new (error: never) => object
}

/** An address as the machine has it. */
export interface MachineAddress {
  readonly bytes: Uint8Array
  toString(): string
}

/** A call in the machine. */
interface MachineMessage {
  readonly to?: MachineAddress
  readonly codeAddress: MachineAddress
  readonly caller: MachineAddress
  readonly value: bigint
  readonly data: Uint8Array
  readonly gasLimit: bigint
  readonly gasRefund: bigint
  readonly isStatic: boolean
  readonly delegatecall: boolean
  readonly salt?: Uint8Array
}

export type MachineLog = readonly [address: Uint8Array, topics: readonly Uint8Array[], data: Uint8Array]

export interface MachineResult {
  readonly createdAddress?: MachineAddress
  readonly execResult: {
    readonly returnValue: Uint8Array
    readonly executionGasUsed: bigint
    readonly exceptionError?: { readonly error: string } | undefined
    readonly gasRefund?: bigint
    readonly logs?: readonly MachineLog[] | undefined
    readonly selfdestruct?: ReadonlyMap<Hex, unknown>
  }
}

/** The outermost call by its fields; an inner one by its message. */
interface MachineCall {
  readonly message?: MachineMessage
  readonly caller?: MachineAddress
  readonly origin?: MachineAddress
  readonly to?: MachineAddress
  readonly gasPrice?: bigint
  readonly gasLimit?: bigint
  readonly value?: bigint
  readonly data?: Uint8Array
  readonly salt?: Uint8Array
  readonly block?: { readonly header: object }
  readonly delegatecall?: boolean
  readonly isStatic?: boolean
  readonly skipNonceIncrement?: boolean
}

/** The parts of a machine that the ledger uses. */
export interface Machine {
  readonly common: { chainId(): bigint }
  readonly journal: {
    addAlwaysWarmAddress(address: string): void
    addAlwaysWarmSlot(address: string, slot: string): void
    startReportingAccessList(): void
    /** Without `0x`. */
    readonly accessList?: ReadonlyMap<string, ReadonlySet<string>>
  }
  readonly precompiles: ReadonlyMap<string, unknown>
  runCall(options: MachineCall): Promise<MachineResult>
}

type Exports = {
  createEVM(options: object): Promise<Machine>
  Message: new (options: object) => { readonly caller: { readonly constructor: unknown } }
  EVMError: new (error: string) => { readonly error: string }
}

/** Reads the module by the names that the ledger needs. */
export const exportsOf = (module: object): Exports => module as Exports
