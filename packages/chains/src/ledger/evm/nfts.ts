import type { Hex } from '../../codecs/evmTransactions.ts'
import { addressOf } from '../accounts.ts'
import { type AllowanceKey, allowanceOf, setAllowance } from '../allowances.ts'
import { describedToken } from '../chainTokens.ts'
import { moveToken, type LedgerToken, tokenAmountOf } from '../tokens.ts'
import { event, method, methodsOf } from './abi.ts'
import { zeroAddress } from './erc20.ts'
import { accountOf, type Frame } from './execution.ts'
import type { Revert } from './revert.ts'
import { erc1155Errors, erc721Errors } from './tokenErrors.ts'

const transferred = event('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')
const approved = event('event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)')
const approvedForAll = event('event ApprovalForAll(address indexed owner, address indexed operator, bool approved)')
const transferredSingle = event(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)
const transferredBatch = event(
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
)

/** Ids of interfaces (ERC-165): ERC-165 itself, ERC-721 and ERC-1155 with their metadata. */
const interfaces = {
  erc721: ['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f'],
  erc1155: ['0x01ffc9a7', '0xd9b67a26', '0x0e89341c'],
}

const tokenAt = ({ execution, self }: Frame, tokenId: bigint): LedgerToken => ({
  networkId: execution.networkId,
  contract: accountOf(self),
  kind: 'nft',
  tokenId: tokenId.toString(),
})

const rightAt = (frame: Frame, owner: Hex, spender: Hex): AllowanceKey => ({
  networkId: frame.execution.networkId,
  contract: accountOf(frame.self),
  owner: accountOf(owner),
  spender: accountOf(spender),
})

const amountOf = (frame: Frame, owner: Hex, tokenId: bigint): bigint =>
  tokenAmountOf(frame.execution.backend, tokenAt(frame, tokenId), accountOf(owner))

/** The owner of a token of a contract with one owner per token. @throws {@link Revert} for a token that nobody has */
function ownerOf({ execution, self }: Frame, tokenId: bigint): Hex {
  const { store } = execution.backend
  const tokenColumns = [accountOf(self), execution.networkId, tokenId.toString()] as const
  for (const { kind, amount, owner } of store.tokenBalances.scan('byContract', tokenColumns))
    if (kind === 'nft' && amount !== '0') return addressOf(owner) as Hex
  throw erc721Errors.nonexistentToken(tokenId)
}

/** How many pieces an account has of all tokens of the contract. */
function countOf({ execution, self }: Frame, owner: Hex): bigint {
  let sum = 0n
  const { store } = execution.backend
  for (const { kind, amount } of store.tokenBalances.scan('byOwner', [
    accountOf(owner),
    execution.networkId,
    accountOf(self),
  ]))
    if (kind === 'nft') sum += BigInt(amount)
  return sum
}

const isOperator = (frame: Frame, owner: Hex, operator: Hex): boolean =>
  allowanceOf(frame.execution.backend, rightAt(frame, owner, operator)) === 'all'

function approvedFor(frame: Frame, tokenId: bigint): Hex {
  const { execution, self } = frame
  const owner = ownerOf(frame, tokenId)
  const { store } = execution.backend
  for (const right of store.chainAllowances.scan('byOwner', [accountOf(owner), execution.networkId, accountOf(self)]))
    if (right.tokenId === tokenId.toString()) return addressOf(right.spender) as Hex
  return zeroAddress
}

const describe = ({ execution, self }: Frame) =>
  describedToken(execution.backend, accountOf(self), execution.networkId) ?? { name: 'Collection', symbol: 'NFT' }

interface OperatorChange {
  readonly operator: Hex
  readonly isApproved: boolean
}

function setOperator(frame: Frame, { operator, isApproved }: OperatorChange): void {
  const { execution, self, sender: owner } = frame
  setAllowance(execution.backend, rightAt(frame, owner, operator), isApproved ? 'all' : 0n)
  execution.log(approvedForAll(self, { owner, operator, approved: isApproved }))
}

function setApproved(frame: Frame, operator: Hex, tokenId: bigint): void {
  const { execution, self } = frame
  const owner = ownerOf(frame, tokenId)
  const before = approvedFor(frame, tokenId)
  const right = (spender: Hex) => ({ ...rightAt(frame, owner, spender), tokenId: tokenId.toString() })
  if (before !== zeroAddress) setAllowance(execution.backend, right(before), 0n)
  if (operator !== zeroAddress) setAllowance(execution.backend, right(operator), 1n)
  execution.log(approved(self, { owner, approved: operator, tokenId }))
}

function transferOne(frame: Frame, [from, to, tokenId]: readonly [Hex, Hex, bigint, ...unknown[]]): void {
  const { execution, self, sender } = frame
  if (to === zeroAddress) throw erc721Errors.invalidReceiver(to)
  const owner = ownerOf(frame, tokenId)
  const approvedSpender = approvedFor(frame, tokenId)
  if (sender !== owner && approvedSpender !== sender && !isOperator(frame, owner, sender))
    throw erc721Errors.insufficientApproval(sender, tokenId)
  if (owner !== from) throw erc721Errors.incorrectOwner(from, tokenId, owner)
  if (approvedSpender !== zeroAddress)
    setAllowance(execution.backend, { ...rightAt(frame, from, approvedSpender), tokenId: tokenId.toString() }, 0n)
  execution.note(
    moveToken(execution.backend, tokenAt(frame, tokenId), { from: accountOf(from), to: accountOf(to), amount: 1n }),
  )
  execution.log(transferred(self, { from, to, tokenId }))
}

const supports = (names: readonly string[]) =>
  method('function supportsInterface(bytes4 interfaceId) view returns (bool)', (_: Frame, [id]) => names.includes(id))

const approveForAll = (errors: { invalidOperator(operator: Hex): Revert }) =>
  method('function setApprovalForAll(address operator, bool approved)', (frame: Frame, [operator, isApproved]) => {
    if (operator === zeroAddress) throw errors.invalidOperator(operator)
    setOperator(frame, { operator, isApproved })
  })
const approvedForAllOf = method(
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  (frame: Frame, [owner, operator]) => isOperator(frame, owner, operator),
)

/** Tokens of which each has one owner (ERC-721). They have no metadata: `tokenURI` is empty. */
export const erc721 = methodsOf(
  supports(interfaces.erc721),
  method('function name() view returns (string)', (frame: Frame) => describe(frame).name),
  method('function symbol() view returns (string)', (frame: Frame) => describe(frame).symbol),
  method('function tokenURI(uint256 tokenId) view returns (string)', (frame: Frame, [tokenId]) => {
    ownerOf(frame, tokenId)
    return ''
  }),
  method('function balanceOf(address owner) view returns (uint256)', (frame: Frame, [owner]) => {
    if (owner === zeroAddress) throw erc721Errors.invalidOwner(owner)
    return countOf(frame, owner)
  }),
  method('function ownerOf(uint256 tokenId) view returns (address)', (frame: Frame, [tokenId]) =>
    ownerOf(frame, tokenId),
  ),
  method('function getApproved(uint256 tokenId) view returns (address)', (frame: Frame, [tokenId]) =>
    approvedFor(frame, tokenId),
  ),
  approvedForAllOf,
  approveForAll(erc721Errors),
  method('function approve(address to, uint256 tokenId)', (frame: Frame, [to, tokenId]) => {
    const owner = ownerOf(frame, tokenId)
    if (frame.sender !== owner && !isOperator(frame, owner, frame.sender))
      throw erc721Errors.invalidApprover(frame.sender)
    setApproved(frame, to, tokenId)
  }),
  method('function transferFrom(address from, address to, uint256 tokenId)', transferOne),
  method('function safeTransferFrom(address from, address to, uint256 tokenId)', transferOne),
  method('function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)', transferOne),
)

interface Pieces {
  readonly from: Hex
  readonly to: Hex
  readonly ids: readonly bigint[]
  readonly amounts: readonly bigint[]
}

function transferPieces(frame: Frame, { from, to, ids, amounts }: Pieces): void {
  const { execution, sender } = frame
  if (sender !== from && !isOperator(frame, from, sender)) throw erc1155Errors.missingApprovalForAll(sender, from)
  if (to === zeroAddress) throw erc1155Errors.invalidReceiver(to)
  if (ids.length !== amounts.length) throw erc1155Errors.invalidArrayLength(BigInt(ids.length), BigInt(amounts.length))
  for (const [index, id] of ids.entries()) {
    const amount = amounts[index] ?? 0n
    const balance = amountOf(frame, from, id)
    if (balance < amount) throw erc1155Errors.insufficientBalance(from, balance, amount, id)
    execution.note(
      moveToken(execution.backend, tokenAt(frame, id), { from: accountOf(from), to: accountOf(to), amount }),
    )
  }
}

/** Tokens of which each may have many pieces (ERC-1155). They have no metadata: `uri` is empty. */
export const erc1155 = methodsOf(
  supports(interfaces.erc1155),
  method('function uri(uint256 id) view returns (string)', () => ''),
  method('function balanceOf(address account, uint256 id) view returns (uint256)', (frame: Frame, [account, id]) =>
    amountOf(frame, account, id),
  ),
  method(
    'function balanceOfBatch(address[] accounts, uint256[] ids) view returns (uint256[])',
    (frame: Frame, [accounts, ids]) => {
      if (accounts.length !== ids.length)
        throw erc1155Errors.invalidArrayLength(BigInt(ids.length), BigInt(accounts.length))
      return accounts.map((account, index) => amountOf(frame, account, ids[index] ?? 0n))
    },
  ),
  approvedForAllOf,
  approveForAll(erc1155Errors),
  method(
    'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
    (frame: Frame, [from, to, id, amount]) => {
      transferPieces(frame, { from, to, ids: [id], amounts: [amount] })
      const { execution, self, sender: operator } = frame
      execution.log(transferredSingle(self, { operator, from, to, id, value: amount }))
    },
  ),
  method(
    'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
    (frame: Frame, [from, to, ids, amounts]) => {
      transferPieces(frame, { from, to, ids, amounts })
      const { execution, self, sender: operator } = frame
      execution.log(transferredBatch(self, { operator, from, to, ids, values: amounts }))
    },
  ),
)
