import { defined } from '@latchkey/base/defined'
import type { ChainBackend } from '../../backend.ts'
import type { EvmRunner, SimulatedEffects } from '../../chains.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { RpcError } from '../../rpc/jsonRpc.ts'
import { readUserOperation } from '../../rpc/userOperationParams.ts'
import { addressOf } from '../accounts.ts'
import { entryPoints } from '../nativeAddresses.ts'
import { undone } from '../undone.ts'
import { codeAt } from './code.ts'
import { isSignedByContract } from './deployless.ts'
import { accountOf, Execution } from './execution.ts'
import { tryOperation } from './operationTrial.ts'
import { type Outcome, runCall } from './runTransaction.ts'
import type { UserOperation } from './userOperations.ts'

/** Runs calls of rules in their transaction. */
export function evmRunner(backend: ChainBackend): EvmRunner {
  return {
    simulate: (networkId, { from, to, value, data }, read) =>
      undone(backend, () => {
        const call = { from: addressOf(from) as Hex, to: addressOf(to) as Hex, value, data: data.toLowerCase() as Hex }
        return read(effectsOf(runCall({ backend, networkId }, call)))
      }),
    simulateUserOperation(networkId, { entryPoint: at, operation: fields }, read) {
      const entryPoint = entryPoints.find(({ address }) => address === addressOf(at))
      if (!entryPoint) return { problem: 'The entry point is not supported.' }
      let operation: UserOperation
      try {
        operation = readUserOperation(fields, entryPoint.version)
      } catch (error) {
        if (error instanceof RpcError) return { problem: error.message }
        throw error
      }
      const checks = { signature: false, funds: false }
      return tryOperation({ backend, networkId }, { operation, entryPoint, checks }, (tried) =>
        'problem' in tried ? tried : { result: read(effectsOf(tried.outcome)) },
      )
    },
    acceptsSignature(networkId, { address, digest, signature }) {
      const signer = address.toLowerCase() as Hex
      const signed = { hash: digest as Hex, signature: signature as Hex }
      return undone(backend, () =>
        isSignedByContract(new Execution({ backend, networkId }, signer, codeAt), signer, signed),
      )
    },
  }
}

function effectsOf({ execution, success, reason, gasUsed }: Outcome): SimulatedEffects {
  return {
    success,
    ...defined({ reason }),
    transfers: success ? execution.transfers : [],
    called: [...execution.called].map(accountOf),
    unknownCode: [...execution.unknownCode].map(accountOf),
    gasUsed,
  }
}
