// Runs after the packages are packed: prints the command that installs them in another project.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readManifest } from './bundles/licenses.ts'

const packages = ['types', 'client', 'mock'].map((name) => {
  const { version } = readManifest(`packages/${name}`)
  const file = resolve('tarballs', `latchkey-${name}-${version}.tgz`)
  if (!existsSync(file)) throw new Error(`There is no ${file}. Run: npx pnpm@12 tarballs`)
  return JSON.stringify(file)
})

console.log(`Type in the folder of your app, all in one line, since the packages need each other:

npm install ${packages.join(' ')}

After that, "npx @latchkey/mock" starts the mock there.`)
