import { type Abi, BaseError, ContractFunctionRevertedError, parseAbi, parseSignature, zeroAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const points = '0x1000000000000000000000000000000000000001'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const pieces = '0x7000000000000000000000000000000000000007'

/** As in OpenZeppelin 5: `interfaces/draft-IERC6093.sol`, `ERC20Permit.sol` and `ECDSA.sol`. */
const errors = [
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidSpender(address spender)',
  'error ERC721InvalidOwner(address owner)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC721InvalidApprover(address approver)',
  'error ERC721InvalidOperator(address operator)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  'error ERC1155InvalidReceiver(address receiver)',
  'error ERC1155MissingApprovalForAll(address operator, address owner)',
  'error ERC1155InvalidOperator(address operator)',
  'error ERC1155InvalidArrayLength(uint256 idsLength, uint256 valuesLength)',
  'error ERC2612ExpiredSignature(uint256 deadline)',
  'error ERC2612InvalidSigner(address signer, address owner)',
  'error ECDSAInvalidSignature()',
  'error ECDSAInvalidSignatureS(bytes32 s)',
] as const
const abi = parseAbi([
  ...errors,
  'function transfer(address,uint256) returns (bool)',
  'function approve(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function getApproved(uint256) view returns (address)',
  'function setApprovalForAll(address,bool)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function balanceOfBatch(address[],uint256[]) view returns (uint256[])',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
])

let mock: Mock
let clients: ReturnType<typeof viemClients>
let me: `0x${string}`
beforeEach(async () => {
  mock = createMock({ seed: 'errors', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  me = clients.account.address
  await mock.chain.addToken({ networkId: 1, contractAddress: points, name: 'Points', symbol: 'PTS', decimals: 0 })
  await mock.chain.fund(me, { token: 'PTS', amount: '5' }, 1)
  await mock.chain.fund(me, { token: 'USDC', amount: '0.000005' }, 1)
  await mock.chain.grantNft({ owner: bob, networkId: 1, contractAddress: apes, tokenId: '1' })
  await mock.chain.grantNft({ owner: me, networkId: 1, contractAddress: apes, tokenId: '2' })
  await mock.chain.grantNft({ owner: me, networkId: 1, contractAddress: pieces, tokenId: '3', amount: 4 })
  await mock.chain.grantNft({ owner: bob, networkId: 1, contractAddress: pieces, tokenId: '3', amount: 4 })
})

/** The error that viem decodes from a call that reverts: its name and its arguments, or the text. */
async function errorOf(address: `0x${string}`, functionName: string, args: readonly unknown[]) {
  const call = clients.reader.simulateContract({ account: me, address, abi: abi as Abi, functionName, args })
  const failure = await call.then(
    () => expect.fail('The call succeeds.'),
    (error: unknown) => error,
  )
  const reverted = (failure as BaseError).walk((error) => error instanceof ContractFunctionRevertedError)
  const { data, reason } = reverted as ContractFunctionRevertedError
  return data?.errorName === 'Error' ? reason : [data?.errorName, ...(data?.args ?? [])]
}

describe('viem decodes by the ABI of OpenZeppelin 5 why', () => {
  it.each<[string, `0x${string}`, string, () => readonly unknown[], () => readonly unknown[]]>([
    ['a token has too little', points, 'transfer', () => [bob, 6n], () => ['ERC20InsufficientBalance', me, 5n, 6n]],
    ['a token goes nowhere', points, 'transfer', () => [zeroAddress, 1n], () => ['ERC20InvalidReceiver', zeroAddress]],
    ['nobody may spend', points, 'approve', () => [zeroAddress, 1n], () => ['ERC20InvalidSpender', zeroAddress]],
    [
      'a spender may spend too little',
      points,
      'transferFrom',
      () => [bob, me, 2n],
      () => ['ERC20InsufficientAllowance', me, 0n, 2n],
    ],
    ['nobody has NFTs', apes, 'balanceOf', () => [zeroAddress], () => ['ERC721InvalidOwner', zeroAddress]],
    ['an NFT is not there', apes, 'ownerOf', () => [9n], () => ['ERC721NonexistentToken', 9n]],
    ['an NFT that is not there has no spender', apes, 'getApproved', () => [9n], () => ['ERC721NonexistentToken', 9n]],
    [
      'an NFT has another owner than the caller says',
      apes,
      'transferFrom',
      () => [bob, bob, 2n],
      () => ['ERC721IncorrectOwner', bob, 2n, me],
    ],
    [
      'an NFT goes nowhere',
      apes,
      'transferFrom',
      () => [me, zeroAddress, 2n],
      () => ['ERC721InvalidReceiver', zeroAddress],
    ],
    [
      'an NFT is not for the caller to move',
      apes,
      'transferFrom',
      () => [bob, me, 1n],
      () => ['ERC721InsufficientApproval', me, 1n],
    ],
    ['a stranger approves', apes, 'approve', () => [bob, 1n], () => ['ERC721InvalidApprover', me]],
    [
      'nobody can be an operator of NFTs',
      apes,
      'setApprovalForAll',
      () => [zeroAddress, true],
      () => ['ERC721InvalidOperator', zeroAddress],
    ],
    [
      'an owner has too few pieces',
      pieces,
      'safeTransferFrom',
      () => [me, bob, 3n, 5n, '0x'],
      () => ['ERC1155InsufficientBalance', me, 4n, 5n, 3n],
    ],
    [
      'pieces go nowhere',
      pieces,
      'safeTransferFrom',
      () => [me, zeroAddress, 3n, 1n, '0x'],
      () => ['ERC1155InvalidReceiver', zeroAddress],
    ],
    [
      'pieces are not for the caller to move',
      pieces,
      'safeTransferFrom',
      () => [bob, me, 3n, 1n, '0x'],
      () => ['ERC1155MissingApprovalForAll', me, bob],
    ],
    [
      'nobody can be an operator of pieces',
      pieces,
      'setApprovalForAll',
      () => [zeroAddress, true],
      () => ['ERC1155InvalidOperator', zeroAddress],
    ],
    [
      'lists of pieces differ in length',
      pieces,
      'safeBatchTransferFrom',
      () => [me, bob, [3n, 3n], [1n], '0x'],
      () => ['ERC1155InvalidArrayLength', 2n, 1n],
    ],
    [
      'a question about pieces has lists of two lengths',
      pieces,
      'balanceOfBatch',
      () => [[me], []],
      () => ['ERC1155InvalidArrayLength', 0n, 1n],
    ],
  ])('%s', async (_, ...[address, functionName, args, error]) => {
    expect(await errorOf(address, functionName, args())).toEqual(error())
  })
})

describe('a signed approval of a token with named errors', () => {
  const types = {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  } as const

  async function permitOf(signer: ReturnType<typeof viemClients>['account'], deadline: bigint) {
    const { domain } = await clients.reader.getEip712Domain({ address: points })
    const message = { owner: me, spender: bob, value: 1n, nonce: 0n, deadline } as const
    const signed = { domain: { ...domain, salt: undefined }, types, primaryType: 'Permit', message } as const
    const { r, s, yParity } = parseSignature(await signer.signTypedData(signed))
    return [me, bob, 1n, deadline, 27 + yParity, r, s] as const
  }

  it('says that it has expired, and who has signed instead of the owner', async () => {
    const stranger = viemClients(mock).account
    expect(await errorOf(points, 'permit', await permitOf(clients.account, 7n))).toEqual([
      'ERC2612ExpiredSignature',
      7n,
    ])
    const later = 2_000_000_000n
    expect(await errorOf(points, 'permit', await permitOf(stranger, later))).toEqual([
      'ERC2612InvalidSigner',
      stranger.address,
      me,
    ])
    const signed = await permitOf(clients.account, later)
    expect(await errorOf(points, 'permit', [...signed.slice(0, 6), `0x${'0'.repeat(64)}`])).toEqual([
      'ECDSAInvalidSignature',
    ])
    const [v, s] = [signed[4], BigInt(signed[6])]
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const twin = `0x${(order - s).toString(16).padStart(64, '0')}`
    expect(await errorOf(points, 'permit', [...signed.slice(0, 4), 55 - v, signed[5], twin])).toEqual([
      'ECDSAInvalidSignatureS',
      twin,
    ])
    expect(await errorOf(points, 'permit', [...signed.slice(0, 4), v - 27, signed[5], signed[6]])).toEqual([
      'ECDSAInvalidSignature',
    ])
  })
})

describe('a well-known token', () => {
  it('reverts in the words that it has on its chain, which is older than the named errors', async () => {
    expect(await errorOf(usdc, 'transfer', [bob, 6n])).toBe('ERC20: transfer amount exceeds balance')
    expect(await errorOf(usdc, 'transferFrom', [bob, me, 6n])).toBe('ERC20: insufficient allowance')
  })
})
