import { concat, readHex, toHex, utf8 } from '@latchkey/base/bytes'
/** The typed data that owners sign for Permit2 (EIP-712). */
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { method } from '../abi.ts'
import type { Frame } from '../execution.ts'

const bytesOf = (hex: Hex) => readHex(hex) ?? new Uint8Array()
const hashOf = (...parts: readonly Uint8Array[]): Hex => `0x${toHex(keccak_256(concat(...parts)))}`
const typeHash = (type: string) => hashOf(utf8(type))

/** The hash of a struct, its fields in order. */
function structHash(type: string, fields: string, values: readonly unknown[]): Hex {
  const parameters = AbiParameters.from<string>(fields) as AbiParameters.AbiParameters
  return hashOf(bytesOf(typeHash(type)), bytesOf(AbiParameters.encode(parameters, values as never)))
}

/** The hash of a list of structs, by their hashes. */
const listHash = (hashes: readonly Hex[]): Hex => hashOf(...hashes.map(bytesOf))

/** A right to spend a token, which is signed. */
export interface PermitDetails {
  readonly token: Hex
  readonly amount: bigint
  /** In seconds since 1970. */
  readonly expiration: number
  readonly nonce: number
}

interface Grants<Details> {
  readonly details: Details
  readonly spender: Hex
  /** In seconds since 1970. */
  readonly sigDeadline: bigint
}

const detailsType = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const hashDetails = ({ token, amount, expiration, nonce }: PermitDetails) =>
  structHash(detailsType, 'address, uint160, uint48, uint48', [token, amount, expiration, nonce])

/** The hash of a signed allowance. */
export const hashSingle = ({ details, spender, sigDeadline }: Grants<PermitDetails>): Hex =>
  structHash(
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${detailsType}`,
    'bytes32, address, uint256',
    [hashDetails(details), spender, sigDeadline],
  )

/** The hash of several signed allowances. */
export const hashBatch = ({ details, spender, sigDeadline }: Grants<readonly PermitDetails[]>): Hex =>
  structHash(
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${detailsType}`,
    'bytes32, address, uint256',
    [listHash(details.map(hashDetails)), spender, sigDeadline],
  )

/** A token, and how much of it may be moved at most. */
export interface TokenPermissions {
  readonly token: Hex
  readonly amount: bigint
}

/** A signed transfer of one token or of several. */
export interface TransferPermit<Permitted = TokenPermissions | readonly TokenPermissions[]> {
  readonly permitted: Permitted
  readonly nonce: bigint
  /** In seconds since 1970. */
  readonly deadline: bigint
}

/** Further data that the owner signs, hashed, and the rest of the type that has it. */
export interface Witness {
  readonly witness: Hex
  readonly typeString: string
}

const permissionsType = 'TokenPermissions(address token,uint256 amount)'
const hashPermissions = ({ token, amount }: TokenPermissions) =>
  structHash(permissionsType, 'address, uint256', [token, amount])

const isList = (value: TransferPermit['permitted']): value is readonly TokenPermissions[] => Array.isArray(value)

/** The hash of a signed transfer. @param signed - Who may ask for it, and what else was signed. */
export function hashTransfer(
  { permitted, nonce, deadline }: TransferPermit,
  { spender, witness }: { readonly spender: Hex; readonly witness?: Witness | undefined },
): Hex {
  const [name, list] = isList(permitted) ? ['PermitBatch', '[]'] : ['Permit', '']
  const fields = `(TokenPermissions${list} permitted,address spender,uint256 nonce,uint256 deadline`
  const tokens = isList(permitted) ? listHash(permitted.map(hashPermissions)) : hashPermissions(permitted)
  const values = [tokens, spender, nonce, deadline]
  return witness
    ? structHash(
        `${name}WitnessTransferFrom${fields},${witness.typeString}`,
        'bytes32, address, uint256, uint256, bytes32',
        [...values, witness.witness],
      )
    : structHash(`${name}TransferFrom${fields})${permissionsType}`, 'bytes32, address, uint256, uint256', values)
}

/** The domain has no version. */
const domainSeparator = ({ execution, self }: Frame): Hex =>
  structHash('EIP712Domain(string name,uint256 chainId,address verifyingContract)', 'bytes32, uint256, address', [
    typeHash('Permit2'),
    BigInt(execution.networkId),
    self,
  ])

export const domainSeparatorMethod = method('function DOMAIN_SEPARATOR() view returns (bytes32)', domainSeparator)

/** The digest that the owner signs. */
export const digestOf = (frame: Frame, struct: Hex): Hex =>
  hashOf(Uint8Array.of(0x19, 0x01), bytesOf(domainSeparator(frame)), bytesOf(struct))
