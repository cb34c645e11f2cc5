import * as AbiError from 'ox/AbiError'
import * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import { errorOf, eventOf, functionOf } from '../../codecs/evmSignatures.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { Revert } from './revert.ts'
import type { Steps } from './steps.ts'

/** A function of a contract: its interface, and its code, which runs in a frame `F`. */
export interface Method<F> {
  readonly abi: AbiFunction.AbiFunction
  readonly selector: Hex
  run(frame: F, args: readonly unknown[]): unknown
}

/** The result of a function, or the steps that compute it. */
type Answer<R> = R | Steps<R>

/** Functions by their selector. */
export type Methods<F> = ReadonlyMap<Hex, Method<F>>

type Parsed<S> = S extends string ? Extract<AbiFunction.from.ReturnType<S>, AbiFunction.AbiFunction> : never
type Args<S> = AbiFunction.decodeData.ReturnType<Parsed<S>>
type ArgList<S> = Args<S> extends readonly unknown[] ? Args<S> : []
type Result<S> = Parsed<S> extends { outputs: readonly [] } ? void : AbiFunction.encodeResult.Output<Parsed<S>>

/** Declares a function of a contract by its signature in Solidity. Its arguments and result have the types of the signature. */
export function method<F, const S extends string>(
  signature: S,
  run: (frame: F, args: ArgList<S>) => Answer<Result<S>>,
): Method<F> {
  const abi = functionOf(signature)
  return {
    abi,
    selector: AbiFunction.getSelector(abi),
    run: (frame, args) => run(frame, args as readonly unknown[] & ArgList<S>),
  }
}

export function methodsOf<F>(...methods: readonly Method<F>[]): Methods<F> {
  return new Map(methods.map((each) => [each.selector, each]))
}

/** Runs the function that the data calls. @throws {@link Revert} for data that it cannot read, and as the function does */
export function runMethod<F>({ abi, run }: Method<F>, frame: F, data: Hex): Answer<Hex> {
  const answer = run(frame, argsOf(abi, data))
  return isSteps(answer) ? encodeAfter(abi, answer) : encodeResult(abi, answer)
}

const isSteps = (answer: unknown): answer is Steps<unknown> => Object(answer)[Symbol.toStringTag] === 'Generator'

function* encodeAfter(abi: AbiFunction.AbiFunction, steps: Steps<unknown>): Steps<Hex> {
  return encodeResult(abi, yield* steps)
}

/** Encodes what a function returns: one value as it is, several as a list. */
export const encodeResult = (abi: AbiFunction.AbiFunction, result: unknown): Hex =>
  abi.outputs.length === 0
    ? '0x'
    : AbiFunction.encodeResult(abi, result as AbiFunction.encodeResult.Output<AbiFunction.AbiFunction>)

function argsOf(abi: AbiFunction.AbiFunction, data: Hex): readonly unknown[] {
  try {
    return (AbiFunction.decodeData(abi, data, { checksumAddress: false }) ?? []) as readonly unknown[]
  } catch {
    // As the decoder of Solidity does.
    throw new Revert('0x')
  }
}

/** A log of a transaction. */
export interface EvmLog {
  /** The contract, in lower case. */
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Declares an event by its signature in Solidity, and writes logs of it. */
export function event(signature: string): (address: Hex, args: Readonly<Record<string, unknown>>) => EvmLog {
  const abi = eventOf(signature)
  return (address, args) => encodeLog(abi, address, args)
}

export function encodeLog(abi: AbiEvent.AbiEvent, address: Hex, args: Readonly<Record<string, unknown>>): EvmLog {
  const { topics } = AbiEvent.encode(abi, args)
  const inData = abi.inputs.filter((input) => !('indexed' in input && input.indexed))
  const values = inData.map(({ name }) => args[name ?? ''])
  return {
    address,
    topics: (topics as readonly (Hex | null)[]).filter((topic) => topic !== null),
    data: inData.length === 0 ? '0x' : AbiParameters.encode(inData, values),
  }
}

const solidityError = AbiError.from('error Error(string reason)')

/** The revert of `require(…, reason)`. */
export function revertWith(reason: string): Revert {
  return new Revert(AbiError.encode(solidityError, [reason]), reason)
}

/** Declares an error by its signature in Solidity, and makes reverts with it. */
export function customError(signature: string): (...args: readonly unknown[]) => Revert {
  const abi = errorOf(signature)
  return (...args) => revertOf(abi, args)
}

/** A revert with an error of an ABI. @param args - In the order of its parameters. */
export function revertOf(abi: AbiError.AbiError, args: readonly unknown[]): Revert {
  const data = args.length === 0 ? AbiError.encode(abi) : AbiError.encode(abi, args as never)
  return new Revert(data, `${abi.name}(${args.join(', ')})`)
}
