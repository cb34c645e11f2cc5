/** Requests of Solana wallets that serve one address. This loads `@solana/kit`, so import it lazily. */
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { concat, toHex } from '../../../crypto/bytes.ts'
import { associatedTokenAddress } from '../../../crypto/solanaAddresses.ts'
import { nativeMint, programs } from '../../../crypto/solanaInstructions.ts'
import type { DisguiseInput, PolicyDisguise } from './disguise.ts'

/** A token of the main network, a program that is not known here, and an address of nobody. */
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const unknownProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const nobody = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
/** Where a message makes a new token account. */
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

/** All requests that serve the address. */
export function svmDisguises({ address, wallet = nobody }: DisguiseInput): PolicyDisguise[] {
  const own = associatedTokenAddress(wallet, mint)
  const theirs = associatedTokenAddress(address, mint)
  const system = (accounts: readonly Role[], tag: number, ...data: readonly Uint8Array[]) =>
    instruction(programs.system, accounts, number(BigInt(tag), 4), ...data)
  const token = (accounts: readonly Role[], tag: number, ...data: readonly Uint8Array[]) =>
    instruction(programs.token, accounts, Uint8Array.of(tag), ...data)
  const signer: Role = [wallet, READONLY_SIGNER]
  const one = number(1n, 8)
  const ofMint: Role = [mint, READONLY]
  const newTokenAccount = (...initialize: Parameters<typeof token>) => [
    system(
      [
        [wallet, WRITABLE_SIGNER],
        [newAccount, WRITABLE_SIGNER],
      ],
      0,
      number(2_039_280n, 8),
      number(165n, 8),
      addressBytes(programs.token),
    ),
    token(...initialize),
  ]
  const associatedAccount = (tokenProgram: string) =>
    instruction(
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
  const account: Role = [newAccount, WRITABLE]
  const rent: Role = [rentSysvar, READONLY]
  const plainTransfer = (from: string, to: string) => token([[from, WRITABLE], [to, WRITABLE], signer], 3, one)
  const requests: Record<string, readonly Instruction[]> = {
    'payment of lamports': [
      system(
        [
          [wallet, WRITABLE_SIGNER],
          [address, WRITABLE],
        ],
        2,
        one,
      ),
    ],
    'new account with lamports': [
      system(
        [
          [wallet, WRITABLE_SIGNER],
          [address, WRITABLE],
        ],
        0,
        one,
        number(0n, 8),
        addressBytes(programs.system),
      ),
    ],
    'account under another program': [system([[wallet, WRITABLE_SIGNER]], 1, addressBytes(address))],
    'transfer to their token account': [
      associatedAccount(programs.token),
      token([[own, WRITABLE], [mint, READONLY], [theirs, WRITABLE], signer], 12, one, Uint8Array.of(6)),
    ],
    'transfer to a token account that only its address gives away': [
      token([[own, WRITABLE], [mint, READONLY], [theirs, WRITABLE], signer], 12, one, Uint8Array.of(6)),
    ],
    'plain transfer to a token account that only its address gives away': [plainTransfer(own, theirs)],
    'plain transfer from a token account that the message makes': [
      ...newTokenAccount([account, ofMint], 18, addressBytes(wallet)),
      plainTransfer(newAccount, theirs),
    ],
    'transfer to a token account that the message makes (initializeAccount)': [
      ...newTokenAccount([account, ofMint, [address, READONLY], rent], 1),
      plainTransfer(own, newAccount),
    ],
    'transfer to a token account that the message makes (initializeAccount2)': [
      ...newTokenAccount([account, ofMint, rent], 16, addressBytes(address)),
      plainTransfer(own, newAccount),
    ],
    'transfer to a token account that the message makes (initializeAccount3)': [
      ...newTokenAccount([account, ofMint], 18, addressBytes(address)),
      plainTransfer(own, newAccount),
    ],
    'transfer with a fee (Token-2022)': [
      associatedAccount(programs.token2022),
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
        Uint8Array.of(6),
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
    'approval of a token': [
      token([[own, WRITABLE], [mint, READONLY], [address, READONLY], signer], 13, one, Uint8Array.of(6)),
    ],
    'new owner of a token account': [token([[own, WRITABLE], signer], 6, Uint8Array.of(2, 1), addressBytes(address))],
    'lamports of a closed token account': [token([[own, WRITABLE], [address, WRITABLE], signer], 9)],
    'writable account of a program that nobody knows': [instruction(unknownProgram, [[address, WRITABLE], signer])],
  }
  return Object.entries(requests).map(([name, instructions]) => ({
    name,
    request: { message: messageOf(wallet, instructions) },
  }))
}

/** What the wallet signs, in hex. */
function messageOf(wallet: string, instructions: readonly Instruction[]): string {
  const paid = setTransactionMessageFeePayer(wallet as Address, createTransactionMessage({ version: 0 }))
  const lifetime = { blockhash: nobody as string as Blockhash, lastValidBlockHeight: 0n }
  const timed = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid)
  const { messageBytes } = compileTransaction(appendTransactionMessageInstructions(instructions, timed))
  return toHex(Uint8Array.from(messageBytes))
}
