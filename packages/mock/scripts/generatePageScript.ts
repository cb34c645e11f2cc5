/**
 * Writes the code that stands in the pages of browser wallets, bundled and minified, as the text of a module: so the
 * sources, the built package and the executable have the same.
 *
 * `--check` writes nothing and fails when what is committed differs from what would be written.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { banner, writeGenerated } from '../../types/scripts/writeGenerated.ts'

const folder = 'packages/browser-wallet/src/generated'
const root = fileURLToPath(new URL('../../browser-wallet/', import.meta.url))

const { outputFiles } = await build({
  entryPoints: ['src/page/script.ts'],
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'iife',
  // Browsers that tests use, which are older than those of people.
  target: 'es2020',
  platform: 'browser',
  conditions: ['@latchkey/source'],
  write: false,
  logLevel: 'error',
})
const code = (outputFiles[0]?.text ?? '').trimEnd()
const head = banner.replace('spec/. Edit spec/', 'page/script.ts. Edit what that bundles')
const text = `${head}\n/** Free name: \`latchkeyWallets\`, the configuration. */\nexport const pageScriptCode =\n  ${JSON.stringify(code)}\n`
writeGenerated(new Map([[`${folder}/pageScriptCode.ts`, text]]), [folder])
