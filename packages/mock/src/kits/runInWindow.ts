import type { Mock } from '../mock/createMock.ts'
import { createStoredSignIn, type StoredSignIn } from './storedSignIn.ts'
import { createWindowWallets, type WindowWallets } from './windowWallets.ts'

/** How the requests of a window reach a mock. */
interface Attachment {
  keepCookies(lines: readonly string[]): void
  /** @throws Error when the app has called the service somewhere else */
  assertReached(): void
  release(): void
}

/** The parts of a swept test that are the same in each runner. */
interface WindowContext {
  readonly mock: Mock
  readonly signIn: StoredSignIn['signIn']
  readonly wallets: WindowWallets
}

interface WindowRun<T> {
  readonly attachment: Attachment
  /** Removes what the run has left in the page. */
  readonly cleanup: (() => unknown) | undefined
  readonly work: (context: WindowContext) => Promise<T>
}

/** Runs a swept test in the window of its runner, and leaves nothing of it there. */
export async function runInWindow<T>(mock: Mock, { attachment, cleanup, work }: WindowRun<T>): Promise<T> {
  const storedSignIn = createStoredSignIn(mock, attachment.keepCookies)
  const { wallets, end } = createWindowWallets(mock)
  try {
    const result = await work({ mock, signIn: storedSignIn.signIn, wallets })
    attachment.assertReached()
    return result
  } finally {
    await cleanup?.()
    end()
    await storedSignIn.end()
    attachment.release()
  }
}
