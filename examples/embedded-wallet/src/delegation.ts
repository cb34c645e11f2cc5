/** Simple7702Account of ERC-4337, to which the account delegates (EIP-7702), so that a batch is one transaction. */
export const delegation = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'
