/** Whether two addresses are the same: hex may be in either case and, on Starknet, begin with zeros. */
export function isSameAccount(address: string, other: string): boolean {
  return keyOf(address) === keyOf(other)
}

const keyOf = (address: string) => (/^0x/i.test(address) ? address.toLowerCase().replace(/^0x0+/, '0x') : address)
