/** What calls of tokens do (ERC-20, 721, 777, 1155, 1363, 2612, 3009, Permit2). This loads `ox`. */
import { everything } from '../policyChains.ts'
import { type CallToDecode, type Hex, knownFunction, type Meaning, type NamedGrant } from './knownFunction.ts'
import { unlimited } from './unlimited.ts'

const assetAt = (contract: Hex) => `eip155:${contract.toLowerCase()}`

/** The called contract's tokens go to somebody, or may be taken by somebody. */
const gives = ({ target }: CallToDecode, to: Hex, amount: bigint): Meaning => ({
  grants: amount === 0n ? [] : [{ to, asset: assetAt(target), amount }],
  isTokenCall: true,
})
/** A transfer names its recipient, however little it is. */
const pays = ({ target }: CallToDecode, to: Hex, amount: bigint): Meaning => ({
  grants: [{ to, asset: assetAt(target), amount }],
  isTokenCall: true,
})
/** Who is approved for one NFT; the zero address takes the right back. */
const letsTakeOne = (call: CallToDecode, to: Hex): Meaning => gives(call, to, /^0x0{40}$/.test(to) ? 0n : 1n)
const lets = (call: CallToDecode, to: Hex, isAllowed: boolean): Meaning => gives(call, to, isAllowed ? unlimited : 0n)
const harmless: Meaning = { isTokenCall: true }
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

const authorization = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'

const tokens = [
  knownFunction('transfer(address to, uint256 amount)', ([to, amount], call) => pays(call, to, amount)),
  knownFunction('transferFrom(address from, address to, uint256 amount)', ([, to, amount], call) =>
    pays(call, to, call.isErc721 ? 1n : amount),
  ),
  knownFunction('approve(address spender, uint256 amount)', ([to, amount], call) =>
    call.isErc721 ? letsTakeOne(call, to) : gives(call, to, amount),
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
  // The wrapped currencies: what comes in stays the caller's.
  knownFunction('deposit() payable', () => harmless),
  knownFunction('withdraw(uint256 amount)', () => harmless),
]

const gift = (token: Hex, to: Hex, amount: bigint): NamedGrant => ({ to, asset: assetAt(token), amount })
const details = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const permitted = '(address token, uint256 amount)'
const transfer = '(address to, uint256 requestedAmount)'

const permit2 = [
  knownFunction(
    'approve(address token, address spender, uint160 amount, uint48 expiration)',
    ([token, to, amount]) => ({ grants: amount === 0n ? [] : [gift(token, to, amount)] }),
  ),
  knownFunction(
    `permit(address owner, (${details} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
    ([, { details: each, spender }]) => ({ grants: [gift(each.token, spender, each.amount)] }),
  ),
  knownFunction(
    `permit(address owner, (${details}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
    ([, { details: all, spender }]) => ({ grants: all.map(({ token, amount }) => gift(token, spender, amount)) }),
  ),
  knownFunction('transferFrom(address from, address to, uint160 amount, address token)', ([, to, amount, token]) => ({
    grants: [gift(token, to, amount)],
  })),
  knownFunction('transferFrom((address from, address to, uint160 amount, address token)[] transfers)', ([all]) => ({
    grants: all.map(({ token, to, amount }) => gift(token, to, amount)),
  })),
  knownFunction(
    `permitTransferFrom((${permitted} permitted, uint256 nonce, uint256 deadline) permit, ${transfer} details, address owner, bytes signature)`,
    ([{ permitted: each }, { to, requestedAmount }]) => ({ grants: [gift(each.token, to, requestedAmount)] }),
  ),
  knownFunction(
    `permitTransferFrom((${permitted}[] permitted, uint256 nonce, uint256 deadline) permit, ${transfer}[] details, address owner, bytes signature)`,
    ([{ permitted: all }, transfers]) => ({
      grants: transfers.flatMap(({ to, requestedAmount }, index) => {
        const each = all[index]
        return each ? [gift(each.token, to, requestedAmount)] : []
      }),
    }),
  ),
]

/** The called contract, and all that it has, obeys somebody from then on. */
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

export const grantingFunctions = [...tokens, ...permit2, ...power]
