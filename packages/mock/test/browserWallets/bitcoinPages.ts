import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, OutScript, RawTx, Transaction } from '@scure/btc-signer'
import { hash160, sha256x2 } from '@scure/btc-signer/utils.js'

export const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** A reply of a provider of sats-connect. */
interface SatsReply {
  readonly jsonrpc: '2.0'
  readonly id: string
  readonly result?: never
  readonly error?: { readonly code: number; readonly message: string }
}

/** A provider of sats-connect, as pages find it. */
export interface SatsProvider {
  request(method: string, params?: unknown): Promise<SatsReply>
  addListener(info: { eventName: string; cb: (event: never) => void }): () => void
  addListener(eventName: string, cb: (event: never) => void): () => void
}

interface Listed {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly methods: readonly string[]
}

/** The wallets of the list that sats-connect reads. */
export const listedIn = (page: PageWindow): readonly Listed[] => (page.btc_providers ?? []) as readonly Listed[]

/** Reads the value at a path below a window. */
export const at = (page: PageWindow, path: string): unknown =>
  path.split('.').reduce<unknown>((place, name) => Object(place)[name], page)

/** The script that pays to an address. */
const scriptAt = (address: string): Uint8Array => OutScript.encode(Address().decode(address))

/** A PSBT that spends 10 000 satoshi of each address, and pays 9 000 for each. Inputs before SegWit come with all of it. */
export function spending(...addresses: readonly string[]): Transaction {
  const transaction = new Transaction()
  for (const address of addresses) {
    const script = scriptAt(address)
    const before = RawTx.encode({
      version: 2,
      segwitFlag: false,
      inputs: [{ txid: new Uint8Array(32).fill(1), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }],
      outputs: [{ script, amount: 10_000n }],
      lockTime: 0,
    })
    const isLegacy = address.startsWith('1')
    transaction.addInput({
      txid: sha256x2(before).toReversed(),
      index: 0,
      ...(isLegacy ? { nonWitnessUtxo: before } : { witnessUtxo: { script, amount: 10_000n } }),
    })
  }
  transaction.addOutputAddress(receiver, BigInt(addresses.length) * 9_000n)
  return transaction
}

/** Whether an input has a signature over all inputs and outputs, of the key that its output is paid to. */
export function isSigned(transaction: Transaction, index: number, address: string): boolean {
  const { tapKeySig, partialSig: [[publicKey, signature] = []] = [] } = transaction.getInput(index)
  const script = scriptAt(address)
  if (tapKeySig) {
    const scripts = Array.from({ length: transaction.inputsLength }, (_, each) => spentScript(transaction, each))
    const amounts = scripts.map(() => 10_000n)
    return schnorr.verify(tapKeySig, transaction.preimageWitnessV1(index, scripts, 0, amounts), script.subarray(2))
  }
  if (!publicKey || !signature) return false
  const code = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) })
  const digest = address.startsWith('1')
    ? legacyDigest(transaction, index, code)
    : transaction.preimageWitnessV0(index, code, 1, 10_000n)
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der' })
}

/** The digest before SegWit: the transaction with the script of the output in the place of the input's own. */
function legacyDigest(transaction: Transaction, index: number, code: Uint8Array): Uint8Array {
  const raw = RawTx.decode(transaction.toBytes())
  const inputs = raw.inputs.map((input, each) => ({
    ...input,
    finalScriptSig: each === index ? code : new Uint8Array(),
  }))
  return sha256x2(RawTx.encode({ ...raw, inputs }), Uint8Array.of(1, 0, 0, 0))
}

function spentScript(transaction: Transaction, index: number): Uint8Array {
  const { witnessUtxo, nonWitnessUtxo } = transaction.getInput(index)
  return witnessUtxo?.script ?? nonWitnessUtxo?.outputs[0]?.script ?? new Uint8Array()
}
