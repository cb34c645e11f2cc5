import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** A request to sign that gives an address value or power, more or less openly. */
export interface PolicyDisguise {
  /** Such as `multiSend of a token`. */
  readonly name: string
  /** The body of `waas.signMessage`. */
  readonly request: Pick<Schemas['SignMessageWithWaasRequest'], 'message' | 'isFormatted' | 'context'>
  /** Whether the address cannot be decoded, so that every policy refuses the request. */
  readonly isHidden?: true
}

/** The address that gets value or power, and the wallet that signs. */
export interface DisguiseInput {
  /** The address that gets value or power, of EVM or Solana. */
  readonly address: string
  /** The address of the wallet that is to sign. @default an address of nobody */
  readonly wallet?: string | undefined
  /** Id of the EVM network. @default 1 */
  readonly chainId?: number | undefined
}
