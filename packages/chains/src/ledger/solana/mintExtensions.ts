import { defined } from '@latchkey/base/defined'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { ExtensionName } from './extensionBytes.ts'
import { type Handlers, moveLamports, type Run, write } from './run.ts'
import { emptyAccount } from './solanaAccounts.ts'
import { InstructionFault } from './solanaFaults.ts'
import { assertAuthority, mintOf, tokenFault } from './tokenAccess.ts'
import { changeMintExtensions, initializeExtensions } from './tokenExtensions.ts'

/** The numbers that token accounts have for their states. */
const accountStates: Readonly<Record<number, 'frozen' | 'initialized'>> = { 1: 'initialized', 2: 'frozen' }

function readState(value: number): 'frozen' | 'initialized' {
  const state = accountStates[value]
  if (state === undefined) throw new InstructionFault('InvalidInstructionData')
  return state
}

/** The authorities of extensions that `setAuthority` changes, by its numbers. */
const extensionAuthorities: Readonly<Record<number, readonly [ExtensionName, field: string]>> = {
  4: ['transferFeeConfig', 'transferFeeConfigAuthority'],
  5: ['transferFeeConfig', 'withdrawWithheldAuthority'],
  6: ['mintCloseAuthority', 'closeAuthority'],
  8: ['permanentDelegate', 'delegate'],
  12: ['metadataPointer', 'authority'],
}

export const isExtensionAuthority = (authorityType: number): boolean =>
  Object.hasOwn(extensionAuthorities, authorityType)

interface NewAuthority {
  readonly authorityType: number
  readonly newAuthority: string | null
}

/** Gives an authority of an extension to somebody else, or to nobody. */
export function setExtensionAuthority(
  run: Run,
  [mint, authority]: readonly [SolanaAccountMeta, SolanaAccountMeta],
  { authorityType, newAuthority }: NewAuthority,
): void {
  const [name, field] = extensionAuthorities[authorityType] as readonly [ExtensionName, string]
  const state = mintOf(run, mint).extensions?.[name] as Readonly<Record<string, string>> | undefined
  if (!state) throw new InstructionFault('InvalidAccountData')
  const { [field]: present, ...others } = state
  if (present === undefined) throw tokenFault('authorityNotSupported')
  assertAuthority(present, authority)
  changeMintExtensions(run, mint, { [name]: newAuthority === null ? others : { ...state, [field]: newAuthority } })
}

interface CloseAccounts {
  readonly mint: SolanaAccountMeta
  readonly destination: SolanaAccountMeta
  readonly authority: SolanaAccountMeta
}

/** Closes a mint, which only one with this extension allows. */
export function closeMint(run: Run, { mint, destination, authority }: CloseAccounts): void {
  const { extensions, supply } = mintOf(run, mint)
  const closeAuthority = extensions?.mintCloseAuthority?.closeAuthority
  if (closeAuthority === undefined) throw tokenFault('authorityNotSupported')
  assertAuthority(closeAuthority, authority)
  if (supply > 0n) throw tokenFault('mintHasSupply')
  moveLamports(run, { from: mint, to: destination }, run.bank.get(mint.address).lamports)
  write(run, mint, { ...emptyAccount, data: undefined })
}

/** The instructions of Token-2022 about the extensions of mints, but for fees and metadata. */
export const mintExtensionProgram = {
  initializeMintCloseAuthority(run, { mint }, { newAuthority }) {
    const closeAuthority = newAuthority ?? undefined
    initializeExtensions(run, mint, { mintCloseAuthority: defined({ closeAuthority }) })
  },
  initializeDefaultAccountState: (run, { mint }, { accountState }) =>
    initializeExtensions(run, mint, { defaultAccountState: { accountState: readState(accountState) } }),
  updateDefaultAccountState(run, { mint, freezeAuthority }, { accountState }) {
    const state = mintOf(run, mint)
    if (!state.extensions?.defaultAccountState) throw new InstructionFault('InvalidAccountData')
    if (state.freezeAuthority === undefined) throw tokenFault('noAuthority')
    assertAuthority(state.freezeAuthority, freezeAuthority)
    changeMintExtensions(run, mint, { defaultAccountState: { accountState: readState(accountState) } })
  },
  initializeNonTransferableMint: (run, { mint }) => initializeExtensions(run, mint, { nonTransferable: {} }),
  initializePermanentDelegate: (run, { mint }, { delegate }) =>
    initializeExtensions(run, mint, { permanentDelegate: { delegate } }),
  initializeMetadataPointer(run, { mint }, fields) {
    const [authority, metadataAddress] = [fields.authority ?? undefined, fields.metadataAddress ?? undefined]
    if (authority === undefined && metadataAddress === undefined) throw new InstructionFault('InvalidInstructionData')
    initializeExtensions(run, mint, { metadataPointer: defined({ authority, metadataAddress }) })
  },
  updateMetadataPointer(run, { mint, authority }, fields) {
    const pointer = mintOf(run, mint).extensions?.metadataPointer
    if (!pointer) throw new InstructionFault('InvalidAccountData')
    if (pointer.authority === undefined) throw tokenFault('noAuthority')
    assertAuthority(pointer.authority, authority)
    const metadataAddress = fields.metadataAddress ?? undefined
    changeMintExtensions(run, mint, {
      metadataPointer: { authority: pointer.authority, ...defined({ metadataAddress }) },
    })
  },
} satisfies Partial<Handlers<'spl-token'>>
