import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** A request to sign that gives an address value or power, more or less openly. */
export interface PolicyDisguise {
  /** Such as `multiSend of a token`. */
  readonly name: string
  /** The body of `waas.signMessage`. */
  readonly request: Pick<Schemas['SignMessageWithWaasRequest'], 'message' | 'isFormatted' | 'context'>
  /** Whether nobody can see whom it serves, so that a policy refuses it whomever it denies. */
  readonly isHidden?: true
}

/** Whom disguises serve, and for whom they are signed. */
export interface DisguiseInput {
  /** Who gets value or power: an address of EVM or Solana. */
  readonly address: string
  /** The address of the wallet that is to sign. @default an address of nobody */
  readonly wallet?: string
  /** Id of the EVM network. @default 1 */
  readonly chainId?: number
}
