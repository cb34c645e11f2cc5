/** The scripts of locks, and their addresses. This loads `@scure/btc-signer`, so import it lazily. */
import { Address, OutScript, Script, type ScriptType } from '@scure/btc-signer'
import type { Lock, LockKind } from './bitcoinAddress.ts'

const scripts: Readonly<Record<LockKind, (program: Uint8Array) => ScriptType>> = {
  p2pkh: (hash) => ['DUP', 'HASH160', hash, 'EQUALVERIFY', 'CHECKSIG'],
  p2sh: (hash) => ['HASH160', hash, 'EQUAL'],
  p2wpkh: (hash) => ['OP_0', hash],
  p2wsh: (hash) => ['OP_0', hash],
  p2tr: (publicKey) => ['OP_1', publicKey],
}

/** The script that locks an output (`scriptPubKey`). */
export function scriptOf({ kind, program }: Lock): Uint8Array {
  return Script.encode(scripts[kind](program))
}

/** Writes an address of the main network. */
export function writeBitcoinAddress(lock: Lock): string {
  return Address().encode(OutScript.decode(scriptOf(lock)))
}
