import { describe, expect, it } from 'vitest'
import { shareDeclarations } from './shareDeclarations.ts'

const files = new Map([
  ['index.d.ts', "import { A } from './shared-1.js';\nimport './types.js';\nexport type { A };\n"],
  ['runner.d.ts', "import { Runner } from 'runner';\nimport { A } from './shared-1.js';\nexport type B = Runner<A>;\n"],
  ['types.d.ts', "export type { A } from './shared-1.js';\n"],
  ['shared-1.d.ts', "import { C } from './shared-2.js';\nexport type A = C;\n"],
  ['shared-2.d.ts', 'export type C = 1;\n'],
])
const entries = new Set(['index.d.ts', 'runner.d.ts', 'types.d.ts'])

describe('shareDeclarations', () => {
  it('keeps shared declarations once, as CommonJS, and gives the entries of both formats theirs', () => {
    const commonJs = new Set(['index.d.ts', 'types.d.ts'])
    expect(Object.fromEntries(shareDeclarations({ files, entries, commonJs }))).toEqual({
      'index.d.ts': "import { A } from './shared-1.cjs';\nimport './types.js';\nexport type { A };\n",
      'index.d.cts': "import { A } from './shared-1.cjs';\nimport './types.cjs';\nexport type { A };\n",
      'runner.d.ts':
        "import { Runner } from 'runner';\nimport { A } from './shared-1.cjs';\nexport type B = Runner<A>;\n",
      'types.d.ts': "export type { A } from './shared-1.cjs';\n",
      'types.d.cts': "export type { A } from './shared-1.cjs';\n",
      'shared-1.d.cts': "import { C } from './shared-2.cjs';\nexport type A = C;\n",
      'shared-2.d.cts': 'export type C = 1;\n',
    })
  })

  it('exports an entry again, so that its declarations are there once', () => {
    const reexported = new Set(['types.d.ts'])
    const shared = shareDeclarations({ files, entries, commonJs: entries, reexported })
    expect(shared.get('types.d.ts')).toBe("export * from './types.cjs';\n")
    expect(shared.get('types.d.cts')).toBe("export type { A } from './shared-1.cjs';\n")
  })

  it.each([
    ['imports a package', "import { Runner } from 'runner';\nexport type B = Runner;\n"],
    ['has a default', 'declare const a: 1;\nexport { a as default };\n'],
  ])('refuses to export an entry again that %s', (_, text) => {
    const reexported = new Set(['index.d.ts'])
    const share = () =>
      shareDeclarations({ files: new Map([['index.d.ts', text]]), entries, commonJs: entries, reexported })
    expect(share).toThrow('index.d.ts imports a package or has a default, so it cannot be exported again.')
  })
})
