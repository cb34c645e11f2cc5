/**
 * Opens the channel to the other tabs; undefined if there is no BroadcastChannel, or the page may not use it. A page that
 * jsdom simulates has Node's channel beside events of its own, so each message would be an error that nobody can catch.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(name)
    if ((channel as object) instanceof EventTarget) return channel
    channel.close()
  } catch {
    // Nobody hears of this session, and it hears of none.
  }
  return undefined
}

/** Deno, which has neither pages nor tabs. Timers of its older versions are numbers. */
export interface MaybeDeno {
  Deno?: { unrefTimer(timer: unknown): void }
}

/** Lets Node, Bun and Deno exit while this handle is open. */
export function release(handle: unknown): void {
  ;(handle as { unref?(): void } | undefined)?.unref?.()
  ;(globalThis as MaybeDeno).Deno?.unrefTimer(handle)
}
