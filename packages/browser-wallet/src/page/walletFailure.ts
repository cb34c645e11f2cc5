import type { WireError } from '../wire.ts'

/** An error as wallets give it, which has its code beside the sentence. */
export const errorOf = ({ message, ...members }: WireError): Error => Object.assign(new Error(message), members)
