/** Whether everything is tried, and at full size: `pnpm test:full`. TESTING.md has the rule. */
export const isFull = process.env.LATCHKEY_TESTS === 'full'

/**
 * Rows of a table that only `pnpm test:full` tries, since a row beside them notices the same faults. The column of
 * TESTING.md says which.
 */
export function onlyInFull<Row>(...rows: Row[]): Row[] {
  return isFull ? rows : []
}
