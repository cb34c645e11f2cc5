import { join, step } from '@latchkey/ceremony/ecdsa-signing'
import type { SignInput } from '../engine.ts'
import type { Relay } from './relay.ts'
import { sign as signWith } from './sign.ts'

/** Signs as `ceremonies.ts` does, with a key of ECDSA only. */
export const sign = (relay: Relay, input: SignInput) => signWith({ relay, maths: { join, step } }, input)
