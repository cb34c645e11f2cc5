import { type EvmAuthorization, type Hex, readAuthorization } from '../../crypto/evmTransactions.ts'
import { readAddress, readHash, readObject, readQuantity } from './evmParams.ts'

/** An authorization (EIP-7702) as bundlers take it beside a user operation; `undefined` without one. */
export function readOperationAuthorization(value: unknown): EvmAuthorization | undefined {
  const { eip7702Auth } = readObject(value, 'userOperation')
  if (eip7702Auth === undefined || eip7702Auth === null) return undefined
  const fields = readObject(eip7702Auth, 'eip7702Auth')
  const number = (name: string) => readQuantity(fields[name], `eip7702Auth.${name}`)
  const word = (name: string): Hex => readHash(fields[name], `eip7702Auth.${name}`)
  return readAuthorization({
    chainId: Number(number('chainId')),
    address: readAddress(fields.address, 'eip7702Auth.address'),
    nonce: number('nonce'),
    r: word('r'),
    s: word('s'),
    yParity: Number(number('yParity')),
  })
}
