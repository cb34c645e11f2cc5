/** The owners of a Coinbase smart wallet: addresses, and public keys of passkeys, each with a number. */
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { storedValue, storeValue } from '../../contractStorage.ts'
import { customError, event } from '../abi.ts'
import { accountOf, type Execution } from '../execution.ts'

const added = event('event AddOwner(uint256 indexed index, bytes owner)')
const removed = event('event RemoveOwner(uint256 indexed index, bytes owner)')
const alreadyOwner = customError('error AlreadyOwner(bytes owner)')
const invalidAddress = customError('error InvalidEthereumAddressOwner(bytes owner)')
const invalidLength = customError('error InvalidOwnerBytesLength(bytes owner)')
const noOwner = customError('error NoOwnerAtIndex(uint256 index)')
const wrongOwner = customError('error WrongOwnerAtIndex(uint256 index, bytes expectedOwner, bytes actualOwner)')
const lastOwner = customError('error LastOwner()')
const notLastOwner = customError('error NotLastOwner(uint256 ownersRemaining)')

const key = 'owners'

/** The owners in the order of their numbers, 32 bytes for an address and 64 for a key; `0x` for a removed one. */
export function ownersAt({ backend, networkId }: Execution, wallet: Hex): readonly Hex[] {
  return (storedValue(backend, { account: accountOf(wallet), networkId }, key) as readonly Hex[] | undefined) ?? []
}

/** Whether the account at an address is a Coinbase smart wallet, which always has had an owner. */
export const isCoinbaseWallet = (execution: Execution, address: Hex): boolean => ownersAt(execution, address).length > 0

export const countOf = (owners: readonly Hex[]): number => owners.filter((owner) => owner !== '0x').length

/** An address as the bytes of an owner. */
export const ownerOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`

/** The address of an owner; `undefined` for a public key. @throws {@link Revert} for bytes of another form */
export function addressOfOwner(owner: Hex): Hex | undefined {
  if (owner.length === 2 + 128) return undefined
  if (owner.length !== 2 + 64) throw invalidLength(owner)
  if (!owner.startsWith(`0x${'0'.repeat(24)}`)) throw invalidAddress(owner)
  return `0x${owner.slice(26)}`
}

function save({ backend, networkId }: Execution, wallet: Hex, owners: readonly Hex[]): void {
  storeValue(backend, { account: accountOf(wallet), networkId }, { key, value: owners })
}

/** Adds owners, of which each gets the next number. @throws {@link Revert} for one that is an owner, or of another form */
export function addOwners(execution: Execution, wallet: Hex, additions: readonly Hex[]): void {
  const owners = [...ownersAt(execution, wallet)]
  for (const owner of additions) {
    addressOfOwner(owner)
    if (owners.includes(owner)) throw alreadyOwner(owner)
    execution.log(added(wallet, { index: BigInt(owners.length), owner }))
    owners.push(owner)
  }
  save(execution, wallet, owners)
}

interface Removal {
  readonly index: bigint
  readonly owner: Hex
  /** Whether it has to be the last one, or must not be. */
  readonly isLast: boolean
}

/** @throws {@link Revert} for a number that another owner has or nobody */
export function removeOwner(execution: Execution, wallet: Hex, { index, owner, isLast }: Removal): void {
  const owners = ownersAt(execution, wallet)
  const count = countOf(owners)
  if (isLast && count > 1) throw notLastOwner(BigInt(count))
  if (!isLast && count === 1) throw lastOwner()
  const existing = owners[Number(index)] ?? '0x'
  if (existing === '0x') throw noOwner(index)
  if (existing !== owner) throw wrongOwner(index, owner, existing)
  execution.log(removed(wallet, { index, owner }))
  save(
    execution,
    wallet,
    owners.map((each) => (each === owner ? '0x' : each)),
  )
}
