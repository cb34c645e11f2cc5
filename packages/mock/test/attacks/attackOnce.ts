import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { DomainError } from '../../src/domain/shared/errors.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { strangersFail } from '../contract/evidence.ts'
import { recorded } from '../contract/replyRecordings.ts'
import { createAttack } from './attackers.ts'
import { expectStrangersFail } from './foreignCredentials.ts'
import { isOfSandbox } from './isOfSandbox.ts'

/** How many requests with the same operation each worker lets strangers send: they need not be about the same. */
const maximumAttacks = process.env.LATCHKEY_TESTS === 'full' ? 10 : 1

const attacks = new Map<OperationId, number>()

/**
 * Lets strangers send the first requests of each operation that succeed, and records it for
 * `scripts/reachedContract.ts`. The operations of other tests so make the table of valid requests.
 *
 * @param origin - The state before the request; its clock stands still.
 */
export async function attackOnce(id: OperationId, origin: Mock, { request, response }: Answered): Promise<void> {
  const { success }: OperationRow = operationTable[id]
  const hasSucceeded = response.status < 400 || success.length === 0
  const count = attacks.get(id) ?? 0
  if (!hasSucceeded || count === maximumAttacks) return
  const { url, headers } = request
  const path = url.slice(origin.baseUrl.length)
  if (!hasDefaults(origin) || !isOfSandbox(path, origin)) return
  const attack = await createAttack(origin, id).catch(onlyRefusals)
  // Another test sends the operation where strangers can sign in.
  if (!attack) return
  attacks.set(id, count + 1)
  const body = request.body && (await request.text())
  await expectStrangersFail({ id, path, headers, body }, attack)
  recorded.add(strangersFail(id))
}

/** Whether the environments are still there in which strangers are created. */
function hasDefaults({ defaults: { environments }, ...mock }: Mock): boolean {
  const { tables } = mock.export()
  const ids = new Set((tables.environments as readonly { readonly id: string }[]).map(({ id }) => id))
  return ids.has(environments.sandbox.id) && ids.has(environments.live.id)
}

interface Answered {
  readonly request: Request
  readonly response: Response
}

function onlyRefusals(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
