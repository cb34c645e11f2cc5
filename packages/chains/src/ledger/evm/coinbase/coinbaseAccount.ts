import * as TypedData from 'ox/TypedData'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { entryPoints } from '../../nativeAddresses.ts'
import { customError, method, methodsOf } from '../abi.ts'
import { domainMethod } from '../eip712Domain.ts'
import { erc1271Answers } from '../erc1271.ts'
import type { Frame } from '../execution.ts'
import { type GivenCall } from '../smartAccount.ts'
import type { Steps } from '../steps.ts'
import { tokenReceiver } from '../tokenReceiver.ts'
import { addOwners, countOf, ownerOf, ownersAt, removeOwner } from './coinbaseOwners.ts'
import { isSignedByCoinbaseOwner } from './coinbaseSignature.ts'

const unauthorized = customError('error Unauthorized()')
const entryPoint = entryPoints[0].address

const isOwner = ({ execution, self }: Frame, owner: Hex) => ownersAt(execution, self).includes(owner)

/** The wallet itself and its owners may change owners. */
function assertOwner(frame: Frame): void {
  if (frame.sender !== frame.self && !isOwner(frame, ownerOf(frame.sender))) throw unauthorized()
}

function* runCalls(frame: Frame, calls: readonly GivenCall[]): Steps<void> {
  if (frame.sender !== entryPoint) assertOwner(frame)
  for (const { target, value, data } of calls) yield { from: frame.self, to: target, value, data }
}

const domainOf = ({ execution, self }: Frame) =>
  ({ name: 'Coinbase Smart Wallet', version: '1', chainId: execution.networkId, verifyingContract: self }) as const

/** The digest that owners sign in place of a hash, so that a signature counts for only one wallet of theirs. */
const replaySafeHash = (frame: Frame, hash: Hex): Hex =>
  TypedData.getSignPayload({
    domain: domainOf(frame),
    types: { CoinbaseSmartWalletMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'CoinbaseSmartWalletMessage',
    message: { hash },
  })

/** The functions of a Coinbase smart wallet, as viem's `toCoinbaseSmartAccount` has them. It obeys the entry point 0.6. */
export const coinbaseMethods = methodsOf(
  method('function execute(address target, uint256 value, bytes data) payable', (frame: Frame, [target, value, data]) =>
    runCalls(frame, [{ target, value, data }]),
  ),
  method(
    'function executeBatch((address target, uint256 value, bytes data)[] calls) payable',
    (frame: Frame, [calls]) => runCalls(frame, calls),
  ),
  method(
    'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
    (frame: Frame, [hash, signature]) => {
      const digest = replaySafeHash(frame, hash)
      const isSigned = isSignedByCoinbaseOwner(frame.execution, frame.self, { digest, signature })
      return isSigned ? erc1271Answers.valid : erc1271Answers.invalid
    },
  ),
  method('function replaySafeHash(bytes32 hash) view returns (bytes32)', (frame: Frame, [hash]) =>
    replaySafeHash(frame, hash),
  ),
  method('function domainSeparator() view returns (bytes32)', (frame: Frame) =>
    TypedData.domainSeparator(domainOf(frame)),
  ),
  domainMethod(domainOf),
  method('function entryPoint() view returns (address)', () => entryPoint),
  method('function isOwnerAddress(address account) view returns (bool)', (frame: Frame, [account]) =>
    isOwner(frame, ownerOf(account)),
  ),
  method('function isOwnerPublicKey(bytes32 x, bytes32 y) view returns (bool)', (frame: Frame, [x, y]) =>
    isOwner(frame, `${x}${y.slice(2)}`),
  ),
  method('function isOwnerBytes(bytes account) view returns (bool)', (frame: Frame, [owner]) => isOwner(frame, owner)),
  method(
    'function ownerAtIndex(uint256 index) view returns (bytes)',
    ({ execution, self }: Frame, [index]) => ownersAt(execution, self)[Number(index)] ?? '0x',
  ),
  method('function nextOwnerIndex() view returns (uint256)', ({ execution, self }: Frame) =>
    BigInt(ownersAt(execution, self).length),
  ),
  method('function ownerCount() view returns (uint256)', ({ execution, self }: Frame) =>
    BigInt(countOf(ownersAt(execution, self))),
  ),
  method('function removedOwnersCount() view returns (uint256)', ({ execution, self }: Frame) => {
    const owners = ownersAt(execution, self)
    return BigInt(owners.length - countOf(owners))
  }),
  method('function addOwnerAddress(address owner)', (frame: Frame, [owner]) => {
    assertOwner(frame)
    addOwners(frame.execution, frame.self, [ownerOf(owner)])
  }),
  method('function addOwnerPublicKey(bytes32 x, bytes32 y)', (frame: Frame, [x, y]) => {
    assertOwner(frame)
    addOwners(frame.execution, frame.self, [`${x}${y.slice(2)}`])
  }),
  method('function removeOwnerAtIndex(uint256 index, bytes owner)', (frame: Frame, [index, owner]) => {
    assertOwner(frame)
    removeOwner(frame.execution, frame.self, { index, owner, isLast: false })
  }),
  method('function removeLastOwner(uint256 index, bytes owner)', (frame: Frame, [index, owner]) => {
    assertOwner(frame)
    removeOwner(frame.execution, frame.self, { index, owner, isLast: true })
  }),
  ...tokenReceiver,
)
