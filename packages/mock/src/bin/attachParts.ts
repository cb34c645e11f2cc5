import { sleep, startStopwatch } from '@latchkey/base/clock'
import { UnavailablePart } from '@latchkey/base/unavailablePart'

interface AttachOptions {
  /** How long the parts may take until they answer, in milliseconds. */
  readonly limitMs: number
  /** Takes what is waited for, whenever that changes. */
  report(line: string): void
  readonly elapsed?: () => number
  readonly pause?: (milliseconds: number) => Promise<void>
}

type Attach = () => Promise<unknown>

/** How long the command waits before it tries again, in milliseconds. */
const retryMs = 500

/**
 * Attaches real parts in turn. Those that do not answer are tried again until the limit is over: they may be starting.
 * What can never be attached, such as the node of another chain, ends the wait.
 *
 * @throws TypeError with one line, which names all parts that do not answer
 */
export async function attachParts(
  attachments: readonly Attach[],
  { limitMs, report, elapsed = startStopwatch(), pause = sleep }: AttachOptions,
): Promise<void> {
  const seconds = limitMs / 1_000
  let [waiting, reported] = [attachments, '']
  while (waiting.length > 0) {
    const missing: { readonly attach: Attach; readonly problem: string }[] = []
    for (const attach of waiting) {
      const problem = await tryOnce(attach)
      if (problem !== undefined) missing.push({ attach, problem })
    }
    if (missing.length === 0) return
    const problems = missing.map(({ problem }) => problem).join(' ')
    const leftMs = limitMs - elapsed()
    if (limitMs === 0) throw new TypeError(`${problems} --wait-timeout <seconds> waits for what is still starting.`)
    if (leftMs <= 0) throw new TypeError(`${problems} This was so for the ${seconds} seconds of --wait-timeout.`)
    if (problems !== reported) report(`Waiting, for ${seconds} seconds at most: ${problems}`)
    ;[waiting, reported] = [missing.map(({ attach }) => attach), problems]
    await pause(Math.min(retryMs, leftMs))
  }
}

/** @returns Why the part does not answer. @throws TypeError for what can never be attached */
async function tryOnce(attach: Attach): Promise<string | undefined> {
  try {
    await attach()
    return undefined
  } catch (error) {
    if (error instanceof UnavailablePart) return error.problem
    throw error
  }
}
