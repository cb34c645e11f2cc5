import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { type DecodedInstruction, nativeMint, programs } from '@latchkey/chains/codecs/solanaInstructions'
import { describe, expect, it } from 'vitest'
import { TokenAccounts } from './svmTokenAccounts.ts'

const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const other = 'Ay7bgYiHsdWXDdmxWcfCF8YpbYYFQqDMKPaM1iCxmFMp'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const account = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

const meta = (address: string) => ({ address, isSigner: false, isWritable: true })
const instruction = (name: string, accounts: Readonly<Record<string, string>>, fields = {}): DecodedInstruction => ({
  program: 'spl-token',
  name,
  accounts: Object.fromEntries(Object.entries(accounts).map(([role, address]) => [role, meta(address)])),
  fields,
  furtherAccounts: [],
})
const makes = (owner: string, accountMint = mint) =>
  instruction('initializeAccount3', { account, mint: accountMint }, { owner })

type Ledger = Readonly<Record<string, { readonly owner: string; readonly mint: string }>>
function accountsOf(instructions: readonly DecodedInstruction[], ledger: Ledger = {}): TokenAccounts {
  const accounts = new TokenAccounts([wallet, other], (address) => ledger[address])
  accounts.note(instructions)
  return accounts
}

describe('the owners of a token account', () => {
  it('are those of the ledger', () => {
    const accounts = accountsOf([], { [account]: { owner: other, mint } })
    expect(accounts.ownersOf(account)).toEqual([other])
    expect(accounts.mintOf(account)).toBe(mint)
  })

  it('are those of the message that makes it', () => {
    const accounts = accountsOf([makes(wallet)])
    expect(accounts.ownersOf(account)).toEqual([wallet])
    expect(accounts.mintOf(account)).toBe(mint)
  })

  it('are all of those that a message names, and that of the ledger', () => {
    const accounts = accountsOf([makes(wallet), makes(other)], { [account]: { owner: 'somebody', mint: nativeMint } })
    expect(accounts.ownersOf(account)).toEqual([wallet, other, 'somebody'])
    expect(accounts.mintOf(account)).toBe(mint)
  })

  it('are not known of another account', () => {
    const accounts = accountsOf([instruction('revoke', { source: account, owner: wallet })])
    expect(accounts.ownersOf(account)).toEqual([])
    expect(accounts.mintOf(account)).toBeUndefined()
  })
})

describe('an account that does not exist yet', () => {
  it.each([programs.token, programs.token2022])('belongs to the wallet whose address it comes from: %s', (program) => {
    const address = associatedTokenAddress(other, mint, program)
    expect(accountsOf([instruction('mintTo', { mint })]).ownersOf(address)).toEqual([other])
    expect(accountsOf([]).ownersOf(address)).toEqual([])
  })

  it('is of the currency itself even if no instruction names the mint', () => {
    expect(accountsOf([]).ownersOf(associatedTokenAddress(wallet, nativeMint))).toEqual([wallet])
  })

  it('is of the mint of an account that loses tokens', () => {
    const address = associatedTokenAddress(wallet, mint)
    const loses = instruction('transfer', { source: account, destination: address })
    expect(accountsOf([loses], { [account]: { owner: other, mint } }).ownersOf(address)).toEqual([wallet])
    // The message itself may make the account that loses tokens, also later on.
    expect(accountsOf([loses, makes(wallet)]).ownersOf(address)).toEqual([wallet])
    expect(accountsOf([loses]).ownersOf(address)).toEqual([])
  })
})
