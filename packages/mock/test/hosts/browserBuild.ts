import type { BuildOptions } from 'esbuild'

/** How the sources become modules that run in browsers and in Workers. */
export const browserBuild = {
  bundle: true,
  write: false,
  splitting: true,
  format: 'esm',
  target: 'es2023',
  platform: 'browser',
  conditions: ['@latchkey/source', 'module', 'browser'],
  mainFields: ['module', 'main'],
  // papaparse names it and never calls it, as the package's own bundle.
  external: ['stream'],
  define: { PAPA_BROWSER_CONTEXT: 'true', 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions
