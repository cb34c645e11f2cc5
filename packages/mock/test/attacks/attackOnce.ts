import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { DomainError } from '../../src/domain/shared/errors.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import { strangersFail } from '../contract/evidence.ts'
import { recorded } from '../contract/replyRecordings.ts'
import { createAttack } from './attackers.ts'
import { expectStrangersFail } from './foreignCredentials.ts'

const attacked = new Set<OperationId>()

/**
 * Lets strangers send the first request of each operation that succeeds, and records it for
 * `scripts/reachedContract.ts`. The operations of other tests so make the table of valid requests.
 *
 * @param origin - The state before the request; its clock stands still.
 */
export async function attackOnce(id: OperationId, origin: Mock, { request, response }: Answered): Promise<void> {
  const { success }: OperationRow = operationTable[id]
  const hasSucceeded = response.status < 400 || success.length === 0
  if (!hasSucceeded || attacked.has(id)) return
  const attack = await createAttack(origin, id).catch(onlyRefusals)
  // Another test sends the operation where strangers can sign in.
  if (!attack) return
  attacked.add(id)
  const { url, headers } = request
  const body = request.body && (await request.text())
  await expectStrangersFail({ id, path: url.slice(origin.baseUrl.length), headers, body }, attack)
  recorded.add(strangersFail(id))
}

interface Answered {
  readonly request: Request
  readonly response: Response
}

function onlyRefusals(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
