import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RandomBytes } from '../src/parties/identity.ts'

/** Bytes that are the same for the same seed. Successive calls differ. */
export function seededBytes(seed: string): RandomBytes {
  let calls = 0
  return (length) => {
    calls += 1
    const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, i) =>
      sha512(utf8ToBytes(`${seed}/${calls}/${i}`)),
    )
    return concatBytes(...blocks).subarray(0, length)
  }
}
