import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'

/**
 * Lets ES modules that have imported a function of Node by name call what msw has put in its place, or what was there
 * before. Faked timers are left as they are: a module would keep them.
 */
export function refreshNamedImports(): void {
  if (!vi.isFakeTimers()) syncBuiltinESMExports()
}
