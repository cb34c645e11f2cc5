/** Decodes what typed data (EIP-712) permits others. This loads `ox`, so import it lazily. */
import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { nativeAsset } from '../policyChains.ts'
import type { Grant } from '../policyEffects.ts'
import { collectGrant, evmAccount, type EvmDecoding } from './evmCalls.ts'
import type { Hex } from './knownFunction.ts'
import { addressesIn, type Fields, fieldsOf, signedFields } from './typedDataFields.ts'
import { type Reader, typedDataReaders } from './typedDataReaders.ts'
import { wrappedContent } from './wrappedDigests.ts'

type TypedData = components['schemas']['SignMessageEvmTypedData']
type Struct = Pick<TypedData, 'types' | 'primaryType'> & { readonly message: unknown }
type Domain = ReturnType<typeof signedDomain>

/** The chain id and contract of the domain, if these fields are hashed. */
function signedDomain({ domain, types }: TypedData): { chainId?: number; contract?: Hex } {
  const hashed = types.EIP712Domain?.map(({ name }) => name)
  const fields = fieldsOf(domain)
  const isSigned = (name: string) => fields[name] != null && (hashed?.includes(name) ?? true)
  return defined({
    chainId: isSigned('chainId') ? Number(fields.chainId) : undefined,
    contract: isSigned('verifyingContract') ? (fields.verifyingContract as Hex) : undefined,
  })
}

/** Collects the grants of typed data. In data of unknown types, every address counts as a grant. */
export function decodeTypedData(decoding: EvmDecoding, typedData: TypedData): void {
  const domain = signedDomain(typedData)
  try {
    if (domain.contract !== undefined) collectorOf(decoding, domain).collect(domain.contract, nativeAsset, 0n)
    decodeStruct(decoding, typedData, domain)
  } catch {
    decoding.collector.hidden.push(`The fields of ${typedData.primaryType} are not those that it should have.`)
  }
}

/** An account's wrapper of typed data (ERC-7739), whose domain is that of the application. */
const wrapperOfTypedData = 'TypedDataSign'

/** @throws for fields that do not fit */
function decodeStruct(decoding: EvmDecoding, { types, primaryType, ...struct }: Struct, domain: Domain): void {
  const { collector } = decoding
  const message = signedFields(types, primaryType, struct.message) as Fields
  const collectors = collectorOf(decoding, domain)
  const contents = types[primaryType]?.find(({ name }) => name === 'contents')
  if (primaryType === wrapperOfTypedData && contents && Object.hasOwn(types, contents.type))
    return decodeStruct(decoding, { types, primaryType: contents.type, message: message.contents }, domain)
  const read = Object.hasOwn(typedDataReaders, primaryType) ? typedDataReaders[primaryType] : undefined
  if (read) return read({ types, primaryType, message, ...domain, ...collectors, decoding })
  for (const address of addressesIn(types, primaryType, message)) collectors.collect(address, nativeAsset, 0n)
  const wrapped = wrappedContent(types, primaryType, message)
  if (wrapped === 'digest')
    collector.hidden.push(`${primaryType} wraps a digest, and nothing says what that is made of.`)
  if (wrapped === undefined) {
    const reason = `Nobody knows what ${primaryType} lets others do.`
    collector.unknown.push({ reason, ...networkOf(domain) })
  }
}

const networkOf = ({ chainId }: Domain): Pick<Grant, 'chainId'> => (chainId === undefined ? {} : { chainId })

function collectorOf(decoding: EvmDecoding, domain: Domain): Pick<Parameters<Reader>[0], 'collect' | 'collectToken'> {
  const countsOn = networkOf(domain)
  const accountAt = (address: unknown) => {
    if (!/^0x[\da-f]{40}$/i.test(String(address))) throw new TypeError('This is not an address.')
    return evmAccount(String(address))
  }
  return {
    collect: (to, asset, amount) =>
      collectGrant(decoding, { ...countsOn, account: accountAt(to), asset, amount: BigInt(String(amount)) }),
    collectToken: (token) =>
      collectGrant(decoding, { ...countsOn, account: accountAt(token), asset: nativeAsset, amount: 0n, isToken: true }),
  }
}
