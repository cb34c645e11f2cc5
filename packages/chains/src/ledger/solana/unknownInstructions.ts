import { programNameOf, programs } from '../../codecs/solanaInstructions.ts'
import type { SolanaInstruction } from '../../codecs/solanaTransactions.ts'

/** The parts of Token-2022 that the ledger does not run, by the first byte of their instructions. */
const unknownExtensions: Readonly<Record<number, string>> = {
  21: 'sizes as return data',
  23: 'amounts as return data',
  24: 'amounts as return data',
  27: 'confidential transfers',
  31: 'wrapped SOL',
  33: 'interest',
  34: 'the CPI guard',
  36: 'transfer hooks',
  37: 'confidential transfer fees',
  38: 'the withdrawal of excess lamports',
  40: 'groups',
  41: 'members of groups',
  42: 'confidential mints and burns',
  43: 'scaled amounts',
  44: 'pauses',
}

/** Says which part of a token program the ledger does not have, where an instruction is one of it. */
export function whyNotRun({ program, data: [tag = 0] }: SolanaInstruction): string | undefined {
  const isMultisig = programNameOf(program) === 'spl-token' && (tag === 2 || tag === 19)
  const part = isMultisig ? 'multisig accounts' : program === programs.token2022 && unknownExtensions[tag]
  return part ? `Program log: This ledger does not run ${part}. Try the instruction on a real node.` : undefined
}
