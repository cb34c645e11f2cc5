import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../../node_modules/typescript-7/bin/tsc', import.meta.url))

/** A folder inside the package, so that its files can import like those of the package. The test removes it. */
export function makeFolder(
  files: Readonly<Record<string, string>>,
  whenDone: (remove: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(root, '.examples-'))
  whenDone(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** The largest types are read from the build, which is faster and is what users have. */
const paths = {
  '@latchkey/types/zod': ['../../types/dist/zod.d.ts'],
  '@latchkey/mock': ['../../mock/dist/index.d.ts'],
  '@latchkey/mock/browser': ['../../mock/dist/browser.d.ts'],
}

/** The compiler's errors in the files of a folder. */
export async function typeErrors(folder: string, files: readonly string[]): Promise<string[]> {
  const config = join(folder, 'tsconfig.json')
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../../../tsconfig.base.json',
      compilerOptions: { types: ['node'], jsx: 'react-jsx', paths },
      files,
    }),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', config], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout.split('\n').filter((line) => files.some((file) => line.startsWith(file)) || line.startsWith('error'))
}
