import { defined } from '@latchkey/base/defined'
import type { SolanaAccountMeta } from '../../codecs/solanaTransactions.ts'
import type { TokenExtensions } from '../../records.ts'
import { assertSigner, type Handlers, type Run } from './run.ts'
import { InstructionFault } from './solanaFaults.ts'
import { mintOf, tokenFault } from './tokenAccess.ts'
import { changeMintExtensions } from './tokenExtensions.ts'

/** The errors of the interface of metadata, each with its line in the log. */
const faults = {
  incorrectMintAuthority: [901_952_959, 'Incorrect mint authority has signed the instruction'],
  incorrectUpdateAuthority: [901_952_960, 'Incorrect metadata update authority has signed the instruction'],
  immutableMetadata: [901_952_961, 'Token metadata has no update authority'],
  keyNotFound: [901_952_962, 'Key not found in metadata account'],
} as const

function metadataFault(name: keyof typeof faults): InstructionFault {
  const [number, sentence] = faults[name]
  return new InstructionFault(number, `Program log: Error: ${sentence}`)
}

interface UpdateAccounts {
  readonly metadata: SolanaAccountMeta
  readonly updateAuthority: SolanaAccountMeta
}

type Metadata = NonNullable<TokenExtensions['tokenMetadata']>

/** The metadata in a mint, where the account that signs may change them. */
function ownMetadata(run: Run, { metadata, updateAuthority }: UpdateAccounts): Metadata {
  const state = mintOf(run, metadata).extensions?.tokenMetadata
  if (!state) throw new InstructionFault('InvalidAccountData')
  assertSigner(updateAuthority)
  if (state.updateAuthority === undefined) throw metadataFault('immutableMetadata')
  if (state.updateAuthority !== updateAuthority.address) throw metadataFault('incorrectUpdateAuthority')
  return state
}

/** The instructions of Token-2022 about metadata that a mint has in itself. */
export const tokenMetadata = {
  initializeTokenMetadata(run, { metadata, updateAuthority, mint, mintAuthority }, { name, symbol, uri }) {
    if (metadata.address !== mint.address) throw tokenFault('mintMismatch')
    const { mintAuthority: authority, extensions } = mintOf(run, mint)
    assertSigner(mintAuthority)
    if (authority !== mintAuthority.address) throw metadataFault('incorrectMintAuthority')
    if (!extensions?.metadataPointer) throw tokenFault('extensionCombination')
    if (extensions.tokenMetadata) throw tokenFault('extensionAlreadyInitialized')
    changeMintExtensions(run, mint, {
      tokenMetadata: {
        updateAuthority: updateAuthority.address,
        mint: mint.address,
        name,
        symbol,
        uri,
        additionalMetadata: [],
      },
    })
  },
  updateTokenMetadataField(run, accounts, { field, value }) {
    const state = ownMetadata(run, accounts)
    if (field.__kind !== 'key') {
      changeMintExtensions(run, accounts.metadata, { tokenMetadata: { ...state, [field.__kind]: value } })
      return
    }
    const others = new Map(state.additionalMetadata)
    const additionalMetadata = [...others.set(field.key, value)]
    changeMintExtensions(run, accounts.metadata, { tokenMetadata: { ...state, additionalMetadata } })
  },
  removeTokenMetadataKey(run, accounts, { idempotent, key }) {
    const state = ownMetadata(run, accounts)
    const additionalMetadata = state.additionalMetadata.filter(([name]) => name !== key)
    if (!idempotent && additionalMetadata.length === state.additionalMetadata.length) throw metadataFault('keyNotFound')
    changeMintExtensions(run, accounts.metadata, { tokenMetadata: { ...state, additionalMetadata } })
  },
  updateTokenMetadataAuthority(run, accounts, { newAuthority }) {
    const { updateAuthority: _, ...state } = ownMetadata(run, accounts)
    const updateAuthority = newAuthority ?? undefined
    changeMintExtensions(run, accounts.metadata, { tokenMetadata: { ...defined({ updateAuthority }), ...state } })
  },
} satisfies Partial<Handlers<'spl-token'>>
