import type { TokenContract } from '../../chains.ts'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { addNative } from '../accounts.ts'
import { allowanceOf, setAllowance, spendAllowance } from '../allowances.ts'
import { tokenContract } from '../chainTokens.ts'
import { moveToken, tokenAmountOf } from '../tokens.ts'
import { event, method, methodsOf, revertWith } from './abi.ts'
import { permitMethods } from './erc20Permit.ts'
import { accountOf, type Frame } from './execution.ts'
import { authorizationMethods } from './tokenAuthorizations.ts'
import { erc20Errors } from './tokenErrors.ts'

export const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'

const transferred = event('event Transfer(address indexed from, address indexed to, uint256 value)')
const approved = event('event Approval(address indexed owner, address indexed spender, uint256 value)')
const deposited = event('event Deposit(address indexed dst, uint256 wad)')
const withdrawn = event('event Withdrawal(address indexed src, uint256 wad)')

const tokenAt = ({ execution, self }: Frame) =>
  ({ networkId: execution.networkId, contract: accountOf(self), kind: 'token' }) as const

function allowanceAt({ execution, self }: Frame, owner: Hex, spender: Hex) {
  execution.touch({ token: self, owner, spender })
  const { networkId } = execution
  return { networkId, contract: accountOf(self), owner: accountOf(owner), spender: accountOf(spender) }
}

function amountOf(frame: Frame, owner: Hex): bigint {
  frame.execution.touch({ token: frame.self, owner })
  return tokenAmountOf(frame.execution.backend, tokenAt(frame), accountOf(owner))
}

function descriptionOf({ execution, self }: Frame): Omit<TokenContract, 'networkId' | 'contractAddress'> {
  const { backend, networkId } = execution
  return tokenContract(backend, accountOf(self), networkId) ?? { name: 'Token', symbol: 'TOKEN', decimals: 18 }
}

function move(
  frame: Frame,
  { from, to, amount }: { readonly from: Hex; readonly to: Hex; readonly amount: bigint },
): void {
  const { execution, self } = frame
  const errors = erc20Errors(frame)
  const balance = amountOf(frame, from)
  if (to === zeroAddress) throw errors.invalidReceiver(to)
  if (balance < amount) throw errors.insufficientBalance(from, balance, amount)
  execution.touch({ token: self, owner: to })
  execution.note(moveToken(execution.backend, tokenAt(frame), { from: accountOf(from), to: accountOf(to), amount }))
  execution.log(transferred(self, { from, to, value: amount }))
}

function approve(
  frame: Frame,
  { owner, spender, amount }: { readonly owner: Hex; readonly spender: Hex; readonly amount: bigint },
): void {
  const { execution, self } = frame
  if (spender === zeroAddress) throw erc20Errors(frame).invalidSpender(spender)
  setAllowance(execution.backend, allowanceAt(frame, owner, spender), amount)
  execution.log(approved(self, { owner, spender, value: amount }))
}

function totalSupply({ execution, self }: Frame): bigint {
  let sum = 0n
  const { store } = execution.backend
  for (const { kind, amount } of store.tokenBalances.scan('byContract', [accountOf(self), execution.networkId]))
    if (kind === 'token') sum += BigInt(amount)
  return sum
}

const standard = [
  method('function name() view returns (string)', (frame: Frame) => {
    const { name, nameOnChain = name } = descriptionOf(frame)
    return nameOnChain
  }),
  method('function symbol() view returns (string)', (frame: Frame) => descriptionOf(frame).symbol),
  method('function decimals() view returns (uint8)', (frame: Frame) => descriptionOf(frame).decimals),
  method('function totalSupply() view returns (uint256)', totalSupply),
  method('function balanceOf(address account) view returns (uint256)', (frame: Frame, [owner]) =>
    amountOf(frame, owner),
  ),
  method(
    'function allowance(address owner, address spender) view returns (uint256)',
    (frame: Frame, [owner, spender]) =>
      BigInt(allowanceOf(frame.execution.backend, allowanceAt(frame, owner, spender))),
  ),
  method('function transfer(address to, uint256 amount) returns (bool)', (frame: Frame, [to, amount]) => {
    move(frame, { from: frame.sender, to, amount })
    return true
  }),
  method('function approve(address spender, uint256 amount) returns (bool)', (frame: Frame, [spender, amount]) => {
    approve(frame, { owner: frame.sender, spender, amount })
    return true
  }),
  method(
    'function transferFrom(address from, address to, uint256 amount) returns (bool)',
    (frame: Frame, [from, to, amount]) => {
      const { backend } = frame.execution
      const allowanceKey = allowanceAt(frame, from, frame.sender)
      const allowance = BigInt(allowanceOf(backend, allowanceKey))
      if (allowance < amount) throw erc20Errors(frame).insufficientAllowance(frame.sender, allowance, amount)
      spendAllowance(backend, allowanceKey, amount)
      move(frame, { from, to, amount })
      return true
    },
  ),
]

/** Tokens of one kind (ERC-20), with approvals by signature (ERC-2612). */
export const erc20 = methodsOf(...standard, ...permitMethods(approve))

/** USDC: the same, with transfers by signature (ERC-3009). */
export const fiatToken = methodsOf(...standard, ...permitMethods(approve), ...authorizationMethods(move))

/** Wraps the currency that is sent along. */
export function deposit(frame: Frame): void {
  const { execution, self, sender, value } = frame
  if (value === 0n) return
  execution.note(moveToken(execution.backend, tokenAt(frame), { to: accountOf(sender), amount: value }))
  execution.log(deposited(self, { dst: sender, wad: value }))
}

function withdraw(frame: Frame, amount: bigint): void {
  const { execution, self, sender } = frame
  if (amountOf(frame, sender) < amount) throw revertWith('')
  execution.note(moveToken(execution.backend, tokenAt(frame), { from: accountOf(sender), amount }))
  execution.log(withdrawn(self, { src: sender, wad: amount }))
  // Tokens that a test has given out of nothing have no currency behind them.
  const missing = amount - execution.balanceOf(self)
  if (missing > 0n) addNative(execution.backend, { account: accountOf(self), networkId: execution.networkId }, missing)
  execution.pay(self, sender, amount)
}

/** The wrapped currency of a chain: ERC-20, which is made of the currency and becomes it again. */
export const wrappedCurrency = methodsOf(
  ...standard,
  method('function deposit() payable', deposit),
  method('function withdraw(uint256 amount)', (frame: Frame, [amount]) => withdraw(frame, amount)),
)
