import { providerCodes } from '@latchkey/device/provider'
import type { EvmSigning } from '@latchkey/device/signing'
import { fail } from '../walletError.ts'

type Hex = `0x${string}`

/**
 * Signatures as devices with a screen of their own make them: the last byte is the parity, 0 or 1, and typed data is
 * taken only if the device can show it, which excludes lists.
 */
export function hardwareSigning(signing: EvmSigning): EvmSigning {
  return {
    ...signing,
    signMessage: async (parameters) => withParity(await signing.signMessage(parameters)),
    async signTypedData(typedData) {
      const fields = Object.values(
        Object(typedData.types) as Record<string, readonly { readonly type: string }[]>,
      ).flat()
      const list = fields.find(({ type }) => type.endsWith(']'))
      if (list)
        throw fail(
          providerCodes.unsupportedMethod,
          `The device cannot show typed data with a list, such as ${list.type}.`,
        )
      return withParity(await signing.signTypedData(typedData))
    },
  }
}

/** A signature with 0 or 1 in place of 27 or 28. */
function withParity(signature: Hex): Hex {
  const recovery = Number.parseInt(signature.slice(-2), 16)
  return `${signature.slice(0, -2) as Hex}${(recovery - 27).toString(16).padStart(2, '0')}`
}
