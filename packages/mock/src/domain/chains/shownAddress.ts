import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'

/** The address of an account (`family:address`) as people write it: on EVM chains with its checksum (EIP-55). */
export function shownAddress(account: string): string {
  const colon = account.indexOf(':')
  const address = account.slice(colon + 1)
  return account.slice(0, colon) === 'eip155' ? toChecksumAddress(address) : address
}
