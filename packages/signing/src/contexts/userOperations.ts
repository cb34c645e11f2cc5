import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { SignedContent } from './signedContent.ts'

type Schemas = components['schemas']
type Hex = `0x${string}`

/** The entry points of ERC-4337. Other entry points hash like the one of v0.7. */
const versions: Readonly<Record<string, '0.6' | '0.7' | '0.8' | '0.9'>> = {
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789': '0.6',
  '0x0000000071727de22e5e9d8baf0edac6f37da032': '0.7',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108': '0.8',
  '0x433709009b8330fda32311df1c2afa402ed8d009': '0.9',
}

/** A quantity in decimal or in hex with `0x`. */
const quantity = (text: string | undefined) => BigInt(text ?? 0)

const bytes = (text: string | undefined) => (text ?? '0x') as Hex

/** The hash covers only the address of a delegation. */
const delegationTo = (address: string | undefined) =>
  ({ address: address as Hex, chainId: 0, nonce: 0n, r: '0x', s: '0x', yParity: 0 }) as const

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
  const entryPointVersion = versions[entryPoint.toLowerCase()] ?? '0.7'
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
  const entryPointOfHash = { chainId: chainId ?? 0, entryPointAddress: entryPoint as Hex }
  const { factory, factoryData, paymaster, paymasterData, authorization } = operation
  const hash =
    entryPointVersion === '0.6'
      ? UserOperation.hash(
          {
            ...common,
            initCode: factory ? Hex.concat(factory as Hex, bytes(factoryData)) : '0x',
            paymasterAndData: paymaster ? Hex.concat(paymaster as Hex, bytes(paymasterData)) : '0x',
          },
          { ...entryPointOfHash, entryPointVersion: '0.6' },
        )
      : UserOperation.hash(
          {
            ...common,
            ...(factory && { factory: factory as Hex, factoryData: bytes(factoryData) }),
            // From v0.8 on, the hash covers the address of a delegation.
            ...defined({ authorization: authorization && delegationTo(authorization.address) }),
            ...(paymaster && {
              paymaster: paymaster as Hex,
              paymasterData: bytes(paymasterData),
              paymasterVerificationGasLimit: quantity(operation.paymasterVerificationGasLimit),
              paymasterPostOpGasLimit: quantity(operation.paymasterPostOpGasLimit),
            }),
          },
          { ...entryPointOfHash, entryPointVersion },
        )
  const expected = `0x${signed}`
  return hash === expected || PersonalMessage.getSignPayload(hash) === expected
}
