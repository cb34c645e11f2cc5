/** Contracts whose bytecode runs. */
import { defined } from '@latchkey/base/defined'
import * as ContractAddress from 'ox/ContractAddress'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { revertWith } from '../abi.ts'
import type { Code, Execution } from '../execution.ts'
import { Halt, Revert } from '../revert.ts'
import type { EvmCall } from '../steps.ts'
import type { CodeRun } from './codeRun.ts'

const noMachine =
  'This contract has bytecode, and this mock has no virtual machine that runs it. \
Create the mock with one: createMock({ evm }), where evm is the module @ethereumjs/evm.'

/** A contract that was deployed: its code is in the ledger. */
export const bytecode: Code = {
  isBytecode: true,
  run: ({ execution, self, sender, value, data }) => runIn(execution, { from: sender, to: self, value, data }),
}

/** How a contract is created: by CREATE2 where there is a salt. */
type Creation = Pick<CodeRun, 'salt' | 'isNonceTaken'>

/** Runs the code that creates a contract, and keeps what that returns. @returns The contract's code */
export function createContract(
  execution: Execution,
  { from, value, data }: Pick<EvmCall, 'from' | 'value' | 'data'>,
  creation: Creation = {},
): Hex {
  if (execution.balanceOf(from) < value) throw new Revert('0x', 'insufficient balance for transfer')
  execution.useGas(creationGas(data, creation))
  return runIn(execution, { from, value, data, ...creation })
}

/** Gas of the code that creates a contract, in 32 bytes each (EIP-3860), and of CREATE2, which hashes it (EIP-1014). */
function creationGas(data: Hex, { salt }: Creation): bigint {
  const words = BigInt(Math.ceil((data.length - 2) / 64))
  return salt === undefined ? 2n * words : 32_000n + 8n * words
}

function runIn(
  execution: Execution,
  request: Pick<CodeRun, 'from' | 'to' | 'value' | 'data' | 'salt' | 'isNonceTaken'>,
): Hex {
  const { backend, networkId, block, origin, gasPrice, accessList } = execution
  const { codeRuns, store } = backend
  if (!codeRuns) throw revertWith(noMachine)
  const gas = execution.gas - execution.codeGas
  const result = codeRuns.run(backend, {
    networkId,
    block,
    origin,
    gasPrice,
    gas: gas > 0n ? gas : 0n,
    ...defined({ accessList }),
    ...request,
  })
  execution.addCodeRun(result)
  if (!result.success) {
    if (result.reason !== undefined) throw new Halt(result.reason)
    throw new Revert(result.data)
  }
  // All that goes is first, since it may have the key of what comes.
  for (const { table, before, after } of result.changes)
    if (before && !after) store[table as 'chainAccounts'].delete(before.id)
  for (const { table, after } of result.changes) if (after) store[table as 'chainAccounts'].put(after as never)
  return result.data
}

/** The address of the contract that a proxy creates by a salt (EIP-1014). */
export const saltedAddress = (from: Hex, salt: Hex, code: Hex): Hex =>
  ContractAddress.fromCreate2({ from, salt, bytecode: code }).toLowerCase() as Hex
