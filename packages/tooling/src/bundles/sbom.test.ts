import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundledPackages } from './sbom.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-bundle-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Writes an installed package. @returns a file of it, relative to the root */
function install(store: string, version: string): string {
  const folder = join('node_modules/.pnpm', store, 'node_modules/ox')
  const path = join(root, folder, 'package.json')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ name: 'ox', version, license: 'MIT' }))
  return join(folder, 'Hex.js')
}

describe('the packages in a bundle', () => {
  it('are listed once for all of their files', () => {
    const file = install('ox@1.8.3', '1.8.3')
    const versions = bundledPackages([file, file.replace('Hex', 'Rlp')], root).map(
      ({ name, version }) => `${name}@${version}`,
    )
    expect(versions).toContain('ox@1.8.3')
    expect(versions.filter((each) => each === 'ox@1.8.3')).toHaveLength(1)
  })

  it('may be there in two versions, and not twice in one', () => {
    const files = [install('ox@1.8.3_typescript@6.0.3', '1.8.3'), install('ox@1.7.0', '1.7.0')]
    expect(bundledPackages(files, root)).toHaveLength(2)
    const again = install('ox@1.8.3_typescript@5.9.3', '1.8.3')
    expect(() => bundledPackages([...files, again], root)).toThrow(/^ox 1\.8\.3 is bundled twice: from .* and .*\.$/)
  })
})
