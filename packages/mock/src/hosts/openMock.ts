import { existsSync } from 'node:fs'
import { createWaitingMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { reportNowAndThen } from '../world/keeping.ts'
import type { DatabaseOptions } from './nodeSqlite.ts'
import type { StateFile } from './stateFile.ts'

interface OpenMockOptions {
  /** Where the mock will be served. */
  readonly url: string
  readonly state?: string | undefined
  readonly database?: DatabaseOptions
  readonly prepare?: ((mock: Mock) => unknown) | undefined
}

/** The mock of a server, and the file that keeps its state. */
export interface OpenedMock {
  readonly served: Mock
  readonly file?: StateFile
}

/**
 * Opens the mock of a server: the given one, one that goes on from a state file, or a new one, which is prepared.
 *
 * @throws TypeError when the state file cannot be read, or for a mock where options are needed. An error of `prepare`
 * is thrown on.
 */
export async function openMock(
  mock: Mock | MockOptions,
  { url, state, database = {}, prepare }: OpenMockOptions,
): Promise<OpenedMock> {
  if ('serve' in mock) {
    const option = state === undefined ? prepare && 'prepare' : 'state'
    if (option === undefined) return { served: mock }
    throw new TypeError(
      `Failed to call "startServer()": with \`${option}\` it takes the options of a mock, not a mock.`,
    )
  }
  // The worlds of a server have one log.
  const options = { ...mock, onError: reportNowAndThen(mock.onError ?? ((cause) => console.error(cause))) }
  const isNew = state === undefined || !existsSync(state)
  const draft = prepare && isNew ? await prepareDraft({ ...options, baseUrl: url }, prepare) : undefined
  if (state === undefined) return { served: draft?.fork() ?? createWaitingMock(options) }
  const { openStateFile } = await import('./stateFile.ts')
  const file = openStateFile(state, { ...options, baseUrl: url }, { ...database, draft })
  return { served: file.mock, file }
}

/** A mock that sends nothing. Its data is copied when it is complete. */
async function prepareDraft(options: MockOptions, prepare: (mock: Mock) => unknown): Promise<Mock> {
  const draft = createWaitingMock(options)
  await prepare(draft)
  draft.close()
  return draft
}
