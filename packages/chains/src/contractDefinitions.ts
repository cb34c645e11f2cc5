/** A value that a contract can keep: plain data, also with whole numbers of any size. */
export type StoredValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly StoredValue[]
  | { readonly [name: string]: StoredValue }

/**
 * The state that a contract keeps on a network. A call that reverts, an estimate, `eth_call` and a dropped block undo what was
 * kept in them; forks, snapshots and exports have it.
 *
 * @example
 * const sold = call.state.get<bigint>('sold') ?? 0n
 * call.state.set('sold', sold + amount)
 */
export interface ContractState {
  get<T extends StoredValue>(key: string): T | undefined
  /** @throws TypeError for what is not plain data, such as a function or a `Map` */
  set(key: string, value: StoredValue): void
  delete(key: string): void
}

/** A call to a contract, as its handler sees it, with the handler's actions. Addresses are in lower case. */
export interface ContractCall {
  /** The contract's own address. */
  readonly address: string
  readonly sender: string
  /** Wei that are sent along. The contract has them already. */
  readonly value: bigint
  readonly networkId: number
  /** The state that the contract keeps from one transaction to the next. */
  readonly state: ContractState
  /** Writes a log of an event of the ABI. */
  emit(event: string, args: Readonly<Record<string, unknown>>): void
  /**
   * An error of the ABI, to throw: the call reverts with it.
   *
   * @param args - In the order of the error's parameters.
   * @example
   * throw call.error('SoldOut', [left])
   */
  error(name: string, args?: readonly unknown[]): Error
  /**
   * Calls another contract, such as a token. A revert there reverts the caller, unless the handler catches it.
   *
   * @example
   * call.call(usdc, 'function transferFrom(address,address,uint256)', { args: [call.sender, call.address, 5n] })
   */
  call(to: string, signature: string, input?: { readonly args?: readonly unknown[]; readonly value?: bigint }): unknown
  /** Sends wei that the contract has. */
  send(to: string, amount: bigint): void
}

/**
 * Answers a function of a contract: gets the decoded arguments (integers of more than 48 bits as `bigint`) and returns
 * the result. An error reverts the call with its message, and one of `call.error` with its data. A handler runs once
 * for a transaction, and once more for each estimate and each `eth_call`: what it keeps in `call.state` is undone there.
 * Handlers are synchronous.
 */
type ContractHandler = (call: ContractCall, ...args: never[]) => unknown

/** A contract whose behaviour a test gives. */
export interface ContractDefinition {
  /** As JSON, or as signatures in Solidity: `['function quote(uint256) view returns (uint256)']`. */
  readonly abi: readonly unknown[]
  /** By the name of the function; `receive` answers calls without data. */
  readonly handlers: Readonly<Record<string, ContractHandler>>
}

/** The contracts of tests by network and account. They are functions, so only the process of the test has them. */
export type ContractDefinitions = Map<string, ContractDefinition>

export const definitionKey = (networkId: number, account: string): string => `${networkId} ${account}`
