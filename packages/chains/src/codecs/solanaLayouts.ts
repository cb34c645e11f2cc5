/** The form of instructions. This loads `@solana/kit`, so import it lazily. */
import { type Decoder, getAddressDecoder, getNullableDecoder, getStructDecoder } from '@solana/kit'

/** One instruction of a program. */
export interface Layout<A extends string, T extends object> {
  /** The number at the beginning of the data. */
  readonly tag: number
  /** Of an instruction that only Token-2022 has: the bytes after the tag that name it. */
  readonly extensionTag?: readonly number[]
  /** The names of its accounts. Further accounts may follow. */
  readonly accounts: readonly A[]
  /** The fields after the tag. */
  readonly fields: Decoder<T>
}

/** An address that may be missing, after a byte that says so. */
export const optionalAddress = getNullableDecoder(getAddressDecoder())

type Fields = readonly (readonly [string, Decoder<unknown>])[]
type Decoded<F extends Fields> = { readonly [K in F[number] as K[0]]: K[1] extends Decoder<infer T> ? T : never }

export function layout<const A extends string, const F extends Fields>(
  tag: number,
  accounts: readonly A[],
  fields: F,
): Layout<A, Decoded<F>> {
  const decoder: Decoder<object> = getStructDecoder<Fields>(fields)
  return { tag, accounts, fields: decoder as Decoder<Decoded<F>> }
}

/** An instruction that only Token-2022 has. @param tag - The bytes that its data begins with. */
export function extensionLayout<const A extends string, const F extends Fields>(
  [tag, ...extensionTag]: readonly [number, ...number[]],
  accounts: readonly A[],
  fields: F,
): Layout<A, Decoded<F>> {
  return { ...layout(tag, accounts, fields), extensionTag }
}
