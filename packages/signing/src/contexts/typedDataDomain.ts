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

/** The problem of a typed data domain, as a sentence; `undefined` for a valid domain (EIP-712). */
export function domainProblem({ types }: TypedData): string | undefined {
  const members = Object.hasOwn(types, 'EIP712Domain') ? (types.EIP712Domain ?? []) : []
  for (const { name, type } of members) {
    const expected = Object.hasOwn(domainTypes, name) ? domainTypes[name] : undefined
    if (expected !== undefined && type !== expected)
      return `types.EIP712Domain must give "${name}" the type ${expected}.`
  }
  return undefined
}
