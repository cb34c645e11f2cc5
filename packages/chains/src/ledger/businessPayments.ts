import { utf8 } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import type { ChainBackend } from '../backend.ts'
import type { BusinessPayment, PaymentRefusal } from '../chains.ts'
import type { LedgerTransaction } from '../records.ts'
import { familyOf } from './accounts.ts'
import { hasBytecode } from './evm/machine/bytecodeStorage.ts'

/** How businesses pay on the chains of a family. */
interface Family {
  /** The address of a key, as people write it. */
  addressOf(secret: Uint8Array): string
  /** Sends a payment with funds that come from nowhere, signed by the key of the business. */
  pay(backend: ChainBackend, payment: BusinessPayment, secret: Uint8Array): LedgerTransaction | undefined
}

/** The code is loaded with the first payment. */
const families: Readonly<Record<string, () => Promise<Family>>> = {
  async eip155() {
    const { evmAddressOf, payOnEvm } = await import('./evm/payOnEvm.ts')
    return { addressOf: evmAddressOf, pay: payOnEvm }
  },
  async solana() {
    const { payOnSolana, solanaAddressOf } = await import('./solana/payOnSolana.ts')
    return { addressOf: solanaAddressOf, pay: payOnSolana }
  },
}

/** Why a business has no token of a contract with bytecode. */
const ownBalances = 'The token keeps its balances itself, so a business of the simulated world has none.'

/** @throws TypeError for an account of another family of chains */
export async function payByBusiness(
  backend: ChainBackend,
  payment: BusinessPayment,
): Promise<LedgerTransaction | PaymentRefusal | undefined> {
  const { networkId, contract } = payment
  if (contract !== undefined && hasBytecode(backend, { account: contract, networkId }))
    return { status: 'refused', reason: ownBalances }
  const { pay } = await load(familyOf(payment.to))
  return pay(backend, payment, businessSecret(payment.payer))
}

/** The address of a business. @throws TypeError for another family of chains */
export async function businessAddress(name: string, family: string): Promise<string> {
  const { addressOf } = await load(family)
  return addressOf(businessSecret(name))
}

async function load(family: string): Promise<Family> {
  const loadFamily = families[family]
  if (!loadFamily) throw new TypeError(`Failed to pay: the ledger sends no transactions on the chains of "${family}".`)
  return loadFamily()
}

/** The key of a business. It follows from public facts, so it protects nothing. */
export function businessSecret(name: string): Uint8Array {
  return sha256(utf8(`the account of ${name} on the simulated chains`))
}
