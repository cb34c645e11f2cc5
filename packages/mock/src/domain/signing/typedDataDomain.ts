import type { components } from '@latchkey/types'

type TypedData = components['schemas']['SignMessageEvmTypedData']

/** The members that a domain can have, with their types (EIP-712). */
const domainTypes: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/** What is wrong with the domain of typed data: a sentence; `undefined` for a domain as EIP-712 has it. */
export function domainProblem({ types }: TypedData): string | undefined {
  const members = Object.hasOwn(types, 'EIP712Domain') ? (types.EIP712Domain ?? []) : []
  for (const { name, type } of members) {
    const expected = Object.hasOwn(domainTypes, name) ? domainTypes[name] : undefined
    if (expected !== undefined && type !== expected)
      return `types.EIP712Domain must give "${name}" the type ${expected}.`
  }
  return undefined
}
