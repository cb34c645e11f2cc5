import { setDeadline } from '@latchkey/base/clock'

/** The waits in real time that end when a mock is closed: the delay of a fault, a wait for a message, a stream of events. */
export interface Waits {
  /**
   * Lets that many milliseconds pass. The process stays alive meanwhile.
   *
   * @returns Whether they have passed; not if the waits were ended before
   */
  pass(milliseconds: number): Promise<boolean>
  /**
   * Calls a function when the waits are ended, and at once if the mock is closed.
   *
   * @returns A function that takes it back
   */
  onEnd(end: () => void): () => void
  /** Ends those that are under way. */
  end(): void
  /** Ends them, and those that begin later as soon as they begin. */
  close(): void
}

const waitsByOwner = new WeakMap<object, Waits>()

/** The waits of a world, or of the mock that has it. */
export function waitsOf(owner: object): Waits {
  const waits = waitsByOwner.get(owner) ?? createWaits()
  waitsByOwner.set(owner, waits)
  return waits
}

/** Gives a mock the waits of its world, for those who know only the mock. */
export function shareWaits(world: object, mock: object): void {
  waitsByOwner.set(mock, waitsOf(world))
}

function createWaits(): Waits {
  const endings = new Set<() => void>()
  let isClosed = false

  function onEnd(end: () => void): () => void {
    if (isClosed) {
      end()
      return () => undefined
    }
    // Of its own, so that two waits may have one function.
    const ending = () => end()
    endings.add(ending)
    return () => void endings.delete(ending)
  }

  function end(): void {
    const ended = [...endings]
    endings.clear()
    for (const ending of ended) ending()
  }

  return {
    pass: (milliseconds) =>
      new Promise((resolve) => {
        let leave = () => {}
        const cancel = setDeadline(() => {
          leave()
          resolve(true)
        }, milliseconds)
        leave = onEnd(() => {
          cancel()
          resolve(false)
        })
      }),
    onEnd,
    end,
    close() {
      isClosed = true
      end()
    },
  }
}
