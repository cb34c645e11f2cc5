import { randomSeed } from '@latchkey/base/random'
import type { RemoteMock } from '../control/remote/remoteMock.ts'

interface Server {
  /** The server's own mock. */
  readonly mock: RemoteMock
  readonly url: string
  /** The world to copy. @default the server's own mock */
  readonly from?: string
}

/**
 * Creates a world for a test. Its name has the title of the test, so that people find it in the inspector.
 *
 * @throws Error with the reason why the server creates none
 */
export async function createTestWorld(
  { mock, url, from }: Server,
  title: string,
): Promise<{ readonly name: string; readonly mock: RemoteMock }> {
  const slug = title.replaceAll(/\W+/g, '-').slice(0, 50)
  const name = `${slug}-${randomSeed().slice(0, 8)}`
  try {
    return { name, mock: await mock.worlds.create(name, { from }) }
  } catch (error) {
    throw new Error(`Failed to create a world for the test at ${url}: ${(error as Error).message}`, { cause: error })
  }
}

/** Deletes the world of a test, unless the server has already done that. */
export async function dropTestWorld({ mock }: Server, name: string): Promise<void> {
  const worlds = await mock.worlds.list()
  if (worlds.some((world) => world.name === name)) await mock.worlds.drop(name)
}
