import { RpcError } from '../../jsonRpc.ts'
import type { SolanaNodeMethod } from './solanaNode.ts'

const realNode = 'If your test needs it, use a real node beside the mock.'

/** Why an account cannot be a program. */
export const noPrograms = `This ledger runs the programs that it has, and no bytecode. ${realNode}`
const noRemote = 'This cluster is not a fork of another one, so there is nothing to fetch.'
const profiles = `This ledger keeps no profiles. simulateTransaction tells the compute units, the logs and the accounts after it. ${realNode}`
const confidential = `This ledger does not run confidential transfers of Token-2022. ${realNode}`
const rights =
  'Who may call these methods is who may control the mock: give a control token to a server that others reach.'
const idls = `This ledger runs no programs of others, so it needs no IDL. ${realNode}`
const scenarios =
  'Scenarios change accounts slot by slot. Call surfnet_setAccount and surfnet_timeTravel in turn instead.'

const reasons: Readonly<Record<string, string>> = {
  surfnet_setSupply: 'The supply of this cluster is the sum of its accounts. surfnet_setAccount adds lamports.',
  surfnet_cloneProgramAccount: noPrograms,
  surfnet_setProgramAuthority: noPrograms,
  surfnet_writeProgram: noPrograms,
  surfnet_streamAccount: noRemote,
  surfnet_streamAccounts: noRemote,
  surfnet_profileTransaction: profiles,
  surfnet_getTransactionProfile: profiles,
  surfnet_getProfileResultsByTag: profiles,
  surfnet_getConfidentialBalance: confidential,
  surfnet_deriveConfidentialKeys: confidential,
  surfnet_enableCheatcode: rights,
  surfnet_disableCheatcode: rights,
  surfnet_registerIdl: idls,
  surfnet_getActiveIdl: idls,
  surfnet_registerScenario: scenarios,
}

const refuse =
  (reason: string): SolanaNodeMethod =>
  () => {
    throw new RpcError(-32_000, reason)
  }

/** Methods that the ledger cannot have. Each refusal names the way that leads to the same. */
export const refusedMethods: Readonly<Record<string, SolanaNodeMethod>> = Object.fromEntries(
  Object.entries(reasons).map(([name, reason]) => [name, refuse(reason)]),
)
