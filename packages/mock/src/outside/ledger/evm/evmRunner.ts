import type { OutsideBackend } from '../../../backend.ts'
import type { Hex } from '../../../crypto/evmTransactions.ts'
import type { EvmRunner, SimulatedEffects } from '../../../effects/chains.ts'
import { addressOf } from '../accounts.ts'
import { accountOf } from './execution.ts'
import { type Outcome, runCall, undone } from './runTransaction.ts'

/** Runs calls of rules in their transaction. */
export function evmRunner(backend: OutsideBackend): EvmRunner {
  return {
    simulate: (networkId, { from, to, value, data }, read) =>
      undone(backend, () => {
        const call = { from: addressOf(from) as Hex, to: addressOf(to) as Hex, value, data: data.toLowerCase() as Hex }
        return read(effectsOf(runCall(backend, networkId, call)))
      }),
  }
}

function effectsOf({ execution, success, reason, gasUsed }: Outcome): SimulatedEffects {
  return {
    success,
    ...(reason !== undefined && { reason }),
    transfers: success ? execution.transfers : [],
    called: [...execution.called].map(accountOf),
    unknownCode: [...execution.unknownCode].map(accountOf),
    gasUsed,
  }
}
