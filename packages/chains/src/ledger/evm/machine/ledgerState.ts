import { readHex, toHex } from '@latchkey/base/bytes'
import type { Savepoint } from '@latchkey/store/store'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { ChainBackend } from '../../../backend.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { accountAt, changeAccount, type NetworkAccount } from '../../accounts.ts'
import { codeTextAt } from '../code.ts'
import { accountOf } from '../execution.ts'
import { clearSlots, hasBytecode, readSlot, removeBytecode, writeBytecode, writeSlot } from './bytecodeStorage.ts'
import type { MachineAddress } from './evmModule.ts'

/** Keccak-256 of an empty list in RLP: the storage root of an account that keeps nothing. */
const emptyRoot = readHex('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
const emptyCodeHash = keccak_256(new Uint8Array())

const bytesOf = (hex: Hex): Uint8Array => readHex(hex) ?? new Uint8Array()

/** An account as the machine reads and changes it. */
class LedgerAccount {
  nonce: bigint
  balance: bigint
  readonly storageRoot = emptyRoot
  readonly #code: Hex
  readonly #hashOf: (code: Hex) => Uint8Array

  constructor(
    { nonce, balance }: Pick<LedgerAccount, 'nonce' | 'balance'>,
    code: Hex,
    hashOf: (code: Hex) => Uint8Array,
  ) {
    this.nonce = nonce
    this.balance = balance
    this.#code = code
    this.#hashOf = hashOf
  }

  get codeHash(): Uint8Array {
    return this.#hashOf(this.#code)
  }

  isEmpty(): boolean {
    return this.nonce === 0n && this.balance === 0n && this.#code === '0x'
  }

  isContract(): boolean {
    return this.#code !== '0x'
  }
}

/** The state of a chain as the machine reads and writes it: the accounts, code and slots of the ledger. */
export function ledgerState(backend: ChainBackend, networkId: number) {
  const savepoints: Savepoint[] = []
  const hashes = new Map<Hex, Uint8Array>()
  const codes = new Map<Hex, Uint8Array>()
  const originals = new Map<string, Uint8Array>()
  const at = (address: MachineAddress): NetworkAccount => ({ account: accountOf(address.toString() as Hex), networkId })
  const codeOf = (address: MachineAddress): Hex => codeTextAt({ backend, networkId }, address.toString() as Hex)
  const once = (cache: Map<Hex, Uint8Array>, code: Hex, make: (code: Hex) => Uint8Array) => {
    const value = cache.get(code) ?? make(code)
    cache.set(code, value)
    return value
  }
  const hashOf = (code: Hex) =>
    code === '0x' ? emptyCodeHash : once(hashes, code, (text) => keccak_256(bytesOf(text)))
  const slotAt = (address: MachineAddress, key: Uint8Array): Uint8Array =>
    bytesOf(readSlot(backend, at(address), `0x${toHex(key)}`) ?? '0x')

  return {
    getAccount(address: MachineAddress) {
      const { nonce, balance } = accountAt(backend, at(address))
      const account = new LedgerAccount({ nonce: BigInt(nonce), balance }, codeOf(address), hashOf)
      return Promise.resolve(account.isEmpty() ? undefined : account)
    },
    async putAccount(address: MachineAddress, { nonce, balance }: Pick<LedgerAccount, 'nonce' | 'balance'>) {
      const present = accountAt(backend, at(address))
      if (present.balance === balance && BigInt(present.nonce) === nonce) return
      changeAccount(backend, at(address), { nonce: Number(nonce), balance })
    },
    async deleteAccount(address: MachineAddress) {
      if (hasBytecode(backend, at(address))) removeBytecode(backend, at(address))
      changeAccount(backend, at(address), { nonce: 0, balance: 0n })
    },
    async modifyAccountFields(address: MachineAddress, fields: Partial<Pick<LedgerAccount, 'nonce' | 'balance'>>) {
      const present = accountAt(backend, at(address))
      const { nonce = BigInt(present.nonce), balance = present.balance } = fields
      await this.putAccount(address, { nonce, balance })
    },
    async putCode(address: MachineAddress, code: Uint8Array) {
      writeBytecode(backend, at(address), `0x${toHex(code)}`)
    },
    getCode: (address: MachineAddress) => Promise.resolve(once(codes, codeOf(address), bytesOf)),
    getCodeSize: (address: MachineAddress) => Promise.resolve(codeOf(address).length / 2 - 1),
    getStorage: (address: MachineAddress, key: Uint8Array) => Promise.resolve(slotAt(address, key)),
    async putStorage(address: MachineAddress, key: Uint8Array, value: Uint8Array) {
      writeSlot(backend, at(address), { slot: `0x${toHex(key)}`, value: `0x${toHex(value)}` })
    },
    async clearStorage(address: MachineAddress) {
      clearSlots(backend, at(address))
    },
    async checkpoint() {
      savepoints.push(backend.savepoint())
    },
    async commit() {
      savepoints.pop()?.keep()
    },
    async revert() {
      savepoints.pop()?.undo()
    },
    originalStorageCache: {
      /** The value before the run: the machine asks before each write. */
      get(address: MachineAddress, key: Uint8Array) {
        const place = `${address.toString()} ${toHex(key)}`
        const value = originals.get(place) ?? slotAt(address, key)
        originals.set(place, value)
        return Promise.resolve(value)
      },
      clear: () => originals.clear(),
    },
    clearCaches: () => originals.clear(),
    flush: () => Promise.resolve(),
  }
}
