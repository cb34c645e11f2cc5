/** Deployments of contracts. Without a virtual machine one can be deployed only where its behaviour is known already. */
import * as ContractAddress from 'ox/ContractAddress'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { revertWith } from './abi.ts'
import type { Code } from './execution.ts'
import { createContract } from './machine/bytecode.ts'
import { Revert } from './revert.ts'

/** Why nothing can be deployed at an address, in words for the author of a test. */
export const undeployable = (address: string): string =>
  `This chain runs no bytecode, so it cannot deploy the contract at ${address}. \
A test says what it answers, before it is deployed or instead of that: mock.chain.contract(address, abi, handlers). \
To run a contract of your own, use a real node beside the mock.`

/** The length of a salt in hex, with its prefix. */
const saltLength = 2 + 2 * 32

/** The proxy that deploys contracts to the same address on every chain. It takes a salt and the code (EIP-1014). */
export const deploymentProxy: Code = {
  run({ execution, self, value, data }) {
    if (data.length < saltLength) throw new Revert('0x')
    const salt = data.slice(0, saltLength) as Hex
    const bytecode: Hex = `0x${data.slice(saltLength)}`
    const address = ContractAddress.fromCreate2({ from: self, salt, bytecode }).toLowerCase() as Hex
    if (execution.hasCode(address)) return address
    if (!execution.backend.codeRuns) throw revertWith(undeployable(address))
    createContract(execution, { from: self, value, data: bytecode }, { salt })
    return address
  },
}
