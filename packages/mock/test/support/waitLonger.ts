import { vi } from 'vitest'

// `vi.waitFor` and `vi.waitUntil` give up after a second, which a busy machine needs, and no setting changes that.
type Options = number | { readonly timeout?: number; readonly interval?: number }
type Wait = (work: () => unknown, options?: Options) => Promise<unknown>

function lengthen(wait: Wait): Wait {
  return function waitLonger(work, options = {}) {
    return wait(work, { timeout: 60_000, ...(typeof options === 'number' ? { timeout: options } : options) })
  }
}

// Files share `vi`, and each of them runs this.
if (vi.waitFor.name !== 'waitLonger')
  Object.assign(vi, { waitFor: lengthen(vi.waitFor as Wait), waitUntil: lengthen(vi.waitUntil as Wait) })
