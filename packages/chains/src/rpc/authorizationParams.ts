import { type EvmAuthorization, type Hex, readAuthorization } from '../codecs/evmTransactions.ts'
import { readAddress, readHash, readObject, readQuantity } from './evmParams.ts'

/** An authorization (EIP-7702) as bundlers take it beside a user operation; `undefined` without one. */
export function readOperationAuthorization(value: unknown): EvmAuthorization | undefined {
  const { eip7702Auth } = readObject(value, 'userOperation')
  return eip7702Auth === undefined || eip7702Auth === null ? undefined : readSigned(eip7702Auth, 'eip7702Auth')
}

/** The authorizations of a transaction (EIP-7702) as a node takes them with a call or an estimate. */
export function readAuthorizationList(list: readonly unknown[]): readonly EvmAuthorization[] {
  return list.map((entry) => readSigned(entry, 'authorizationList'))
}

function readSigned(value: unknown, name: string): EvmAuthorization {
  const fields = readObject(value, name)
  const number = (field: string) => readQuantity(fields[field], `${name}.${field}`)
  // viem leaves out the zeros at their beginning, as nodes allow it.
  const word = (field: string): Hex =>
    fields[field] === undefined
      ? readHash(fields[field], `${name}.${field}`)
      : `0x${number(field).toString(16).padStart(64, '0')}`
  return readAuthorization({
    chainId: Number(number('chainId')),
    address: readAddress(fields.address, `${name}.address`),
    nonce: number('nonce'),
    r: word('r'),
    s: word('s'),
    yParity: Number(number('yParity')),
  })
}
