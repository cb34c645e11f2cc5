import { readHex, toHex } from '@latchkey/base/bytes'
import { type NestedSignature, readErc7739, type VerifierDomain } from '@latchkey/crypto/chains/erc7739'
import { recoverAccount } from '@latchkey/crypto/chains/recoverable'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { accountAt } from '../accounts.ts'
import { contractWalletAt } from '../contractWallets.ts'
import { entryPoints } from '../nativeAddresses.ts'
import { customError, method, methodsOf, revertWith } from './abi.ts'
import { domainMethod } from './eip712Domain.ts'
import { zeroAddress } from './erc20.ts'
import { erc1271Answers } from './erc1271.ts'
import { accountOf, type Execution, type Frame } from './execution.ts'
import { decodeCalls } from './executionCalls.ts'
import { Revert } from './revert.ts'
import type { Steps } from './steps.ts'
import { tokenReceiver } from './tokenReceiver.ts'

/**
 * The accounts whose keys sign for an account with code: the owners of a contract wallet, and for an account that has
 * delegated to code (EIP-7702) its own key.
 */
function ownersOf({ backend, networkId }: Execution, address: Hex): readonly string[] {
  const wallet = contractWalletAt(backend, address, networkId)
  if (wallet) return wallet.isDeployed ? wallet.owners : []
  return accountAt(backend, { account: accountOf(address), networkId }).delegate === undefined ? [] : [address]
}

/** Whether an account runs code that its owners command. */
export const hasAccountCode = (execution: Execution, address: Hex): boolean => ownersOf(execution, address).length > 0

interface Signed {
  readonly digest: Hex
  readonly signature: Hex
}

/** Whether an owner of the account signed the digest. */
export function isSignedByOwner(execution: Execution, address: Hex, signed: Signed): boolean {
  const [digest, signature] = [readHex(signed.digest), readHex(signed.signature)]
  return digest !== undefined && signature !== undefined && isOwnersSignature(execution, address, { digest, signature })
}

function isOwnersSignature(execution: Execution, address: Hex, { digest, signature }: NestedSignature): boolean {
  const signer = recoverAccount(digest, signature)
  return signer !== undefined && ownersOf(execution, address).includes(`0x${toHex(signer)}`)
}

/** The typed data domain of an account; `undefined` for an account without one. */
function domainAt({ backend, networkId }: Execution, address: Hex): VerifierDomain | undefined {
  const domain = backend.store.contractWallets.find('byAddress', [address])?.domain
  return domain && { ...domain, chainId: networkId, address }
}

/** Whether an owner signed the digest, or nested typed data with it (ERC-7739). */
function isAccepted(execution: Execution, address: Hex, signed: Signed): boolean {
  if (isSignedByOwner(execution, address, signed)) return true
  const domain = domainAt(execution, address)
  const [digest, signature] = [readHex(signed.digest), readHex(signed.signature)]
  if (!domain || !digest || !signature) return false
  return readErc7739(digest, signature, domain).some((nested) => isOwnersSignature(execution, address, nested))
}

/** A call that an account makes for its owner. */
export interface GivenCall {
  readonly target: Hex
  readonly value: bigint
  readonly data: Hex
}

const unauthorized = customError('error CallerIsNotOwner(address caller)')

function assertMayExecute({ execution, self, sender }: Frame): void {
  const isAllowed =
    sender === self ||
    entryPoints.some(({ address }) => address === sender) ||
    ownersOf(execution, self).includes(sender)
  if (!isAllowed) throw unauthorized(sender)
}

function* runCalls(frame: Frame, calls: readonly GivenCall[]): Steps<void> {
  assertMayExecute(frame)
  for (const { target, value, data } of calls) yield { from: frame.self, to: target, value, data }
}

interface Batch {
  readonly targets: readonly Hex[]
  readonly values?: readonly bigint[]
  readonly data: readonly Hex[]
}

function* runBatch(frame: Frame, { targets, values = [], data }: Batch): Steps<void> {
  if (targets.length !== data.length || (values.length > 0 && values.length !== targets.length))
    throw revertWith('wrong array lengths')
  yield* runCalls(
    frame,
    targets.map((target, index) => ({ target, value: values[index] ?? 0n, data: data[index] ?? '0x' })),
  )
}

/** A mode of ERC-7579: the kind of the call, and whether a failure undoes all of it. */
function readMode(mode: Hex): { readonly isBatch: boolean; readonly isTry: boolean } {
  const [kind, failure] = [mode.slice(2, 4), mode.slice(4, 6)]
  if ((kind !== '00' && kind !== '01') || (failure !== '00' && failure !== '01'))
    throw revertWith('The mode of this execution is not supported.')
  return { isBatch: kind === '01', isTry: failure === '01' }
}

function* runMode(frame: Frame, [mode, calldata]: readonly [Hex, Hex]): Steps<void> {
  assertMayExecute(frame)
  const { isBatch, isTry } = readMode(mode)
  for (const { target, value, data } of decodeCalls(calldata, isBatch)) {
    const { success, data: result } = yield { from: frame.self, to: target, value, data, isTried: true }
    if (!success && !isTry) throw new Revert(result)
  }
}

/** Ids of interfaces (ERC-165): ERC-165 itself, ERC-1271, and the receivers of ERC-721 and ERC-1155. */
const interfaces: ReadonlySet<string> = new Set(['0x01ffc9a7', '0x1626ba7e', '0x150b7a02', '0x4e2312e0'])

/** A wallet with code, which its owners and the entry points command (ERC-4337, ERC-7579, ERC-1271). */
export const smartAccount = methodsOf(
  method('function execute(address target, uint256 value, bytes data) payable', (frame: Frame, [target, value, data]) =>
    runCalls(frame, [{ target, value, data }]),
  ),
  method(
    'function executeBatch((address target, uint256 value, bytes data)[] calls) payable',
    (frame: Frame, [calls]) => runCalls(frame, calls),
  ),
  method('function executeBatch(address[] targets, bytes[] data)', (frame: Frame, [targets, data]) =>
    runBatch(frame, { targets, data }),
  ),
  method(
    'function executeBatch(address[] targets, uint256[] values, bytes[] data)',
    (frame: Frame, [targets, values, data]) => runBatch(frame, { targets, values, data }),
  ),
  method('function execute(bytes32 mode, bytes executionCalldata) payable', runMode),
  method('function supportsExecutionMode(bytes32 mode) view returns (bool)', (_: Frame, [mode]) =>
    /^0x0[01]0[01]/.test(mode),
  ),
  method(
    'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
    (frame: Frame, [digest, signature]) =>
      isAccepted(frame.execution, frame.self, { digest, signature }) ? erc1271Answers.valid : erc1271Answers.invalid,
  ),
  domainMethod(({ execution, self }) => {
    const domain = domainAt(execution, self)
    if (!domain) throw new Revert('0x')
    return domain
  }),
  method(
    'function owner() view returns (address)',
    ({ execution, self }: Frame) => (ownersOf(execution, self)[0] ?? zeroAddress) as Hex,
  ),
  method('function getOwners() view returns (address[])', ({ execution, self }: Frame) => [
    ...(ownersOf(execution, self) as readonly Hex[]),
  ]),
  method('function isOwner(address owner) view returns (bool)', ({ execution, self }: Frame, [owner]) =>
    ownersOf(execution, self).includes(owner),
  ),
  method('function supportsInterface(bytes4 interfaceId) view returns (bool)', (_: Frame, [id]) => interfaces.has(id)),
  ...tokenReceiver,
)
