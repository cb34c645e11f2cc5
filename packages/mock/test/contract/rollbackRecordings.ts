import type { OperationId, OperationRow } from '@latchkey/types'

/** The record of a request whose writes have been made to fail, one after the other. */
export const rolledBack = (id: string, status: number): string => `${id} ${status} is rolled back`

/** The record of a request that writes nothing. */
export const writesNothing = (id: string, status: number): string => `${id} ${status} writes nothing`

/** The operations that change nothing although their method is not GET. */
const readOnly: ReadonlySet<OperationId> = new Set([
  'emailSignIn.checkSso',
  'externalAuth.check',
  'messenger.check',
  'oauth.getResult',
  'simulation.scanUrl',
  'solana.optimize',
  'waasWallets.verifyApiKey',
  'walletSignIn.prefetch',
])

/** The gaps in the proof that every operation is rolled back: sentences with the operations. */
export function rollbackFaults(
  rows: Readonly<Record<string, OperationRow>>,
  recorded: ReadonlySet<string>,
): Record<string, string[]> {
  const statuses = Object.entries(rows).flatMap(([id, { success }]) => success.map((status) => ({ id, status })))
  const changing = new Set(
    statuses.filter(({ id, status }) => recorded.has(rolledBack(id, status))).map(({ id }) => id),
  )
  const isShown = ({ id, status }: { id: string; status: number }) =>
    recorded.has(rolledBack(id, status)) || recorded.has(writesNothing(id, status))
  const named = [...readOnly] as string[]
  const unchanging = Object.entries(rows).filter(
    ([id, { method, success }]) => method !== 'GET' && success.length > 0 && !changing.has(id),
  )
  return {
    'No test sends these through the host of the operations, so their writes never failed': statuses
      .filter((reply) => !isShown(reply))
      .map(({ id, status }) => `${id} ${status}`),
    'No test lets a write of these operations fail': unchanging.map(([id]) => id).filter((id) => !named.includes(id)),
    'These operations write, so test/contract/rollbackRecordings.ts must not name them': named.filter((id) =>
      changing.has(id),
    ),
  }
}
