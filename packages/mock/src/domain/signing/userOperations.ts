import type { components } from '@latchkey/types'
import type { SignedContent } from './signedContent.ts'

type Schemas = components['schemas']
type Hex = `0x${string}`

/** The entry point of ERC-4337 v0.6; all others hash as v0.7 does. */
const entryPoint06 = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'

/** A quantity in decimal or in hex with `0x`. */
const quantity = (text: string | undefined) => BigInt(text ?? 0)

const bytes = (text: string | undefined) => (text ?? '0x') as Hex

/** The hash of a user operation, or the personal message (EIP-191) of that hash, which some accounts ask for. */
export async function userOperationMatches(
  { chainId, entryPoint = '', operation = {} }: Schemas['SignMessageEvmUserOperation'],
  { signed }: SignedContent,
): Promise<boolean> {
  const [Hex, PersonalMessage, UserOperation] = await Promise.all([
    import('ox/Hex'),
    import('ox/PersonalMessage'),
    import('ox/erc4337/UserOperation'),
  ])
  const is06 = entryPoint.toLowerCase() === entryPoint06
  const common = {
    sender: bytes(operation.sender),
    nonce: quantity(operation.nonce),
    callData: bytes(operation.callData),
    callGasLimit: quantity(operation.callGasLimit),
    verificationGasLimit: quantity(operation.verificationGasLimit),
    preVerificationGas: quantity(operation.preVerificationGas),
    maxFeePerGas: quantity(operation.maxFeePerGas),
    maxPriorityFeePerGas: quantity(operation.maxPriorityFeePerGas),
  }
  const place = { chainId: chainId ?? 0, entryPointAddress: entryPoint as Hex }
  const { factory, factoryData, paymaster, paymasterData } = operation
  const hash = is06
    ? UserOperation.hash(
        {
          ...common,
          initCode: factory ? Hex.concat(factory as Hex, bytes(factoryData)) : '0x',
          paymasterAndData: paymaster ? Hex.concat(paymaster as Hex, bytes(paymasterData)) : '0x',
        },
        { ...place, entryPointVersion: '0.6' },
      )
    : UserOperation.hash(
        {
          ...common,
          ...(factory && { factory: factory as Hex, factoryData: bytes(factoryData) }),
          ...(paymaster && {
            paymaster: paymaster as Hex,
            paymasterData: bytes(paymasterData),
            paymasterVerificationGasLimit: quantity(operation.paymasterVerificationGasLimit),
            paymasterPostOpGasLimit: quantity(operation.paymasterPostOpGasLimit),
          }),
        },
        { ...place, entryPointVersion: '0.7' },
      )
  const expected = `0x${signed}`
  return hash === expected || PersonalMessage.getSignPayload(hash) === expected
}
