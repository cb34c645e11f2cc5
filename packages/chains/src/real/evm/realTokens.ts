import { mapAsking } from '@latchkey/base/questions'
import { toChecksumAddress } from '@latchkey/crypto/ethereumAddress'
import type { Account, SpendingRight, TokenContract, TokenHolding } from '../../chains.ts'
import { addressOf } from '../../ledger/accounts.ts'
import { accountOf, addressIn, piecesIn } from '../../transfersInLogs.ts'
import type { EvmNode, Hex } from './evmNode.ts'

/** The interface ids of NFT contracts (ERC-165). */
const interfaceIds = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const

type Standard = 'erc20' | keyof typeof interfaceIds

/** The events by which tokens reach and leave an account. ERC-20 and ERC-721 have the same topic. */
const events = {
  moved: 'event Transfer(address indexed from, address indexed to, uint256 value)',
  movedPieces:
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  movedBatch:
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  approved: 'event Approval(address indexed owner, address indexed spender, uint256 value)',
  approvedAll: 'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
} as const

const numberIn = (topic: Hex | undefined): bigint => BigInt(topic ?? '0x0')

export function isErc721(node: EvmNode, contract: Account): boolean {
  return hasInterface(node, addressOf(contract), 'erc721')
}

function hasInterface(node: EvmNode, contract: string, standard: keyof typeof interfaceIds): boolean {
  return node.read(contract, supportsInterface, [interfaceIds[standard]]) === true
}

const supportsInterface = 'function supportsInterface(bytes4 id) view returns (bool)'

/** The standard of a contract: tokens are what is not an NFT. */
function standardOf(node: EvmNode, contract: string): Standard {
  const standards = mapAsking(['erc721', 'erc1155'] as const, (standard) => ({
    standard,
    isMet: hasInterface(node, contract, standard),
  }))
  return standards.find(({ isMet }) => isMet)?.standard ?? 'erc20'
}

/** The facts of a token contract; `undefined` for an address that is none. */
export function readTokenContract(node: EvmNode, contract: Account, networkId: number): TokenContract | undefined {
  const contractAddress = addressOf(contract)
  const [name, symbol, decimals] = mapAsking(
    [
      'function name() view returns (string)',
      'function symbol() view returns (string)',
      'function decimals() view returns (uint8)',
    ],
    (signature) => node.read(contractAddress, signature),
  )
  if (typeof symbol !== 'string') return undefined
  return {
    networkId,
    contractAddress: toChecksumAddress(contractAddress),
    name: String(name ?? symbol),
    symbol,
    decimals: Number(decimals ?? 0),
  }
}

/** An account's balances of a contract, without empty ones. */
export function readBalances(node: EvmNode, account: Account, contract: Account): readonly TokenHolding[] {
  const at = addressOf(contract)
  const owner = addressOf(account)
  // One round: the standard is not known before, and a contract without a function reverts.
  const [standard, amount] = mapAsking<() => unknown, unknown>(
    [
      () => standardOf(node, at),
      () => node.read(at, 'function balanceOf(address owner) view returns (uint256)', [owner]),
    ],
    (ask) => ask(),
  )
  if (standard === 'erc20') {
    const balance = typeof amount === 'bigint' ? amount : 0n
    return balance > 0n ? [{ kind: 'token', contract, amount: balance }] : []
  }
  if (standard === 'erc721') {
    if (amount === 0n) return []
    const received = new Set(node.logs(events.moved, { to: owner }, at).map(({ topics }) => numberIn(topics[3])))
    return mapAsking(received, (tokenId) => ({ tokenId, ownedBy: node.read(at, ownerOf, [tokenId]) }))
      .filter(({ ownedBy }) => String(ownedBy).toLowerCase() === owner)
      .map(({ tokenId }) => ({ kind: 'nft', contract, tokenId: String(tokenId), amount: 1n }))
  }
  return mapAsking(piecesReceived(node, owner, at), (id) => ({
    id,
    amount: node.read(at, balanceOfPieces, [owner, id]),
  }))
    .filter(({ amount }) => typeof amount === 'bigint' && amount > 0n)
    .map(({ id, amount }) => ({ kind: 'nft', contract, tokenId: String(id), amount: amount as bigint }))
}

const ownerOf = 'function ownerOf(uint256 id) view returns (address)'
const balanceOfPieces = 'function balanceOf(address owner, uint256 id) view returns (uint256)'

/** The ids of the ERC-1155 tokens that an account has ever received. */
function piecesReceived(node: EvmNode, owner: string, contract: string): ReadonlySet<bigint> {
  const logs = mapAsking([events.movedPieces, events.movedBatch], (event) => node.logs(event, { to: owner }, contract))
  return new Set(logs.flat().flatMap((log) => piecesIn(log).map(([id]) => id)))
}

/** Everything that an account holds: of the contracts that it has ever received something of, and of known ones. */
export function readAllBalances(
  node: EvmNode,
  account: Account,
  knownContracts: readonly Account[],
): readonly TokenHolding[] {
  const received = mapAsking([events.moved, events.movedPieces, events.movedBatch], (event) =>
    node.logs(event, { to: addressOf(account) }),
  )
  const contracts = new Set([...knownContracts, ...received.flat().map(({ address }) => accountOf(address))])
  return mapAsking(contracts, (contract) => readBalances(node, account, contract)).flat()
}

/** The rights of others to spend from an account, of all that it has ever given. */
export function readAllowances(node: EvmNode, owner: Account): readonly SpendingRight[] {
  const address = addressOf(owner)
  const [approvals = [], operators = []] = mapAsking([events.approved, events.approvedAll], (event) =>
    node.logs(event, { owner: address }),
  )
  const questions = new Map<string, () => SpendingRight | undefined>()
  for (const { address: contract, topics } of approvals) {
    const spender = addressIn(topics[2])
    const piece = topics[3]
    questions.set([contract, spender, piece].join(), () =>
      piece === undefined
        ? allowanceOf(node, contract, { owner: address, spender })
        : rightToPiece(node, contract, { spender, tokenId: numberIn(piece) }),
    )
  }
  for (const { address: contract, topics } of operators) {
    const spender = addressIn(topics[2])
    questions.set([contract, spender, 'all'].join(), () =>
      node.read(contract, isApprovedForAll, [address, spender]) === true
        ? { spender: accountOf(spender), contract: accountOf(contract) }
        : undefined,
    )
  }
  return mapAsking(questions.values(), (ask) => ask()).filter((right) => right !== undefined)
}

const isApprovedForAll = 'function isApprovedForAll(address owner, address operator) view returns (bool)'

function allowanceOf(
  node: EvmNode,
  contract: string,
  { owner, spender }: { readonly owner: string; readonly spender: string },
): SpendingRight | undefined {
  const signature = 'function allowance(address owner, address spender) view returns (uint256)'
  const amount = node.read(contract, signature, [owner, spender])
  if (typeof amount !== 'bigint' || amount === 0n) return undefined
  return { spender: accountOf(spender), contract: accountOf(contract), amount }
}

function rightToPiece(
  node: EvmNode,
  contract: string,
  { spender, tokenId }: { readonly spender: string; readonly tokenId: bigint },
): SpendingRight | undefined {
  const approved = node.read(contract, 'function getApproved(uint256 id) view returns (address)', [tokenId])
  if (String(approved).toLowerCase() !== spender.toLowerCase()) return undefined
  return { spender: accountOf(spender), contract: accountOf(contract), tokenId: String(tokenId), amount: 1n }
}
