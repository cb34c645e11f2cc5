import type { Account, SimulatedEffects } from '@latchkey/chains/chains'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { presentSimulation, type SimulationInput, simulationNetwork } from './simulation.ts'

type Schemas = components['schemas']
type Reply = Schemas['SimulateTransactionResponse']

const chain = 'EVM'

/**
 * Shows what a transaction would do, and undoes it.
 *
 * @throws {@link DomainError} `validationFailed`, `invalidChainAddress`, and as {@link simulationNetwork}
 */
export async function simulateTransaction(
  backend: Backend,
  environmentId: string,
  { chainId, from, to, value, data, domain }: Schemas['SimulateEVMTransactionRequest'],
): Promise<Reply> {
  const networkId = readNetworkId(chainId)
  const network = simulationNetwork(backend, environmentId, { chain, networkId })
  const account = readAccount(from)
  const call = { from: account, to: readAccount(to), value: readQuantity('value', value), data: readData(data) }
  const input = { rights: backend.outside.chains.allowances(account, networkId), domain }
  const runner = await backend.outside.chains.evm()
  return runner.simulate(networkId, call, (effects) =>
    presentSimulation(backend, { chain, network, account }, { effects, input }),
  )
}

/** Shows what a user operation would do, and undoes it. @throws {@link DomainError} as {@link simulateTransaction} */
export async function simulateUserOperation(
  backend: Backend,
  environmentId: string,
  { chainId, operation, entryPoint, value, domain }: Schemas['SimulateUserOpRequest'],
): Promise<Reply> {
  const networkId = readNetworkId(chainId)
  const network = simulationNetwork(backend, environmentId, { chain, networkId })
  readQuantity('value', value)
  const { sender } = operation
  assert(typeof sender === 'string', 'validationFailed', { message: 'operation.sender must be an address.' })
  const account = readAccount(sender)
  const at = readAccount(entryPoint)
  const input: SimulationInput = {
    rights: backend.outside.chains.allowances(account, networkId),
    participants: helpersOf(operation),
    domain,
  }
  const show = (effects: SimulatedEffects) =>
    presentSimulation(backend, { chain, network, account }, { effects, input })
  const runner = await backend.outside.chains.evm()
  const outcome = runner.simulateUserOperation(networkId, { entryPoint: at, operation }, show)
  if ('result' in outcome) return outcome.result
  return show({ success: false, reason: outcome.problem, transfers: [], called: [], unknownCode: [], gasUsed: 0n })
}

/** The paymaster and the factory of a user operation; in version 0.6 they are the first 20 bytes of longer fields. */
function helpersOf(operation: Readonly<Record<string, unknown>>): Account[] {
  return ['paymaster', 'factory', 'paymasterAndData', 'initCode']
    .map((name) => String(operation[name] ?? '').slice(0, 42))
    .filter((address) => isAddressOf(chain, address.toLowerCase()))
    .map((address) => addressKey(chain, address))
}

function readAccount(address: string): Account {
  assert(isAddressOf(chain, address), 'invalidChainAddress')
  return addressKey(chain, address)
}

function readNetworkId(text: string): number {
  const networkId = Number(readQuantity('chainId', text))
  assert(Number.isSafeInteger(networkId), 'validationFailed', {
    message: `chainId must be at most ${Number.MAX_SAFE_INTEGER}.`,
  })
  return networkId
}

/** The highest number of the EVM chains. */
const highest = 2n ** 256n - 1n

function readQuantity(field: string, text: string): bigint {
  // The pattern of the field admits texts that BigInt reads, but for 0X.
  const quantity = BigInt(text.toLowerCase())
  assert(quantity <= highest, 'validationFailed', { message: `${field} must be below 2^256.` })
  return quantity
}

function readData(text: string): string {
  assert(/^0x([\da-f]{2})*$/i.test(text), 'validationFailed', { message: 'data must be 0x and whole bytes in hex.' })
  return text
}
