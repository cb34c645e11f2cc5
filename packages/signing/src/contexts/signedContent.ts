/** The content that a context is compared with. */
export interface SignedContent {
  /** Hex of what the key signs. */
  readonly signed: string
  /** The message of the request. */
  readonly message: string
  readonly isFormatted: boolean
}
