import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The folders of the workspace's packages that a package depends on, and theirs. */
function reachedFrom(folder: string): string[] {
  const reached = new Set([folder])
  for (const each of reached) {
    const { dependencies = {} } = JSON.parse(readFileSync(`${root}/${each}/package.json`, 'utf8')) as {
      dependencies?: Readonly<Record<string, string>>
    }
    for (const name of Object.keys(dependencies))
      if (name.startsWith('@latchkey/')) reached.add(name.replace('@latchkey/', 'packages/'))
  }
  return [...reached].sort()
}

it('installs for the first start all packages that the quickstart depends on, and no other', () => {
  const script = readFileSync(`${root}/packages/tooling/src/start.mjs`, 'utf8')
  const [, list = ''] = /\.\.\.\[\n(.*?)\n {2}\]\.map/s.exec(script) ?? []
  const installed = Array.from(list.matchAll(/'([a-z-]+)'/g), ([, name]) => `packages/${name}`)
  expect(['examples/quickstart', ...installed]).toEqual(reachedFrom('examples/quickstart'))
})
