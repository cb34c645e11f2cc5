/** Decodes calls of token contracts (ERC-20, 721, 777, 1155, 1363, 2612, 3009, Permit2). This loads `ox`. */
import { everything, nativeAsset } from '../policyChains.ts'
import { type CallToDecode, type Hex, knownFunction, type Meaning, type NamedGrant } from './knownFunction.ts'
import { unlimited } from './unlimited.ts'

const assetAt = (contract: Hex) => `eip155:${contract.toLowerCase()}`

/** A payment of the called contract's tokens. A transfer of nothing still names its recipient, who needs a rule. */
const pays = ({ target }: CallToDecode, to: Hex, amount: bigint): Meaning => ({
  grants: [{ to, asset: assetAt(target), amount }],
  isTokenCall: true,
})
const harmless: Meaning = { isTokenCall: true }
/**
 * The right to take the called contract's tokens. A right to 0 is a grant, too, since 0 can be the id of an NFT. The
 * zero address takes a right back.
 */
const gives = (call: CallToDecode, to: Hex, amount: bigint): Meaning =>
  /^0x0{40}$/.test(to) ? harmless : pays(call, to, amount)
const lets = (call: CallToDecode, to: Hex, isAllowed: boolean): Meaning =>
  isAllowed ? gives(call, to, unlimited) : harmless
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const authorization = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'

const tokens = [
  knownFunction('transfer(address to, uint256 amount)', ([to, amount], call) => pays(call, to, amount)),
  knownFunction('transferFrom(address from, address to, uint256 amount)', ([, to, amount], call) =>
    pays(call, to, call.isErc721 ? 1n : amount),
  ),
  knownFunction('approve(address spender, uint256 amount)', ([to, amount], call) =>
    gives(call, to, call.isErc721 ? 1n : amount),
  ),
  knownFunction('increaseAllowance(address spender, uint256 by)', ([to, amount], call) => gives(call, to, amount)),
  knownFunction('decreaseAllowance(address spender, uint256 by)', () => harmless),
  knownFunction('setApprovalForAll(address operator, bool isAllowed)', ([to, isAllowed], call) =>
    lets(call, to, isAllowed),
  ),
  knownFunction(
    'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
    ([, to, amount], call) => gives(call, to, amount),
  ),
  knownFunction(
    'permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
    ([, to, amount], call) => gives(call, to, amount),
  ),
  // As DAI has it.
  knownFunction(
    'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool isAllowed, uint8 v, bytes32 r, bytes32 s)',
    ([, to, , , isAllowed], call) => lets(call, to, isAllowed),
  ),
  knownFunction(`transferWithAuthorization(${authorization}, uint8 v, bytes32 r, bytes32 s)`, ([, to, amount], call) =>
    pays(call, to, amount),
  ),
  knownFunction(`transferWithAuthorization(${authorization}, bytes signature)`, ([, to, amount], call) =>
    pays(call, to, amount),
  ),
  knownFunction('safeTransferFrom(address from, address to, uint256 id)', ([, to], call) => pays(call, to, 1n)),
  knownFunction('safeTransferFrom(address from, address to, uint256 id, bytes data)', ([, to], call) =>
    pays(call, to, 1n),
  ),
  knownFunction(
    'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    ([, to, , amount], call) => pays(call, to, amount),
  ),
  knownFunction(
    'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    ([, to, , amounts], call) => pays(call, to, sum(amounts)),
  ),
  knownFunction('send(address to, uint256 amount, bytes data)', ([to, amount], call) => pays(call, to, amount)),
  knownFunction('operatorSend(address from, address to, uint256 amount, bytes data, bytes more)', (args, call) =>
    pays(call, args[1], args[2]),
  ),
  knownFunction('authorizeOperator(address operator)', ([to], call) => gives(call, to, unlimited)),
  knownFunction('transferAndCall(address to, uint256 amount)', ([to, amount], call) => pays(call, to, amount)),
  knownFunction('transferAndCall(address to, uint256 amount, bytes data)', ([to, amount], call) =>
    pays(call, to, amount),
  ),
  knownFunction('transferFromAndCall(address from, address to, uint256 amount)', ([, to, amount], call) =>
    pays(call, to, amount),
  ),
  knownFunction('transferFromAndCall(address from, address to, uint256 amount, bytes data)', ([, to, amount], call) =>
    pays(call, to, amount),
  ),
  knownFunction('approveAndCall(address spender, uint256 amount)', ([to, amount], call) => gives(call, to, amount)),
  knownFunction('approveAndCall(address spender, uint256 amount, bytes data)', ([to, amount], call) =>
    gives(call, to, amount),
  ),
  // The wrapped currencies: the caller keeps what it deposits.
  knownFunction('deposit() payable', () => harmless),
  knownFunction('withdraw(uint256 amount)', () => harmless),
]

/** A payment of another contract's tokens. That contract takes part like one that is called. */
const gift = (token: Hex, to: Hex, amount: bigint): NamedGrant[] => [
  { to, asset: assetAt(token), amount },
  { to: token, asset: nativeAsset, amount: 0n, isToken: true },
]
const details = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const permitted = '(address token, uint256 amount)'
const transfer = '(address to, uint256 requestedAmount)'
const signed = 'address owner, bytes signature'
const witnessed = 'address owner, bytes32 witness, string witnessTypeString, bytes signature'
const single = `(${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${transfer} details`
const several = `(${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${transfer}[] details`

interface Payment {
  readonly to: Hex
  readonly requestedAmount: bigint
}
const paysPermitted = (tokens: readonly { readonly token: Hex }[], payments: readonly Payment[]): Meaning => ({
  grants: payments.flatMap(({ to, requestedAmount }, index) => {
    const { token } = tokens[index] ?? {}
    return token === undefined ? [] : gift(token, to, requestedAmount)
  }),
})

const permit2 = [
  knownFunction(
    'approve(address token, address spender, uint160 amount, uint48 expiration)',
    ([token, to, amount]) => ({ grants: gift(token, to, amount) }),
  ),
  knownFunction(
    `permit(address owner, (${details} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
    ([, { details: each, spender }]) => ({ grants: gift(each.token, spender, each.amount) }),
  ),
  knownFunction(
    `permit(address owner, (${details}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
    ([, { details: all, spender }]) => ({ grants: all.flatMap(({ token, amount }) => gift(token, spender, amount)) }),
  ),
  knownFunction('transferFrom(address from, address to, uint160 amount, address token)', ([, to, amount, token]) => ({
    grants: gift(token, to, amount),
  })),
  knownFunction('transferFrom((address from, address to, uint160 amount, address token)[] transfers)', ([all]) => ({
    grants: all.flatMap(({ token, to, amount }) => gift(token, to, amount)),
  })),
  knownFunction(`permitTransferFrom(${single}, ${signed})`, ([{ permitted: each }, payment]) =>
    paysPermitted([each], [payment]),
  ),
  knownFunction(`permitTransferFrom(${several}, ${signed})`, ([{ permitted: all }, payments]) =>
    paysPermitted(all, payments),
  ),
  knownFunction(`permitWitnessTransferFrom(${single}, ${witnessed})`, ([{ permitted: each }, payment]) =>
    paysPermitted([each], [payment]),
  ),
  knownFunction(`permitWitnessTransferFrom(${several}, ${witnessed})`, ([{ permitted: all }, payments]) =>
    paysPermitted(all, payments),
  ),
]

/** Full power over the called contract and everything that it has. */
const obeys = (to: Hex): Meaning => ({ grants: [{ to, asset: everything, amount: unlimited }] })

const power = [
  knownFunction('transferOwnership(address owner)', ([to]) => obeys(to)),
  knownFunction('grantRole(bytes32 role, address account)', ([, to]) => obeys(to)),
  knownFunction('setOwner(address owner)', ([to]) => obeys(to)),
  knownFunction('addOwner(address owner)', ([to]) => obeys(to)),
  knownFunction('addOwnerAddress(address owner)', ([to]) => obeys(to)),
  knownFunction('addOwnerWithThreshold(address owner, uint256 threshold)', ([to]) => obeys(to)),
  knownFunction('swapOwner(address previous, address old, address owner)', ([, , to]) => obeys(to)),
  knownFunction('enableModule(address module)', ([to]) => obeys(to)),
  knownFunction('setFallbackHandler(address handler)', ([to]) => obeys(to)),
  knownFunction('installModule(uint256 kind, address module, bytes data)', ([, to]) => obeys(to)),
  knownFunction('upgradeTo(address implementation)', ([to]) => obeys(to)),
  knownFunction('upgradeToAndCall(address implementation, bytes data) payable', ([to]) => obeys(to)),
]

const approvals = [
  knownFunction('approveHash(bytes32 hash)', () => ({
    hidden: 'It approves a digest, and nothing says what that is made of.',
  })),
]

export const grantingFunctions = [...tokens, ...permit2, ...power, ...approvals]
