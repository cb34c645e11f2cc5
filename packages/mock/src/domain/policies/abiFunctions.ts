import { readHex, toHex } from '@latchkey/base/bytes'
/** Functions in the ABIs of rules, and their arguments. This loads `ox`, so import it lazily. */
import type { components } from '@latchkey/types'
import * as AbiFunction from 'ox/AbiFunction'

type Hex = `0x${string}`
type Condition = components['schemas']['WaasPolicyConstraintCondition']

interface Parameter {
  readonly type: string
  readonly name?: string
  readonly components?: readonly Parameter[]
}

/** A function of a contract that a rule names. */
export interface RuleFunction {
  readonly name: string
  /** Such as `transfer(address,uint256)`. */
  readonly signature: string
  readonly selector: Hex
  readonly inputs: readonly Parameter[]
  /** Decodes the arguments of a call; `undefined` for data that does not fit. */
  decode(data: Hex): readonly unknown[] | undefined
}

const elementary = /^(u?int(\d+)|address|bool|string|function|bytes(\d*))((?:\[\d*\])*)$/
const tuple = /^tuple((?:\[\d*\])*)$/

function isParameter(value: unknown): value is Parameter {
  const { type, name, components } = (value ?? {}) as Partial<Parameter>
  if (typeof type !== 'string' || (name !== undefined && typeof name !== 'string')) return false
  if (tuple.test(type)) return Array.isArray(components) && components.every(isParameter)
  const [, , bits, size] = elementary.exec(type) ?? []
  if (bits !== undefined) return Number(bits) % 8 === 0 && Number(bits) > 0 && Number(bits) <= 256
  return elementary.test(type) && (!size || (Number(size) > 0 && Number(size) <= 32))
}

const typeText = ({ type, components = [] }: Parameter): string =>
  type.startsWith('tuple') ? `(${components.map(typeText).join(',')})${type.slice(5)}` : type

/** Kinds of ABI entries besides functions. Rules cannot name them. */
const otherKinds: ReadonlySet<unknown> = new Set(['constructor', 'event', 'error', 'fallback', 'receive'])

/** The functions of an ABI; `undefined` for an ABI that does not parse. */
export function readFunctions(abi: readonly object[]): RuleFunction[] | undefined {
  const functions: RuleFunction[] = []
  for (const entry of abi) {
    const { type, name, inputs = [] } = entry as { type?: unknown; name?: unknown; inputs?: unknown }
    if (otherKinds.has(type)) continue
    const isFunction = type === 'function' && typeof name === 'string' && /^[A-Za-z_$][\w$]*$/.test(name)
    if (!isFunction || !Array.isArray(inputs) || !inputs.every(isParameter)) return undefined
    functions.push(ruleFunction(name, inputs))
  }
  return functions
}

function ruleFunction(name: string, inputs: readonly Parameter[]): RuleFunction {
  const signature = `${name}(${inputs.map(typeText).join(',')})`
  const abi = { type: 'function', name, inputs, outputs: [], stateMutability: 'payable' } as const
  return {
    name,
    signature,
    selector: AbiFunction.getSelector(`function ${signature}`),
    inputs,
    decode(data) {
      if (inputs.length === 0) return []
      try {
        return AbiFunction.decodeData(abi as AbiFunction.AbiFunction, data, {
          checksumAddress: false,
        }) as readonly unknown[]
      } catch {
        return undefined
      }
    },
  }
}

/**
 * A value in the form in which values of its type are compared: integers as bigint, addresses and bytes in lower case.
 *
 * @returns `undefined` for a value of another type.
 */
export function comparable(parameter: Parameter, value: unknown): unknown {
  const { type } = parameter
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, type = '', length] = array
    if (!Array.isArray(value) || (length && Number(length) !== value.length)) return undefined
    return all(value.map((item) => comparable({ ...parameter, type }, item)))
  }
  if (type === 'tuple') return comparableTuple(parameter, value)
  if (isInteger(type)) return comparableInteger(type, value)
  if (type === 'bool') return typeof value === 'boolean' ? value : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'string') return value
  const bytes = value.startsWith('0x') ? readHex(value) : undefined
  return bytes && sizeOf(type, bytes.length) === bytes.length ? `0x${toHex(bytes)}` : undefined
}

const all = (values: readonly unknown[]) => (values.includes(undefined) ? undefined : values)

function comparableTuple({ components = [] }: Parameter, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  if (Object.keys(fields).length !== components.length) return undefined
  const keyOf = ({ name = '' }: Parameter, index: number) => (Array.isArray(value) ? index : name)
  return all(components.map((each, index) => comparable(each, fields[keyOf(each, index)])))
}

/** Whether values of a type have an order. */
export const isInteger = (type: string): boolean => /^u?int\d+$/.test(type)

function comparableInteger(type: string, value: unknown): bigint | undefined {
  const isExact = typeof value === 'bigint' || Number.isSafeInteger(value)
  const isText = typeof value === 'string' && /^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(value)
  if (!isExact && !isText) return undefined
  const integer = BigInt(value as string)
  const bits = BigInt(type.replace(/\D/g, ''))
  const [least, most] = type.startsWith('u') ? [0n, 2n ** bits] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n)]
  return integer >= least && integer < most ? integer : undefined
}

/** How many bytes a value of the type has. */
function sizeOf(type: string, length: number): number {
  if (type === 'address') return 20
  if (type === 'function') return 24
  return type === 'bytes' ? length : Number(type.slice(5))
}

/** The operators that compare by order. */
export const orders = {
  greater: (left: bigint, right: bigint) => left > right,
  less: (left: bigint, right: bigint) => left < right,
  greaterEqual: (left: bigint, right: bigint) => left >= right,
  lessEqual: (left: bigint, right: bigint) => left <= right,
} as const satisfies Partial<Record<Condition, unknown>>

export const isOrder = (operator: Condition): operator is keyof typeof orders => Object.hasOwn(orders, operator)

const textOf = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))

/** Whether an argument fulfils a constraint. Both values are {@link comparable}. */
export function holds(operator: Condition, argument: unknown, value: unknown): boolean {
  if (argument === undefined || value === undefined) return false
  if (isOrder(operator)) return orders[operator](argument as bigint, value as bigint)
  return (textOf(argument) === textOf(value)) === (operator === 'equal')
}
