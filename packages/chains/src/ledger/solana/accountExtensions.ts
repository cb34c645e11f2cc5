import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { TokenExtensions } from '../../records.ts'
import { rentOf } from './accountSizes.ts'
import { extendedSize, extensionOf } from './extensionBytes.ts'
import { type Handlers, type Run, write } from './run.ts'
import { InstructionFault } from './solanaFaults.ts'
import { pay } from './systemProgram.ts'
import { assertAuthority, changeToken, tokenAccountOf, tokenFault } from './tokenAccess.ts'

interface MemoAccounts {
  readonly account: SolanaAccountMeta
  readonly owner: SolanaAccountMeta
}

const setMemoTransfer =
  (requireIncomingTransferMemos: boolean) =>
  (run: Run, { account, owner }: MemoAccounts) => {
    const state = tokenAccountOf(run, account)
    assertAuthority(state.owner, owner)
    const extensions = { ...state.extensions, memoTransfer: { requireIncomingTransferMemos } }
    if (extendedSize('token', extensions) > run.bank.get(account.address).space)
      throw new InstructionFault('InvalidAccountData')
    changeToken(run, account, { extensions })
  }

/** The extensions of token accounts, as they are at first. */
const accountExtensions = {
  transferFeeAmount: { withheldAmount: '0' },
  immutableOwner: {},
  memoTransfer: { requireIncomingTransferMemos: false },
  nonTransferableAccount: {},
} satisfies TokenExtensions

const isAccountExtension = (name: string): name is keyof typeof accountExtensions =>
  Object.hasOwn(accountExtensions, name)

/** The instructions of Token-2022 about the extensions of token accounts. */
export const accountExtensionProgram = {
  enableRequiredMemoTransfers: setMemoTransfer(true),
  disableRequiredMemoTransfers: setMemoTransfer(false),
  reallocate(run, { account, payer, owner }, { extensionTypes }) {
    const state = tokenAccountOf(run, account)
    assertAuthority(state.owner, owner)
    const added = extensionTypes.map((type) => {
      const name = extensionOf(type)
      if (name === undefined)
        throw new InstructionFault(
          'InvalidInstructionData',
          `Program log: This ledger does not run the extension ${type} of Token-2022. Try the instruction on a real node.`,
        )
      if (!isAccountExtension(name)) throw tokenFault('extensionMismatch')
      return [name, accountExtensions[name]] as const
    })
    const size = extendedSize('token', { ...Object.fromEntries(added), ...state.extensions })
    const { space, lamports } = run.bank.get(account.address)
    if (space >= size) return
    if (lamports < rentOf(size)) pay(run, { from: payer, to: account }, rentOf(size) - lamports)
    write(run, account, { space: size })
  },
} satisfies Partial<Handlers<'spl-token'>>
