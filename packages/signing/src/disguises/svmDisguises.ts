import { concat, toHex } from '@latchkey/base/bytes'
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { nativeMint, programs } from '@latchkey/chains/codecs/solanaInstructions'
/** Requests of Solana wallets that serve one address. This loads `@solana/kit`, so import it lazily. */
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { DisguiseInput, PolicyDisguise } from './disguise.ts'

/** A token of the main network, a program that is not known here, and an address of nobody. */
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const unknownProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const nobody = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
/** The address of the token account that a message creates. */
const newAccount = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
/** The account in which programs look up the rent. */
const rentSysvar = 'SysvarRent111111111111111111111111111111111'

type Role = readonly [address: string, role: AccountRole]
const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole

/** A number in little-endian bytes. */
function number(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
}

const instruction = (program: string, accounts: readonly Role[], ...data: readonly Uint8Array[]): Instruction => ({
  programAddress: program as Address,
  accounts: accounts.map(([address, role]) => ({ address: address as Address, role })),
  data: concat(...data),
})

const addressBytes = (address: string) => Uint8Array.from(getAddressEncoder().encode(address as Address))

const system = (accounts: readonly Role[], tag: number, ...data: readonly Uint8Array[]) =>
  instruction(programs.system, accounts, number(BigInt(tag), 4), ...data)

const token = (accounts: readonly Role[], tag: number, ...data: readonly Uint8Array[]) =>
  instruction(programs.token, accounts, Uint8Array.of(tag), ...data)

const one = number(1n, 8)
const decimals = Uint8Array.of(6)
const ofMint: Role = [mint, READONLY]

/** Who signs, and whom it serves. */
interface Parties {
  readonly wallet: string
  readonly address: string
}

type Requests = Readonly<Record<string, readonly Instruction[]>>

/** The programs that the requests call. A message cannot call an account that it writes to. */
const calledPrograms: ReadonlySet<string> = new Set([
  programs.system,
  programs.token,
  programs.token2022,
  programs.associatedToken,
  unknownProgram,
])

/** All requests that serve the address. @throws TypeError for a program in place of an account */
export function svmDisguises({ address, wallet = nobody }: DisguiseInput): PolicyDisguise[] {
  const parties = { wallet, address }
  for (const account of [address, wallet])
    if (calledPrograms.has(account))
      throw new TypeError(`Failed to make disguises: "${account}" is a program of Solana, not an account.`)
  const requests: Requests = {
    ...lamportRequests(parties),
    ...transferRequests(parties),
    ...newAccountRequests(parties),
    ...otherRequests(parties),
  }
  return Object.entries(requests).map(([name, instructions]) => ({
    name,
    request: { message: messageOf(wallet, instructions) },
  }))
}

/** Lamports and accounts, by the system program. */
function lamportRequests({ wallet, address }: Parties): Requests {
  const payer: Role = [wallet, WRITABLE_SIGNER]
  const theirs: Role = [address, WRITABLE]
  return {
    'payment of lamports': [system([payer, theirs], 2, one)],
    'new account with lamports': [system([payer, theirs], 0, one, number(0n, 8), addressBytes(programs.system))],
    'account under another program': [system([payer], 1, addressBytes(address))],
  }
}

/** Transfers to the token account that belongs to the address. */
function transferRequests({ wallet, address }: Parties): Requests {
  const walletTokens = associatedTokenAddress(wallet, mint)
  const theirs = associatedTokenAddress(address, mint)
  const signer: Role = [wallet, READONLY_SIGNER]
  const checkedTransfer = token([[walletTokens, WRITABLE], ofMint, [theirs, WRITABLE], signer], 12, one, decimals)
  return {
    'transfer to their token account': [associatedAccount({ wallet, address }, programs.token), checkedTransfer],
    'transfer to a token account that only its address gives away': [checkedTransfer],
    'plain transfer to a token account that only its address gives away': [plainTransfer(wallet, walletTokens, theirs)],
  }
}

/** Transfers from and to a token account that the message makes. */
function newAccountRequests({ wallet, address }: Parties): Requests {
  const account: Role = [newAccount, WRITABLE]
  const rent: Role = [rentSysvar, READONLY]
  const space = system(
    [
      [wallet, WRITABLE_SIGNER],
      [newAccount, WRITABLE_SIGNER],
    ],
    0,
    number(2_039_280n, 8),
    number(165n, 8),
    addressBytes(programs.token),
  )
  const transferIn = plainTransfer(wallet, associatedTokenAddress(wallet, mint), newAccount)
  const transferOut = plainTransfer(wallet, newAccount, associatedTokenAddress(address, mint))
  return {
    'plain transfer from a token account that the message makes': [
      space,
      token([account, ofMint], 18, addressBytes(wallet)),
      transferOut,
    ],
    'transfer to a token account that the message makes (initializeAccount)': [
      space,
      token([account, ofMint, [address, READONLY], rent], 1),
      transferIn,
    ],
    'transfer to a token account that the message makes (initializeAccount2)': [
      space,
      token([account, ofMint, rent], 16, addressBytes(address)),
      transferIn,
    ],
    'transfer to a token account that the message makes (initializeAccount3)': [
      space,
      token([account, ofMint], 18, addressBytes(address)),
      transferIn,
    ],
  }
}

/** Other programs, and rights over a token account. */
function otherRequests({ wallet, address }: Parties): Requests {
  const walletTokens: Role = [associatedTokenAddress(wallet, mint), WRITABLE]
  const signer: Role = [wallet, READONLY_SIGNER]
  return {
    'transfer with a fee (Token-2022)': [
      associatedAccount({ wallet, address }, programs.token2022),
      instruction(
        programs.token2022,
        [
          [associatedTokenAddress(wallet, mint, programs.token2022), WRITABLE],
          ofMint,
          [associatedTokenAddress(address, mint, programs.token2022), WRITABLE],
          signer,
        ],
        Uint8Array.of(26, 1),
        one,
        decimals,
        number(0n, 8),
      ),
    ],
    'lamports to their account of wrapped SOL': [
      system(
        [
          [wallet, WRITABLE_SIGNER],
          [associatedTokenAddress(address, nativeMint), WRITABLE],
        ],
        2,
        one,
      ),
    ],
    'approval of a token': [token([walletTokens, ofMint, [address, READONLY], signer], 13, one, decimals)],
    'new owner of a token account': [token([walletTokens, signer], 6, Uint8Array.of(2, 1), addressBytes(address))],
    'lamports of a closed token account': [token([walletTokens, [address, WRITABLE], signer], 9)],
    'writable account of a program that nobody knows': [instruction(unknownProgram, [[address, WRITABLE], signer])],
  }
}

/** Makes the token account that belongs to the address. */
function associatedAccount({ wallet, address }: Parties, tokenProgram: string): Instruction {
  return instruction(
    programs.associatedToken,
    [
      [wallet, WRITABLE_SIGNER],
      [associatedTokenAddress(address, mint, tokenProgram), WRITABLE],
      [address, READONLY],
      ofMint,
      [programs.system, READONLY],
      [tokenProgram, READONLY],
    ],
    Uint8Array.of(1),
  )
}

/** A transfer that does not name the mint. */
function plainTransfer(wallet: string, from: string, to: string): Instruction {
  return token(
    [
      [from, WRITABLE],
      [to, WRITABLE],
      [wallet, READONLY_SIGNER],
    ],
    3,
    one,
  )
}

/** The message that the wallet signs, in hex. */
function messageOf(wallet: string, instructions: readonly Instruction[]): string {
  const paid = setTransactionMessageFeePayer(wallet as Address, createTransactionMessage({ version: 0 }))
  const lifetime = { blockhash: blockhash(nobody), lastValidBlockHeight: 0n }
  const timed = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid)
  const { messageBytes } = compileTransaction(appendTransactionMessageInstructions(instructions, timed))
  return toHex(Uint8Array.from(messageBytes))
}
