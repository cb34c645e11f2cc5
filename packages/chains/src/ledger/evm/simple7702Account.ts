import type { Hex } from '../../codecs/evmTransactions.ts'
import { accountAt } from '../accounts.ts'
import { entryPoints, simple7702Accounts } from '../nativeAddresses.ts'
import { customError, method, methodsOf, revertWith } from './abi.ts'
import { recoverSigner } from './ecdsa.ts'
import { erc1271Answers } from './erc1271.ts'
import { accountOf, type Execution, type Frame } from './execution.ts'
import { Revert } from './revert.ts'
import { type GivenCall } from './smartAccount.ts'
import type { Steps } from './steps.ts'
import { tokenReceiver } from './tokenReceiver.ts'

type Version = (typeof simple7702Accounts)[number]['version']

/** The entry point that the code at an account obeys; `undefined` for an account that runs other code. */
export function simple7702VersionOf({ backend, networkId }: Execution, address: Hex): Version | undefined {
  const { delegate } = accountAt(backend, { account: accountOf(address), networkId })
  return simple7702Accounts.find((each) => delegate === accountOf(each.address))?.version
}

const addressOf = (version: Version) => entryPoints.find((each) => each.version === version)?.address as Hex

const executeError = customError('error ExecuteError(uint256 index, bytes data)')

function assertMayExecute({ self, sender }: Frame, version: Version): void {
  if (sender !== self && sender !== addressOf(version)) throw revertWith('not from self or EntryPoint')
}

/** Runs calls in order. A failed one of several undoes all of them, and its number is in the error. */
function* runBatch({ self }: Frame, calls: readonly GivenCall[]): Steps<void> {
  for (const [index, { target, value, data }] of calls.entries()) {
    const result = yield { from: self, to: target, value, data, isTried: true }
    if (result.success) continue
    throw calls.length === 1 ? new Revert(result.data) : executeError(BigInt(index), result.data)
  }
}

/** ERC-165, ERC-1271, the account of ERC-4337, and the receivers of ERC-721 and ERC-1155. */
const interfaces: ReadonlySet<string> = new Set(['0x01ffc9a7', '0x1626ba7e', '0x19822f7c', '0x150b7a02', '0x4e2312e0'])

/** The functions of the account to which viem's `toSimple7702SmartAccount` delegates, by the entry point that it obeys. */
export const simple7702Methods = (version: Version) =>
  methodsOf(
    method('function execute(address target, uint256 value, bytes data)', (frame: Frame, [target, value, data]) => {
      assertMayExecute(frame, version)
      return runBatch(frame, [{ target, value, data }])
    }),
    method('function executeBatch((address target, uint256 value, bytes data)[] calls)', (frame: Frame, [calls]) => {
      assertMayExecute(frame, version)
      return runBatch(frame, calls)
    }),
    method(
      'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
      ({ self }: Frame, [digest, signature]) =>
        recoverSigner(digest, signature) === self ? erc1271Answers.valid : erc1271Answers.invalid,
    ),
    method('function entryPoint() pure returns (address)', () => addressOf(version)),
    method('function getNonce() view returns (uint256)', ({ execution, self }: Frame) => {
      const { backend, networkId } = execution
      const { operationNonces } = accountAt(backend, { account: accountOf(self), networkId })
      return BigInt(operationNonces?.[`${addressOf(version)}:0`] ?? '0')
    }),
    method('function supportsInterface(bytes4 id) pure returns (bool)', (_: Frame, [id]) => interfaces.has(id)),
    ...tokenReceiver,
  )
