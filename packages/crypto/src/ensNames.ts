/** Names of ENS. This loads the tables of `@adraffy/ens-normalize`, so import it lazily. */
import { ens_normalize } from '@adraffy/ens-normalize'

/** A name in the one spelling that its node is computed from, or why there is none. */
export type NormalizedName =
  | { readonly name: string; readonly problem?: undefined }
  | { readonly name?: undefined; readonly problem: string }

/** Normalizes a name (ENSIP-15). The problem names the label and the character. */
export function normalizeEnsName(text: string): NormalizedName {
  try {
    return { name: ens_normalize(text) }
  } catch (error) {
    // The library surrounds what it quotes with marks of direction, which nobody sees.
    return { problem: (error as Error).message.replaceAll('\u200E', '') }
  }
}

/** Whether a name is in its one spelling: only then is it safe to show, since another one can look like it. */
export const isNormalized = (name: string): boolean => normalizeEnsName(name).name === name
