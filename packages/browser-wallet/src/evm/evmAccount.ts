import { readHex, toHex } from '@latchkey/base/bytes'
import { writeErc6492 } from '@latchkey/crypto/chains/erc6492'
import { createRecoverableAccount } from '@latchkey/crypto/chains/recoverable'
import type { ContractWallet } from '@latchkey/crypto/walletSignature'
import { createSigning, type EvmSigning } from '@latchkey/device/signing'
import { keccak_256 } from '@noble/hashes/sha3.js'

type Hex = `0x${string}`

/** An account of an EVM wallet, with its key. */
export interface EvmAccount {
  /** With its checksum (EIP-55). */
  readonly address: string
  /** The contract at the address, if the account is one. */
  readonly contract?: ContractWallet | undefined
  /** The address of the key: that of the account, or of the owner of its contract. */
  readonly owner: string
  readonly signing: EvmSigning
}

interface AccountKey {
  readonly address: string
  /** 32 bytes: the key of the account, or of the owner of its contract. */
  readonly secret: Uint8Array
  readonly contract?: ContractWallet | undefined
}

/** An account that signs with its key. Signatures of a contract that is not deployed are wrapped (ERC-6492). */
export function createEvmAccount({ address, secret, contract }: AccountKey): EvmAccount {
  const { account, sign } = createRecoverableAccount(secret)
  const signing = createSigning({
    async sign({ message, isFormatted = false }) {
      const bytes = readHex(message) ?? new Uint8Array()
      const signature = sign(isFormatted ? bytes : keccak_256(bytes))
      return { signature: toHex(signature.subarray(0, 64)), recovery: (signature[64] ?? 27) - 27 }
    },
    unsupported: (message) => new TypeError(message),
  })
  const owner = `0x${toHex(account)}`
  return { address, contract, owner, signing: contract ? { ...signing, ...wrapped(signing, contract) } : signing }
}

/** The signatures that a contract accepts, once its deploying call comes with them. */
function wrapped(
  signing: EvmSigning,
  { isDeployed, factory, factoryCalldata }: ContractWallet,
): Pick<EvmSigning, 'signMessage' | 'signTypedData'> {
  const factoryBytes = readHex(factory ?? '')
  const calldata = readHex(factoryCalldata ?? '')
  if (isDeployed || !factoryBytes || !calldata) return signing
  const wrap = (signature: Hex): Hex =>
    `0x${toHex(writeErc6492({ factory: factoryBytes, calldata, signature: readHex(signature) ?? new Uint8Array() }))}`
  return {
    signMessage: async (parameters) => wrap(await signing.signMessage(parameters)),
    signTypedData: async (typedData) => wrap(await signing.signTypedData(typedData)),
  }
}
