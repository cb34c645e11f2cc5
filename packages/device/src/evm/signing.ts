/** The signing methods of a wallet of EVM, in the form of viem's accounts. */
import type { Authorization, Hex, Message, RawSignature, Serializer, SignatureParts, SignRequest } from './types.ts'
import type { SignableOperation, Transaction, TypedData } from './types.ts'

/** The wallet that signs. */
export interface SigningParts {
  /** Asks the service for its part of a signature. */
  sign(request: SignRequest): Promise<RawSignature>
  /** Makes the error for a transaction that this package cannot write. */
  unsupported(message: string): Error
}

export interface EvmSigning {
  /** A digest of 32 bytes. The service cannot see what it is for. */
  sign(parameters: { readonly hash: Hex }): Promise<Hex>
  /** EIP-191. */
  signMessage(parameters: { readonly message: Message }): Promise<Hex>
  /** EIP-712. */
  signTypedData(typedData: TypedData): Promise<Hex>
  /** @returns The transaction, serialized with its signature. */
  signTransaction(transaction: object, options?: { readonly serializer?: Serializer | undefined }): Promise<Hex>
  /** EIP-7702. */
  signAuthorization(authorization: {
    readonly address?: Hex | undefined
    readonly contractAddress?: Hex | undefined
    readonly chainId: number
    readonly nonce: number
  }): Promise<Authorization & SignatureParts>
  /** The hash of a user operation (ERC-4337), as a message (EIP-191). The service sees the operation. */
  signUserOperation(signable: SignableOperation): Promise<Hex>
}

/** Loads the encoding of messages and transactions, with the first signature. */
const loadEncoding = () => import('./encoding.ts')

export function createSigning({ sign, unsupported }: SigningParts): EvmSigning {
  return {
    async sign({ hash }) {
      const { digestRequest, writeSignature } = await loadEncoding()
      return writeSignature(await sign(digestRequest(hash)))
    },
    async signMessage({ message }) {
      const { messageRequest, writeSignature } = await loadEncoding()
      return writeSignature(await sign(messageRequest(message)))
    },
    async signTypedData(typedData) {
      const { typedDataRequest, writeSignature } = await loadEncoding()
      return writeSignature(await sign(typedDataRequest(typedData)))
    },
    async signTransaction(transaction: Transaction, { serializer } = {}) {
      const { serializerFor, splitSignature, transactionRequest } = await loadEncoding()
      const serialize: Serializer = serializer ?? serializerFor(transaction, unsupported)
      // The blobs themselves are not signed, only their hashes.
      const signed = transaction.type === 'eip4844' ? { ...transaction, sidecars: false } : transaction
      const signature = await sign(transactionRequest(await serialize(signed)))
      return serialize(transaction, splitSignature(signature))
    },
    async signAuthorization({ address, contractAddress = address, chainId, nonce }) {
      const { authorizationRequest, splitSignature } = await loadEncoding()
      if (!contractAddress) throw new TypeError('"contractAddress" or "address" is needed.')
      const authorization = { address: contractAddress, chainId, nonce }
      return { ...authorization, ...splitSignature(await sign(authorizationRequest(authorization))) }
    },
    async signUserOperation(signable) {
      const { writeSignature } = await loadEncoding()
      const { operationRequest } = await import('./userOperationRequest.ts')
      return writeSignature(await sign(operationRequest(signable)))
    },
  }
}
