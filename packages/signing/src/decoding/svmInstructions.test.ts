import { type DecodedInstruction, layouts, type ProgramName } from '@latchkey/chains/codecs/solanaInstructions'
import { describe, expect, it } from 'vitest'
import { grantsOf, type InstructionGrant, newTokenAccountOf, sourceOf } from './svmInstructions.ts'

/** An instruction whose accounts have the names of their roles as addresses. */
function instruction(
  program: ProgramName,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): DecodedInstruction {
  const { accounts } = (layouts[program] as Readonly<Record<string, { accounts: readonly string[] }>>)[name]!
  const metas = accounts.map((role) => [role, { address: role, isSigner: false, isWritable: true }] as const)
  return { program, name, accounts: Object.fromEntries(metas), fields, furtherAccounts: [] }
}

const token = 'spl-token'
const tokens = { amount: 7n }
type Case = readonly [ProgramName, string, Readonly<Record<string, unknown>>, readonly InstructionGrant[]]

describe('grantsOf', () => {
  it.each<Case>([
    [
      'system',
      'createAccount',
      { lamports: 7n, owner: 'program' },
      [
        { to: 'newAccount', amount: 7n },
        { to: 'program', amount: 0n },
      ],
    ],
    [
      'system',
      'createAccountWithSeed',
      { lamports: 7n, owner: 'program' },
      [
        { to: 'newAccount', amount: 7n },
        { to: 'program', amount: 0n },
      ],
    ],
    ['system', 'transfer', { lamports: 7n }, [{ to: 'destination', amount: 7n }]],
    ['system', 'withdrawFromNonce', { lamports: 7n }, [{ to: 'destination', amount: 7n }]],
  ])('pays lamports: %s.%s', (...[program, name, fields, grants]) => {
    expect(grantsOf(instruction(program, name, fields))).toEqual(grants)
  })

  it.each<Case>([
    ['system', 'assign', { owner: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    ['system', 'initializeNonce', { nonceAuthority: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    ['system', 'authorizeNonce', { newAuthorized: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    [token, 'setAuthority', { newAuthority: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    [token, 'closeAccount', {}, [{ to: 'destination', amount: 'all' }]],
    [token, 'initializeMintCloseAuthority', { newAuthority: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    [token, 'initializePermanentDelegate', { delegate: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    [token, 'initializeMetadataPointer', { authority: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    [token, 'updateTokenMetadataAuthority', { newAuthority: 'evil' }, [{ to: 'evil', amount: 'all' }]],
    [
      token,
      'initializeTransferFeeConfig',
      { transferFeeConfigAuthority: 'evil', withdrawWithheldAuthority: 'worse' },
      [
        { to: 'evil', amount: 'all' },
        { to: 'worse', amount: 'all' },
      ],
    ],
    ['address-lookup-table', 'closeLookupTable', {}, [{ to: 'recipient', amount: 'all' }]],
  ])('gives everything: %s.%s', (...[program, name, fields, grants]) => {
    expect(grantsOf(instruction(program, name, fields))).toEqual(grants)
  })

  it('gives nobody power where an authority is removed', () => {
    expect(grantsOf(instruction(token, 'setAuthority', { newAuthority: null }))).toEqual([])
  })

  it.each<Case>([
    [token, 'transfer', tokens, [{ to: 'destination', mintOf: 'source', amount: 7n, isTokenAccount: true }]],
    [token, 'transferChecked', tokens, [{ to: 'destination', mint: 'mint', amount: 7n, isTokenAccount: true }]],
    [token, 'transferCheckedWithFee', tokens, [{ to: 'destination', mint: 'mint', amount: 7n, isTokenAccount: true }]],
    [token, 'approve', tokens, [{ to: 'delegate', mintOf: 'source', amount: 7n }]],
    [token, 'approveChecked', tokens, [{ to: 'delegate', mint: 'mint', amount: 7n }]],
  ])('moves tokens, or lets somebody move them: %s.%s', (...[program, name, fields, grants]) => {
    expect(grantsOf(instruction(program, name, fields))).toEqual(grants)
  })

  it.each<Case>([
    [token, 'mintTo', tokens, [{ to: 'account', amount: 0n, isTokenAccount: true }]],
    [token, 'mintToChecked', tokens, [{ to: 'account', amount: 0n, isTokenAccount: true }]],
    [token, 'syncNative', {}, [{ to: 'account', amount: 0n, isTokenAccount: true }]],
  ])('gives an account new tokens, of which the wallet loses none: %s.%s', (...[program, name, fields, grants]) => {
    expect(grantsOf(instruction(program, name, fields))).toEqual(grants)
  })

  it.each<Case>([
    [token, 'withdrawWithheldTokensFromMint', {}, [{ to: 'feeRecipient', amount: 'all', isTokenAccount: true }]],
    [token, 'withdrawWithheldTokensFromAccounts', {}, [{ to: 'feeRecipient', amount: 'all', isTokenAccount: true }]],
  ])('gives an account all fees: %s.%s', (...[program, name, fields, grants]) => {
    expect(grantsOf(instruction(program, name, fields))).toEqual(grants)
  })

  it.each<Case>([
    [token, 'reallocate', {}, [{ to: 'account', amount: 0n }]],
    [token, 'initializeTokenMetadata', {}, [{ to: 'updateAuthority', amount: 0n }]],
    ['spl-associated-token-account', 'create', {}, [{ to: 'account', amount: 0n }]],
    ['spl-associated-token-account', 'createIdempotent', {}, [{ to: 'account', amount: 0n }]],
    ['address-lookup-table', 'createLookupTable', {}, [{ to: 'lookupTableAuthority', amount: 0n }]],
  ])('names an account: %s.%s', (...[program, name, fields, grants]) => {
    expect(grantsOf(instruction(program, name, fields))).toEqual(grants)
  })

  it.each<readonly [ProgramName, string]>([
    ['system', 'allocate'],
    ['system', 'advanceNonce'],
    [token, 'revoke'],
    [token, 'burn'],
    [token, 'freezeAccount'],
    ['compute-budget', 'setComputeUnitLimit'],
  ])('gives nothing: %s.%s', (program, name) => {
    expect(grantsOf(instruction(program, name, tokens))).toEqual([])
  })
})

describe('newTokenAccountOf', () => {
  it.each<readonly [ProgramName, string, string]>([
    [token, 'initializeAccount', 'owner'],
    [token, 'initializeAccount2', 'person'],
    [token, 'initializeAccount3', 'person'],
    ['spl-associated-token-account', 'create', 'wallet'],
    ['spl-associated-token-account', 'createIdempotent', 'wallet'],
  ])('knows whose the account is that an instruction makes: %s.%s', (program, name, owner) => {
    expect(newTokenAccountOf(instruction(program, name, { owner: 'person' }))).toEqual({
      account: 'account',
      mint: 'mint',
      owner,
    })
  })

  it('knows no account of an instruction that makes none', () => {
    expect(newTokenAccountOf(instruction(token, 'transfer', tokens))).toBeUndefined()
    expect(newTokenAccountOf(instruction('system', 'createAccount', { owner: 'person' }))).toBeUndefined()
  })
})

describe('sourceOf', () => {
  it('is the token account that loses tokens', () => {
    expect(sourceOf(instruction(token, 'transfer'))).toBe('source')
    expect(sourceOf(instruction(token, 'mintTo'))).toBeUndefined()
  })

  it('is no account of lamports', () => {
    expect(sourceOf(instruction('system', 'transfer'))).toBeUndefined()
  })
})
