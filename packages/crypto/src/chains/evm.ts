import { concat, equalBytes, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { readEthereumAddress, toChecksumAddress } from '../ethereumAddress.ts'
import type { ChainSignatures, ContractWallet, Signer, Verdict } from '../walletSignature.ts'
import { isErc6492, readErc6492, writeErc6492 } from './erc6492.ts'
import { readErc7739 } from './erc7739.ts'
import { createRecoverableAccount, prefixedDigest, type RecoverableAccount, recoverAccount } from './recoverable.ts'

/** EIP-191, version `E`. */
const digestOf = (message: string) => prefixedDigest('\x19Ethereum Signed Message:\n', message)
const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`

/** The address of a secp256k1 key, uncompressed, 65 bytes. */
export function evmAddressOf(publicKey: Uint8Array): string {
  return toChecksumAddress(hex(keccak_256(publicKey.subarray(1)).subarray(-20)))
}

/** The suffix of a signature that carries its delegation: `8010`, sixteen times (ERC-8010). */
const erc8010Magic = Uint8Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? 0x80 : 0x10))

/** Signature forms that some real contracts define, and that the simulated contracts do not support. */
const foreignContractForms: readonly ((signature: Uint8Array) => boolean)[] = [
  isNestedTypedData,
  // The signatures of several owners, one after the other.
  ({ length }) => length > 65 && length % 65 === 0,
  // A signature with its type after it: EIP-712, or a message of `eth_sign`.
  (signature) => signature.length === 66 && [2, 3].includes(signature[65] ?? 0),
]

/**
 * A signature, the hash of the domain and of the contents, the contents' type and its length in two bytes (ERC-7739).
 */
function isNestedTypedData(signature: Uint8Array): boolean {
  const typeLength = (signature.at(-2) ?? 0) * 256 + (signature.at(-1) ?? 0)
  if (typeLength === 0 || signature.length !== 65 + 64 + typeLength + 2) return false
  return /^\w+\([\w ,()[\]]*\)\w*$/.test(new TextDecoder().decode(signature.subarray(-2 - typeLength, -2)))
}

/** A contract wallet, and the network on which it is asked. */
interface AskedWallet extends ContractWallet {
  readonly address: string
  readonly network: string | undefined
}

/** `isValidSignature` of the simulated contract (ERC-1271): an owner signed the hash with the key of their account. */
function askContract(
  { owners, domain, address, network }: AskedWallet,
  digest: Uint8Array,
  signature: Uint8Array,
): Verdict {
  if (foreignContractForms.some((isForm) => isForm(signature))) return 'unsupported'
  const nested =
    domain && network ? readErc7739(digest, signature, { ...domain, chainId: Number(network), address }) : []
  const isSigned = [{ digest, signature }, ...nested].some((signed) => {
    const account = recoverAccount(signed.digest, signed.signature)
    return account !== undefined && owners.includes(hex(account))
  })
  return isSigned ? 'valid' : 'invalid'
}

/** A wrapped signature is accepted if the contract is deployed already, or if its call deploys the contract. */
function verifyErc6492(wallet: AskedWallet | undefined, digest: Uint8Array, bytes: Uint8Array): Verdict {
  const wrapped = readErc6492(bytes)
  if (!wallet || !wrapped) return 'invalid'
  if (!wallet.isDeployed) {
    const calldata = readHex(wallet.factoryCalldata ?? '')
    if (hex(wrapped.factory) !== wallet.factory?.toLowerCase() || !calldata || !equalBytes(wrapped.calldata, calldata))
      return 'invalid'
  }
  return askContract(wallet, digest, wrapped.signature)
}

/** The contract that deploys the signers' wallets. */
const factory = keccak_256(utf8('factory of contract wallets')).subarray(-20)

/** Call of `createAccount(address owner, uint256 salt)`. */
function deployingCall(owner: Uint8Array, salt: number): Uint8Array {
  const selector = keccak_256(utf8('createAccount(address,uint256)')).subarray(0, 4)
  return concat(selector, new Uint8Array(12), owner, new Uint8Array(31), Uint8Array.of(salt))
}

/** The CREATE2 address of a wallet (EIP-1014), with the deploying call in the place of the code. */
function deployedAddress(owner: Uint8Array, salt: number): string {
  const hash = keccak_256(
    concat(
      Uint8Array.of(0xff),
      factory,
      new Uint8Array(31),
      Uint8Array.of(salt),
      keccak_256(deployingCall(owner, salt)),
    ),
  )
  return toChecksumAddress(hex(hash.subarray(-20)))
}

/** Creates a signer of each kind. */
const kinds: Readonly<Record<string, (owner: RecoverableAccount) => Signer>> = {
  account: ({ account, publicKey, sign }) => ({
    address: toChecksumAddress(hex(account)),
    publicKey: hex(publicKey),
    sign: (message) => hex(sign(digestOf(message))),
  }),

  contract: ({ account, publicKey, sign }) => ({
    address: deployedAddress(account, 0),
    publicKey: hex(publicKey),
    registered: { contractWallet: { owners: [hex(account)], isDeployed: true } },
    sign: (message) => hex(sign(digestOf(message))),
  }),

  counterfactual({ account, publicKey, sign }) {
    const calldata = deployingCall(account, 1)
    return {
      address: deployedAddress(account, 1),
      publicKey: hex(publicKey),
      registered: {
        contractWallet: {
          owners: [hex(account)],
          isDeployed: false,
          factory: hex(factory),
          factoryCalldata: hex(calldata),
        },
      },
      sign: (message) => hex(writeErc6492({ factory, calldata, signature: sign(digestOf(message)) })),
    }
  },
}

/**
 * Ethereum and compatible networks. A signature is `0x` and hex of r, s and 27 or 28 (0 or 1 from hardware wallets),
 * over the message as EIP-191 hashes it, with s in the lower half. Contract wallets are checked in the order of
 * ERC-6492: a wrapped signature first, then the contract (ERC-1271), then the key of the account. An address in mixed
 * case must carry its checksum (EIP-55).
 *
 * Kinds of account: `account`, `contract` (deployed), `counterfactual` (not deployed, its signatures wrapped). Compact
 * signatures (EIP-2098), delegations (ERC-8010), nested typed data (ERC-7739) and signatures of several owners are not
 * supported.
 */
export const evm: ChainSignatures = {
  verify({ address: rawAddress, message, signature, network }, facts) {
    const address = readEthereumAddress(rawAddress)
    const bytes = signature.startsWith('0x') ? readHex(signature) : undefined
    if (!address || !bytes) return 'invalid'
    const digest = digestOf(message)
    const asked = facts.isSignatureValid?.({ address, digest: hex(digest), signature: hex(bytes), network })
    if (asked !== undefined) return asked ? 'valid' : 'invalid'
    const contract = facts.contractWallet(address, network)
    const wallet = contract && { ...contract, address, network }
    if (isErc6492(bytes)) return verifyErc6492(wallet, digest, bytes)
    if (equalBytes(bytes.subarray(-32), erc8010Magic)) return 'unsupported'
    if (wallet) return wallet.isDeployed ? askContract(wallet, digest, bytes) : 'invalid'
    if (bytes.length === 64) return 'unsupported'
    const account = recoverAccount(digest, bytes)
    return account && hex(account) === address ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'account') {
    const create = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!create) throw new RangeError('Accounts of Ethereum are of the kinds account, contract and counterfactual.')
    return create(createRecoverableAccount(secret))
  },
}
