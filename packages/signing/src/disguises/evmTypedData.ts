/** Typed data (EIP-712) that serves one address. */

type Bytes = `0x${string}`

/** Typed data as requests have it. */
export interface GrantingTypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

interface Input {
  /** The address that it serves. */
  readonly to: Bytes
  readonly wallet: Bytes
  readonly token: Bytes
  readonly chainId: number
  /** Calldata by which the token pays that address. */
  readonly pay: Bytes
}

const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const seaport = '0x0000000000000068f116a894984e2db1123eb395'
const account = '0x00000000000000000000000000000000000acc07'

/** Members of a struct, written as in Solidity. */
const members = (text: string) =>
  text.split(', ').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { name, type }
  })

const permitMembers = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'
const authorizationMembers =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
const safeMembers =
  'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce'
const itemMembers =
  'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount'
const orderMembers =
  'address offerer, address zone, OfferItem[] offer, ConsiderationItem[] consideration, uint256 counter'
const zeroAddress = `0x${'0'.repeat(40)}`
const zeros = `0x${'0'.repeat(64)}`

const domainOf = (chainId: number, verifyingContract: string) => ({
  name: 'Contract',
  version: '1',
  chainId,
  verifyingContract,
})

/** Typed data by name. */
export function grantingTypedData(input: Input): Record<string, GrantingTypedData> {
  const { to, wallet, token, chainId, pay } = input
  const domain = (contract: string) => domainOf(chainId, contract)
  return {
    ...permits(input),
    ...permit2Requests(input),
    ...wrappedPermit(input),
    'transfer with an authorization (ERC-3009)': {
      domain: domain(token),
      types: { TransferWithAuthorization: members(authorizationMembers) },
      primaryType: 'TransferWithAuthorization',
      message: { from: wallet, to, value: '1', validAfter: '0', validBefore: '0', nonce: zeros },
    },
    ...orders(input),
    'transaction of a Safe': {
      domain: { chainId, verifyingContract: account },
      types: { SafeTx: members(safeMembers) },
      primaryType: 'SafeTx',
      message: {
        to: token,
        value: '0',
        data: pay,
        operation: 0,
        safeTxGas: '0',
        baseGas: '0',
        gasPrice: '0',
        gasToken: zeroAddress,
        refundReceiver: zeroAddress,
        nonce: '0',
      },
    },
    'struct that nobody knows': {
      domain: domain(account),
      types: { Wish: members('Gift[] gifts'), Gift: members('address friend, uint256 amount') },
      primaryType: 'Wish',
      message: { gifts: [{ friend: to, amount: '1' }] },
    },
  }
}

/** Permits of tokens. */
function permits({ to, wallet, token, chainId }: Input): Record<string, GrantingTypedData> {
  const domain = domainOf(chainId, token)
  return {
    Permit: {
      domain,
      types: { Permit: members(permitMembers) },
      primaryType: 'Permit',
      message: { owner: wallet, spender: to, value: '1', nonce: '0', deadline: '0' },
    },
    'Permit of all, as DAI has it': {
      domain,
      types: { Permit: members('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed') },
      primaryType: 'Permit',
      message: { holder: wallet, spender: to, nonce: '0', expiry: '0', allowed: true },
    },
  }
}

/** Allowances and transfers at Permit2, the contract that many tokens have approved. */
function permit2Requests({ to, wallet, token, chainId }: Input): Record<string, GrantingTypedData> {
  const domain = domainOf(chainId, permit2)
  const batchTypes = {
    PermitBatchTransferFrom: members('TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline'),
    TokenPermissions: members('address token, uint256 amount'),
  }
  return {
    'allowance at Permit2': {
      domain,
      types: {
        PermitSingle: members('PermitDetails details, address spender, uint256 sigDeadline'),
        PermitDetails: members('address token, uint160 amount, uint48 expiration, uint48 nonce'),
      },
      primaryType: 'PermitSingle',
      message: { details: { token, amount: '1', expiration: '0', nonce: '0' }, spender: to, sigDeadline: '0' },
    },
    'transfer at Permit2': {
      domain,
      types: batchTypes,
      primaryType: 'PermitBatchTransferFrom',
      message: { permitted: [{ token, amount: '1' }], spender: to, nonce: '0', deadline: '0' },
    },
    'transfer of their token at Permit2': {
      domain,
      types: batchTypes,
      primaryType: 'PermitBatchTransferFrom',
      message: {
        permitted: [
          { token, amount: '1' },
          { token: to, amount: '1' },
        ],
        spender: account,
        nonce: '0',
        deadline: '0',
      },
    },
    'witness of a transfer at Permit2': {
      domain,
      types: {
        PermitWitnessTransferFrom: members(
          'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, Order witness',
        ),
        Order: members('address swapper, Output[] outputs'),
        Output: members('address token, uint256 amount, address recipient'),
        TokenPermissions: members('address token, uint256 amount'),
      },
      primaryType: 'PermitWitnessTransferFrom',
      message: {
        permitted: { token, amount: '1' },
        spender: account,
        nonce: '0',
        deadline: '0',
        witness: { swapper: wallet, outputs: [{ token, amount: '1', recipient: to }] },
      },
    },
  }
}

/** A permit that a contract account signs as part of a struct of its own. */
function wrappedPermit({ to, wallet, token, chainId }: Input): Record<string, GrantingTypedData> {
  return {
    'Permit in the wrapper of an account (ERC-7739)': {
      domain: domainOf(chainId, token),
      types: {
        TypedDataSign: members(
          'Permit contents, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt',
        ),
        Permit: members(permitMembers),
      },
      primaryType: 'TypedDataSign',
      message: {
        contents: { owner: wallet, spender: to, value: '1', nonce: '0', deadline: '0' },
        name: 'Account',
        version: '1',
        chainId,
        verifyingContract: account,
        salt: zeros,
      },
    },
  }
}

/** Orders of Seaport. */
function orders({ to, wallet, token, chainId }: Input): Record<string, GrantingTypedData> {
  const domain = (contract: string) => domainOf(chainId, contract)
  const item = { itemType: 1, token, identifierOrCriteria: '0', startAmount: '1', endAmount: '1' }
  return {
    'order of a marketplace': {
      domain: domain(seaport),
      types: {
        OrderComponents: members(orderMembers),
        OfferItem: members(itemMembers),
        ConsiderationItem: members(`${itemMembers}, address recipient`),
      },
      primaryType: 'OrderComponents',
      message: {
        offerer: wallet,
        zone: zeroAddress,
        offer: [item],
        consideration: [{ ...item, recipient: to }],
        counter: '0',
      },
    },
    'order at a marketplace of theirs': {
      domain: domain(to),
      types: {
        OrderComponents: members(orderMembers),
        OfferItem: members(itemMembers),
        ConsiderationItem: members(`${itemMembers}, address recipient`),
      },
      primaryType: 'OrderComponents',
      message: { offerer: wallet, zone: zeroAddress, offer: [item], consideration: [], counter: '0' },
    },
  }
}

interface Wrapping {
  readonly account: Bytes
  readonly chainId: number
  /** The digest that the account is asked to sign. */
  readonly digest: Bytes
}

/** Typed data in which accounts wrap a digest, by name. Nobody can see what is signed. */
export function wrappingTypedData({
  account: verifyingContract,
  chainId,
  digest,
}: Wrapping): Record<string, GrantingTypedData> {
  const named = { name: 'Account', version: '1', chainId, verifyingContract }
  const wrap = (primaryType: string, member: string, domain: object = named): GrantingTypedData => {
    const [field] = members(member)
    return {
      domain: { ...domain },
      types: { [primaryType]: members(member) },
      primaryType,
      message: { [field?.name ?? '']: digest },
    }
  }
  return {
    'digest in a message of a Safe': wrap('SafeMessage', 'bytes message', { chainId, verifyingContract }),
    'digest in the wrapper of Kernel': wrap('Kernel', 'bytes32 hash'),
    'digest in the wrapper of a Coinbase wallet': wrap('CoinbaseSmartWalletMessage', 'bytes32 hash'),
    'digest in a wrapper that nobody knows': wrap('Anything', 'bytes32 content'),
  }
}
