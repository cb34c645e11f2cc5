import type { DecodedInstruction } from '../../codecs/solanaInstructions.ts'
import type { TransactionError } from './solanaFaults.ts'

/** The fee for a signature, in lamports. */
export const lamportsPerSignature = 5000n

const maximumUnits = 1_400_000
const unitsPerInstruction = 200_000

/** The compute units that a transaction may use, and the price that it pays for them. */
export interface ComputeBudget {
  /** In compute units. */
  readonly unitLimit: number
  /** In millionths of a lamport. */
  readonly unitPrice: bigint
  /** In lamports. */
  readonly priorityFee: bigint
}

/** The compute budget that a transaction's instructions ask for, or the error for asking twice. */
export function computeBudgetOf(
  instructions: readonly (DecodedInstruction | undefined)[],
): ComputeBudget | TransactionError {
  let unitLimit: number | undefined
  let unitPrice: bigint | undefined
  for (const [index, instruction] of instructions.entries()) {
    if (instruction?.program !== 'compute-budget') continue
    const { name, fields } = instruction
    const isSecond =
      (name === 'setComputeUnitLimit' && unitLimit !== undefined) ||
      (name === 'setComputeUnitPrice' && unitPrice !== undefined)
    if (isSecond) return { DuplicateInstruction: index }
    if (name === 'setComputeUnitLimit') unitLimit = Math.min(fields.units as number, maximumUnits)
    if (name === 'setComputeUnitPrice') unitPrice = fields.microLamports as bigint
  }
  const others = instructions.filter((instruction) => instruction?.program !== 'compute-budget').length
  const limit = unitLimit ?? Math.min(others * unitsPerInstruction, maximumUnits)
  const price = unitPrice ?? 0n
  return { unitLimit: limit, unitPrice: price, priorityFee: (price * BigInt(limit) + 999_999n) / 1_000_000n }
}

/** About what the instructions of programs cost on a node, in compute units. */
const units: Readonly<Record<string, number>> = {
  system: 150,
  'compute-budget': 150,
  'spl-token': 4700,
  'spl-associated-token-account': 22_000,
  'address-lookup-table': 750,
}

/** The compute units of an instruction; other programs cost as much as a short memo. */
export function unitsOf(instruction: DecodedInstruction | undefined): number {
  return units[instruction?.program ?? ''] ?? 3000
}
