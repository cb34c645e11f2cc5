import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { TokenExtensions } from '../../records.ts'
import { extendedSize } from './extensionBytes.ts'
import { type Run, write } from './run.ts'
import { InstructionFault } from './solanaFaults.ts'
import { mintOf, tokenFault } from './tokenAccess.ts'

/**
 * The extensions of an account that is not a mint or a token account yet; `undefined` without any.
 *
 * @throws {@link InstructionFault} unless the account belongs to the program and is not in use
 */
export function blankExtensionsOf(run: Run, { address }: SolanaAccountMeta): TokenExtensions | undefined {
  const { program, data } = run.bank.get(address)
  if (program !== run.program) throw new InstructionFault('IncorrectProgramId')
  if (data === undefined) return undefined
  if (data.kind !== 'uninitialized') throw tokenFault('alreadyInUse')
  return data.extensions
}

/** Gives extensions to an account that is not a mint or a token account yet. @throws {@link InstructionFault} */
export function initializeExtensions(run: Run, account: SolanaAccountMeta, added: TokenExtensions): void {
  const before = blankExtensionsOf(run, account) ?? {}
  if (Object.keys(added).some((name) => name in before)) throw tokenFault('extensionAlreadyInitialized')
  const extensions = { ...before, ...added }
  if (extendedSize('token', extensions) > run.bank.get(account.address).space)
    throw new InstructionFault('InvalidAccountData')
  write(run, account, { data: { kind: 'uninitialized', extensions } })
}

/** Changes extensions of a mint. The size of the account follows from them. */
export function changeMintExtensions(run: Run, mint: SolanaAccountMeta, change: TokenExtensions): void {
  const state = mintOf(run, mint)
  const extensions = { ...state.extensions, ...change }
  write(run, mint, { data: { ...state, extensions }, space: extendedSize('mint', extensions) })
}
