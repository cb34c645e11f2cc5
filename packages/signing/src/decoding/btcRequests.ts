import { toHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { Account } from '@latchkey/chains/chains'
import { readPsbt } from '@latchkey/crypto/chains/psbtBytes'
/** Decodes the requests of Bitcoin wallets. This loads `@scure/btc-signer`, so import it lazily. */
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { accountOf, nativeAsset } from '../policyChains.ts'
import { EffectCollector, messageEffects, type PolicyEffects, rawEffects } from '../policyEffects.ts'
import type { RequestToDecode } from './requestToDecode.ts'
import { unlimited } from './unlimited.ts'

/** The opcode of outputs that carry data and that nobody can spend. */
const opReturn = 0x6a

/** The effects of a request: payments to the outputs of a PSBT. Other texts are messages (BIP-322). */
export function decodeBtcRequest({
  account,
  request: { message, isFormatted = false },
}: RequestToDecode): PolicyEffects {
  if (isFormatted) return rawEffects
  const psbt = readPsbt(message)
  if (!psbt) return messageEffects
  const collector = new EffectCollector()
  const transaction = Transaction.fromPSBT(psbt)
  collector.fees.push({ amount: feeOf(transaction, account) })
  for (let index = 0; index < transaction.outputsLength; index++) {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    if (script[0] === opReturn && amount === 0n) continue
    const recipient = recipientOf(script)
    if (recipient === undefined) {
      collector.unknown.push({ reason: 'An output has a script that belongs to no address.' })
      continue
    }
    const isOwn = recipient === account
    collector.grants.push({
      account: recipient,
      asset: nativeAsset,
      amount,
      ...defined({ isCommon: isOwn || undefined }),
    })
  }
  return { ...collector.effects(), transactionId: toHex(sha256x2(transaction.unsignedTx)) }
}

/**
 * The fee: the amounts of the inputs less those of the outputs. The amount of an input is known if a signature of the
 * wallet commits to it, or if the PSBT has the transaction that made it. Without either it could be any amount.
 */
function feeOf(transaction: Transaction, account: Account): bigint {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => spentBy(transaction, index))
  const isOwn = ({ script }: SpentOutput) => recipientOf(script) === account
  const signed = inputs.find((spent) => spent && isOwn(spent) && !spent.isSigned)
  // A signature of Taproot commits to the amounts of all inputs (BIP-341), one of SegWit version 0 to its own (BIP-143).
  const commitsToAll = signed !== undefined && signed.script[0] === witnessVersion1
  let fee = 0n
  for (const spent of inputs) {
    const isKnown = spent && (spent.isProved || commitsToAll || spent === signed)
    if (!isKnown) return unlimited
    fee += spent.amount
  }
  for (let index = 0; index < transaction.outputsLength; index++) fee -= transaction.getOutput(index).amount ?? 0n
  return fee > 0n ? fee : 0n
}

/** The opcode that begins the script of a Taproot output. */
const witnessVersion1 = 0x51

interface SpentOutput {
  readonly script: Uint8Array
  readonly amount: bigint
  /** Whether the PSBT has the transaction that made it, with the right hash. */
  readonly isProved: boolean
  readonly isSigned: boolean
}

function spentBy(transaction: Transaction, index: number): SpentOutput | undefined {
  const input = transaction.getInput(index)
  const { witnessUtxo, nonWitnessUtxo, index: output = 0 } = input
  // The library refuses a transaction with another hash than that of the input.
  const isProved = nonWitnessUtxo !== undefined
  const spent = nonWitnessUtxo?.outputs[output] ?? witnessUtxo
  const { partialSig = [], tapKeySig, finalScriptWitness } = input
  const isSigned = partialSig.length > 0 || tapKeySig !== undefined || finalScriptWitness !== undefined
  return spent && { script: spent.script, amount: spent.amount, isProved, isSigned }
}

function recipientOf(script: Uint8Array): string | undefined {
  try {
    return accountOf('BTC', Address().encode(OutScript.decode(script)))
  } catch {
    return undefined
  }
}
