// Runs after the packages are packed: prints the lines that install them in another project.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readManifest } from './bundles/licenses.ts'

const [types, client, mock] = ['types', 'client', 'mock'].map((name) => {
  const { version } = readManifest(`packages/${name}`)
  const file = resolve('tarballs', `latchkey-${name}-${version}.tgz`)
  if (!existsSync(file)) throw new Error(`There is no ${file}. Run: npx pnpm@12 tarballs`)
  return file
})
const app = `"${types}" "${client}"`

console.log(`
Type in the folder of your app, in this order, since both others need the types:

npm install ${app}
npm install --save-dev "${mock}"

With pnpm, put this into pnpm-workspace.yaml first, since it looks in the registry for what a tarball depends on:

overrides:
  '@latchkey/types': 'file:${types}'

pnpm add ${app}
pnpm add --save-dev "${mock}"

After that, "npx @latchkey/mock" or "pnpm exec latchkey-mock" starts the mock there. Without an installation, this does:

npx --yes -p "${types}" -p "${mock}" latchkey-mock`)
