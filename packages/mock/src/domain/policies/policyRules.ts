import { defined } from '@latchkey/base/defined'
import type { Account } from '@latchkey/chains/chains'
import {
  accountOf,
  type Asset,
  assetOf,
  chainsWithNetworks,
  isAddress,
  isAsset,
  type WaasChain,
} from '@latchkey/signing/policyChains'
import type { PolicyRule } from '../../store/policyRecords.ts'
import { assert } from '../shared/errors.ts'
import type { RuleFunction } from './abiFunctions.ts'

/** The limits of a rule for an asset. */
interface RuleLimit {
  readonly asset: Asset
  readonly maxPerCall?: bigint
  readonly totalLimit?: bigint
}

/** A condition for an argument. The value has the argument's type, in the form that is compared. */
interface RuleConstraint {
  readonly operator: NonNullable<PolicyRule['argumentConstraints']>[number]['operator']
  readonly index: number
  readonly value: unknown
}

/** A rule about signatures, in the form that is compared with requests. */
export interface SigningRule {
  readonly ruleId: string
  readonly name: string
  readonly isAllow: boolean
  readonly chain: WaasChain
  /** Empty for everybody. */
  readonly accounts: ReadonlySet<Account>
  /** Empty for all networks. */
  readonly chainIds: ReadonlySet<number>
  /** Of a rule about calls. */
  readonly functions?: readonly RuleFunction[]
  readonly constraints: readonly RuleConstraint[]
  readonly limit?: RuleLimit
}

/** The longest amount: 78 digits are enough for 256 bits. */
const amountText = /^\d{1,78}$/

const refuse = (message: string) => ({ message })

/** Whether the rule is about signatures, and does not only block operations. */
export function isSigningRule({ operationRestrictions, ...rule }: PolicyRule): boolean {
  const { addresses = [], address, chainIds = [], chainId, contractAbi, functionName, valueLimit } = rule
  const hasPart = addresses.length + chainIds.length > 0 || address !== undefined || chainId !== undefined
  const isAboutCalls = contractAbi !== undefined || functionName !== undefined || valueLimit !== undefined
  const { blockExport, blockRevocation, blockClientSigning } = operationRestrictions ?? {}
  return hasPart || isAboutCalls || !(blockExport || blockRevocation || blockClientSigning)
}

/**
 * Reads a rule as an environment wrote it.
 *
 * @throws {@link DomainError} `invalidUpdate` for a rule that contradicts itself or can never apply
 */
export async function readRule(rule: PolicyRule): Promise<SigningRule> {
  const { ruleId, name, ruleType, chain, address, addresses = [], chainId, chainIds = [], valueLimit } = rule
  const everyAddress = [...addresses, ...(address === undefined ? [] : [address])]
  for (const each of everyAddress)
    assert(isAddress(chain, each), 'invalidUpdate', refuse(`addresses must be addresses of ${chain}: replace ${each}.`))
  const everyNetwork = [...chainIds, ...(chainId === undefined ? [] : [chainId])]
  assert(
    everyNetwork.length === 0 || chainsWithNetworks.has(chain),
    'invalidUpdate',
    refuse(`chainIds must be left out, since ${chain} has one network.`),
  )
  const areNumbers = everyNetwork.every((each) => Number.isSafeInteger(each) && each > 0)
  assert(areNumbers, 'invalidUpdate', refuse('chainIds must be positive whole numbers.'))
  return {
    ruleId,
    name,
    isAllow: ruleType === 'allow',
    chain,
    accounts: new Set(everyAddress.map((each) => accountOf(chain, each))),
    chainIds: new Set(everyNetwork),
    ...(await readCalls(rule)),
    ...defined({ limit: valueLimit && readLimit(chain, valueLimit) }),
  }
}

function readLimit(
  chain: WaasChain,
  { asset, maxPerCall, totalLimit }: NonNullable<PolicyRule['valueLimit']>,
): RuleLimit {
  const isKnown = asset === undefined || isAsset(chain, asset)
  assert(isKnown, 'invalidUpdate', refuse(`valueLimit.asset must be an asset of ${chain}.`))
  const amounts = { maxPerCall, totalLimit }
  assert(
    maxPerCall !== undefined || totalLimit !== undefined,
    'invalidUpdate',
    refuse('valueLimit must have maxPerCall or totalLimit.'),
  )
  const limits = Object.entries(amounts).flatMap(([name, text]) => {
    if (text === undefined) return []
    assert(amountText.test(text), 'invalidUpdate', refuse(`valueLimit.${name} must have at most 78 digits.`))
    return [[name, BigInt(text)] as const]
  })
  return { asset: assetOf(chain, asset), ...Object.fromEntries(limits) }
}

async function readCalls(rule: PolicyRule): Promise<Pick<SigningRule, 'functions' | 'constraints'>> {
  const { chain, contractAbi, functionName, argumentConstraints = [] } = rule
  if (contractAbi === undefined) {
    const isComplete = functionName === undefined && argumentConstraints.length === 0
    assert(isComplete, 'invalidUpdate', refuse('functionName and argumentConstraints must come with contractAbi.'))
    return { constraints: [] }
  }
  assert(
    chain === 'EVM',
    'invalidUpdate',
    refuse('contractAbi must be left out, since only contracts of EVM have one.'),
  )
  const { readFunctions, comparable, isInteger, isOrder } = await import('./abiFunctions.ts')
  const all = readFunctions(contractAbi)
  assert(all, 'invalidUpdate', refuse('contractAbi must be an ABI in JSON.'))
  const functions =
    functionName === undefined
      ? all
      : all.filter(({ name, signature }) => functionName === name || functionName === signature)
  assert(functions.length > 0, 'invalidUpdate', refuse('functionName must be a function of contractAbi.'))
  const [first] = functions
  if (argumentConstraints.length === 0 || !first) return { functions, constraints: [] }
  assert(
    functionName !== undefined && functions.length === 1,
    'invalidUpdate',
    refuse(
      'argumentConstraints must come with a functionName that names one function. Write its signature if there are several.',
    ),
  )
  const constraints = argumentConstraints.map(({ operator, index, value }, position) => {
    const at = `argumentConstraints.${position}`
    const input = first.inputs[index]
    assert(
      input,
      'invalidUpdate',
      refuse(`${at}.index must be below ${first.inputs.length}, since ${first.signature} has so many arguments.`),
    )
    assert(
      !isOrder(operator) || isInteger(input.type),
      'invalidUpdate',
      refuse(`${at}.operator must be equal or notEqual, since the argument is of the type ${input.type}.`),
    )
    const comparableValue = comparable(input, value)
    assert(comparableValue !== undefined, 'invalidUpdate', refuse(`${at}.value must be of the type ${input.type}.`))
    return { operator, index, value: comparableValue }
  })
  return { functions, constraints }
}
