import { readBase58, toBase58, toBase64, utf8 } from '@latchkey/base/bytes'
import type { SolanaRunner } from '@latchkey/chains/chains'
import { decodeInstruction } from '@latchkey/chains/codecs/solanaInstructions'
import {
  accountsOf,
  instructionsOf,
  rewriteSolanaTransaction,
  type SolanaInstruction,
  withSignature,
  writeSolanaTransaction,
} from '@latchkey/chains/codecs/solanaTransactions'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { environmentOf, existing } from '../shared/recordGuards.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { networkOfTransaction, readTransaction } from './transactions.ts'

/** The highest fee that a sponsor pays for a transaction, in lamports. */
const maximumFee = 1_000_000n
/** The balance to which a sponsor's account is filled up before it pays, in lamports: 10 SOL. */
const balanceOfSponsor = 10_000_000_000n

/** The key of an environment's sponsor. It follows from public facts, so it protects nothing. */
function sponsorOf(environmentId: string): { readonly secret: Uint8Array; readonly address: string } {
  const secret = sha256(utf8(`sponsor of the environment ${environmentId}`))
  return { secret, address: toBase58(ed25519.getPublicKey(secret)) }
}

/**
 * Makes the environment's sponsor the payer of a transaction's fee, and signs as the sponsor. The others sign next.
 *
 * The sponsor pays the fee and nothing else. So its address must not appear in any instruction, neither among the
 * accounts nor in the data: no program can then take its lamports, or bind it to anything. The fee is limited, the
 * transaction must succeed as the ledger is now, must not live for ever by a durable nonce, and somebody else must sign
 * it.
 *
 * @returns The transaction in base64.
 * @throws {@link DomainError} `recordNotFound`, `sponsorshipDisabled`, `unreadableTransaction`, `notSponsored`
 */
export async function sponsorTransaction(backend: Backend, environmentId: string, text: string): Promise<string> {
  environmentOf(backend, environmentId)
  assert(sdkSettingsOf(backend, environmentId).embeddedWallets?.svmGasSponsorshipEnabled, 'sponsorshipDisabled')
  const transaction = readTransaction(text)
  const sponsor = sponsorOf(environmentId)
  const runner = await backend.outside.chains.solana()
  const networkId = networkOfTransaction(backend, environmentId, { runner, transaction })
  const tables = runner.lookupTables(networkId)
  const accounts = existing(accountsOf(transaction, tables), 'notSponsored', {
    message: 'A lookup table of the transaction does not exist, so that nobody can see what it does.',
  })
  assertHarmless(instructionsOf(transaction, accounts), sponsor.address)
  const sponsored = existing(
    rewriteSolanaTransaction(transaction, tables, { feePayer: sponsor.address }),
    'notSponsored',
    { message: 'The transaction becomes too large with the sponsor.' },
  )
  assert(sponsored.signers.length > 1, 'notSponsored', {
    message: 'Nobody but the sponsor would sign the transaction.',
  })
  runner.fillUp(addressKey('SOL', sponsor.address), networkId, balanceOfSponsor)
  assertCheap(backend, sponsor.address, { runner, networkId, transactions: [sponsored] })
  const signature = Uint8Array.from(ed25519.sign(sponsored.messageBytes, sponsor.secret))
  return toBase64(writeSolanaTransaction(withSignature(sponsored, sponsor.address, signature)))
}

/** @throws {@link DomainError} `notSponsored` for instructions that could reach the sponsor */
function assertHarmless(instructions: readonly SolanaInstruction[], sponsor: string): void {
  const key = readBase58(sponsor) ?? new Uint8Array()
  for (const { program, accounts, data } of instructions) {
    const isNamed = program === sponsor || accounts.some(({ address }) => address === sponsor) || includes(data, key)
    assert(!isNamed, 'notSponsored', { message: 'An instruction of the transaction names the sponsor.' })
  }
  const [first] = instructions
  assert(!first || decodeInstruction(first)?.name !== 'advanceNonce', 'notSponsored', {
    message: 'A transaction with a durable nonce could be sent at any time, so it is not sponsored.',
  })
}

function includes(data: Uint8Array, part: Uint8Array): boolean {
  for (let start = 0; start + part.length <= data.length; start++)
    if (part.every((byte, index) => data[start + index] === byte)) return true
  return false
}

interface Sponsored {
  readonly runner: SolanaRunner
  readonly networkId: number
  readonly transactions: Parameters<SolanaRunner['simulate']>[1]
}

/** @throws {@link DomainError} `notSponsored` unless the transaction succeeds and costs the sponsor a small fee only */
function assertCheap(backend: Backend, sponsor: string, { runner, networkId, transactions }: Sponsored): void {
  const account = addressKey('SOL', sponsor)
  const { chains } = backend.outside
  const before = chains.nativeBalance(account, networkId)
  const { success, reason, fee, spent } = runner.simulate(networkId, transactions, (effects) => ({
    ...effects,
    spent: before - chains.nativeBalance(account, networkId),
  }))
  assert(success, 'notSponsored', { message: `The transaction would fail: ${reason}` })
  assert(spent === fee && fee <= maximumFee, 'notSponsored', {
    message: `The transaction costs more than the ${maximumFee} lamports that are paid for one.`,
  })
}
