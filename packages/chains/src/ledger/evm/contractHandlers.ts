import { didYouMean } from '@latchkey/base/nearest'
import * as Abi from 'ox/Abi'
import type * as AbiError from 'ox/AbiError'
import type * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'
import { functionOf } from '../../codecs/evmSignatures.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import type { ContractCall, ContractDefinition, ContractState, StoredValue } from '../../contractDefinitions.ts'
import { deleteValue, storedValue, storeValue } from '../contractStorage.ts'
import { encodeLog, encodeResult, revertOf, revertWith } from './abi.ts'
import { accountOf, type Code, type Frame } from './execution.ts'
import { Revert } from './revert.ts'
import type { EvmCall } from './steps.ts'

type AnyHandler = (call: ContractCall, ...args: readonly unknown[]) => unknown

const compiled = new WeakMap<ContractDefinition, Code>()

/** The code of a contract that a test has defined. */
export function codeOfDefinition(definition: ContractDefinition): Code {
  const code = compiled.get(definition) ?? compile(definition)
  compiled.set(definition, code)
  return code
}

/** @throws TypeError for an ABI that cannot be read, and for a handler without a function in it */
export function assertHandlers({ abi: source, handlers }: ContractDefinition): void {
  let abi: Abi.Abi
  try {
    abi = Abi.from(source as Abi.Abi | readonly string[])
  } catch (cause) {
    throw new TypeError('Failed to define a contract: its ABI cannot be read.', { cause })
  }
  const names = abi.flatMap((item) => (item.type === 'function' ? [item.name] : []))
  for (const name of Object.keys(handlers))
    if (name !== 'receive' && !names.includes(name))
      throw new TypeError(`Failed to define a contract: its ABI has no function "${name}".${didYouMean(name, names)}`)
}

function compile({ abi: source, handlers }: ContractDefinition): Code {
  const abi = Abi.from(source as Abi.Abi | readonly string[])
  const functions = new Map(
    abi.flatMap((item) => (item.type === 'function' ? [[AbiFunction.getSelector(item), item] as const] : [])),
  )
  return {
    run(frame) {
      const { receive } = handlers
      if (frame.data === '0x' && receive) {
        runHandler(receive as AnyHandler, contractCall(abi, frame), [])
        return '0x'
      }
      const item = functions.get(frame.data.slice(0, 10) as Hex)
      const handler = item && Object.hasOwn(handlers, item.name) ? handlers[item.name] : undefined
      if (!item || !handler)
        throw revertWith(`The contract of this test has no handler for ${item?.name ?? frame.data.slice(0, 10)}.`)
      const args = (AbiFunction.decodeData(item, frame.data, { checksumAddress: false }) ?? []) as readonly unknown[]
      const result = runHandler(handler as AnyHandler, contractCall(abi, frame), args)
      return encodeResult(item, result)
    },
  }
}

/** An error that a handler throws is a revert with its message. */
function runHandler(handler: AnyHandler, call: ContractCall, args: readonly unknown[]): unknown {
  let result: unknown
  try {
    result = handler(call, ...args)
  } catch (error) {
    if (error instanceof Revert) throw error
    throw revertWith(error instanceof Error ? error.message : String(error))
  }
  if (result instanceof Promise) throw new TypeError('Failed to run a contract: its handlers have to be synchronous.')
  return result
}

/** The state of a contract on its network. */
function stateOf({ execution: { backend, networkId }, self }: Pick<Frame, 'execution' | 'self'>): ContractState {
  const contract = { account: accountOf(self), networkId }
  return {
    get: <T extends StoredValue>(key: string) => storedValue(backend, contract, key) as T | undefined,
    set: (key, value) => storeValue(backend, contract, { key, value }),
    delete: (key) => deleteValue(backend, contract, key),
  }
}

function contractCall(abi: Abi.Abi, { execution, self, sender, value }: Frame): ContractCall {
  // A handler that catches a revert goes on, so what the call wrote has to be undone.
  const call = (inner: EvmCall) => execution.call({ ...inner, isTried: true })
  return {
    address: self,
    sender,
    value,
    networkId: execution.networkId,
    state: stateOf({ execution, self }),
    emit(name, args) {
      const item = abi.find((each) => each.type === 'event' && each.name === name)
      if (!item) throw new TypeError(`Failed to emit "${name}": the ABI has no event of this name.`)
      execution.log(encodeLog(item as AbiEvent.AbiEvent, self, args))
    },
    error(name, args = []) {
      const item = abi.find((each) => each.type === 'error' && each.name === name)
      if (!item) throw new TypeError(`Failed to make the error "${name}": the ABI has no error of this name.`)
      return revertOf(item as AbiError.AbiError, args)
    },
    call(to, signature, { args = [], value: sent = 0n } = {}) {
      const item = functionOf(signature)
      const data = AbiFunction.encodeData(item, ...(item.inputs.length > 0 ? [args] : []))
      const result = call({ from: self, to: to.toLowerCase() as Hex, value: sent, data })
      return item.outputs.length === 0 ? undefined : AbiFunction.decodeResult(item, result)
    },
    send: (to, amount) => call({ from: self, to: to.toLowerCase() as Hex, value: amount, data: '0x' }),
  }
}
