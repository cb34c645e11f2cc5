import type { LogLevel } from 'esbuild'

/** Options of esbuild. Another use of `import.meta` than its URL fails the build. */
interface CommonJsUrl {
  readonly banner: string
  readonly define: Record<string, string>
  readonly logOverride: Record<string, LogLevel>
}

/**
 * Options of esbuild that give CommonJS the URL of its module, which is `import.meta.url` in ES modules. Without them
 * esbuild writes `undefined` there, which a library notices only when it is loaded.
 *
 * @param source - The code; `import.meta` is looked for in it, so that most files need no line more.
 */
export function urlOfCommonJs(source: string): CommonJsUrl {
  const isAsked = source.includes('import.meta')
  return {
    logOverride: { 'empty-import-meta': 'error' },
    define: { 'import.meta.url': 'latchkeyModuleUrl' },
    banner: isAsked ? "const latchkeyModuleUrl = require('node:url').pathToFileURL(__filename).href;" : '',
  }
}
