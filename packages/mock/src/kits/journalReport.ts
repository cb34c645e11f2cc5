import type { TestInfo } from '@playwright/test'

/** Attaches the requests of a mock to the report of a test that has failed. */
export async function attachJournal(
  testInfo: TestInfo,
  { journal }: { readonly journal: { list(): unknown } },
): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const body = JSON.stringify(await journal.list(), null, 2)
  await testInfo.attach('latchkey journal', { body, contentType: 'application/json' })
}
