import type { RE2JS } from 're2js'

// RE2 is loaded when the first pattern is compiled: most instances never need it, and it would be most of the import.
let library: typeof RE2JS | undefined
const compiled = new Map<string, RE2JS | undefined>()

/** Runs work that compiles patterns, synchronously once RE2 is loaded. */
export function withRegex<T>(work: () => T): T | Promise<T> {
  if (library) return work()
  return import('re2js').then((module) => {
    library = module.RE2JS
    return work()
  })
}

/**
 * Compiles a user's pattern, which then runs in linear time (RE2). The latest ones are cached.
 *
 * @returns `undefined` when it does not compile: it is malformed, or has a lookaround or a backreference.
 * @throws TypeError outside of {@link withRegex}
 */
export function compileRegex(pattern: string): RE2JS | undefined {
  if (!library) throw new TypeError('Failed to call "compileRegex()": call it inside of "withRegex()".')
  if (compiled.has(pattern)) return compiled.get(pattern)
  let regex: RE2JS | undefined
  try {
    regex = library.compile(pattern)
  } catch {
    regex = undefined
  }
  if (compiled.size >= 64) compiled.clear()
  compiled.set(pattern, regex)
  return regex
}
