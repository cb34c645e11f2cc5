import { transform } from 'esbuild'
import { minify } from 'vite'
import { lineLimit } from '../../tooling/src/bundles/lineLimit.ts'

/**
 * Shortens the names of parameters and local variables in a module. All names that a stack trace can show stay: those of
 * functions, methods and classes, also of functions that a variable names. esbuild cannot leave these.
 */
export async function shortenLocals(path: string, source: string): Promise<string> {
  const { code, errors } = await minify(path, source, {
    module: true,
    compress: false,
    mangle: { toplevel: false, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: false, legalComments: 'inline' },
  })
  if (errors.length > 0) throw new Error(`Failed to shorten the names in ${path}: ${JSON.stringify(errors)}`)
  const shortened = await transform(code, {
    format: 'esm',
    target: 'es2023',
    minifyWhitespace: true,
    lineLimit,
    supported: { 'import-attributes': true },
  })
  return shortened.code
}
