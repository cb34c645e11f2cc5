import { describe, expect, it } from 'vitest'
import { nameTypes } from './nameTypes.ts'

const name = (files: Record<string, string>, entries: readonly string[]) =>
  Object.fromEntries(nameTypes({ files: new Map(Object.entries(files)), entries: new Set(entries) }))

describe('the entry of types', () => {
  it('exports what several entries share under the names of the sources, and every entry imports it', () => {
    const shared =
      'interface Call {}\ninterface Event$1 {}\ninterface Hidden {}\nexport type { Call as C, Event$1 as E };\n'
    const files = {
      'index.d.ts': `import { C } from './calls-BiWFu1BZ.js';\n`,
      'operations/gates.d.ts': `import { C } from '../calls-BiWFu1BZ.js';\n`,
      'calls-BiWFu1BZ.d.ts': shared,
    }
    expect(name(files, ['index.d.ts', 'operations/gates.d.ts'])).toEqual({
      'types.d.ts': `export type { C as Call, E as Event, Hidden as Hidden } from './calls-BiWFu1BZ.js';\nexport {};\n`,
      'calls-BiWFu1BZ.d.ts': `${shared}export type { Hidden };\n`,
      'index.d.ts': `${files['index.d.ts']}import './types.js';\n`,
      'operations/gates.d.ts': `${files['operations/gates.d.ts']}import '../types.js';\n`,
    })
  })

  it('is made of CommonJS for CommonJS', () => {
    const files = { 'index.d.cts': '', 'calls.d.cts': 'export interface Call {}\n' }
    expect(name(files, ['index.d.cts'])).toMatchObject({
      'types.d.cts': `export type { Call as Call } from './calls.cjs';\nexport {};\n`,
      'index.d.cts': `import './types.cjs';\n`,
    })
  })

  it('has the types of the document where the package mentions them', () => {
    const files = {
      'index.d.ts': `import { paths } from '@latchkey/types';\nimport { Client } from 'openapi-fetch';\n`,
    }
    expect(name(files, ['index.d.ts'])['types.d.ts']).toBe(`export type * from '@latchkey/types';\nexport {};\n`)
  })

  it('leaves out aliases of one name, which the compiler writes out', () => {
    const files = { 'index.d.ts': '', 'a.d.ts': 'type Key = string;\ntype Key$1 = number;\ntype Id = string;\n' }
    expect(name(files, ['index.d.ts'])['types.d.ts']).toBe(`export type { Id as Id } from './a.js';\nexport {};\n`)
  })

  it('cannot be made while two interfaces share a name, or an entry does not export one of its own', () => {
    const files = {
      'index.d.ts': 'interface Secret {}\ntype Alias = string;\n',
      'a.d.ts': 'interface Choice {}\n',
      'b.d.ts': 'declare class Choice {}\n',
    }
    expect(() => name(files, ['index.d.ts'])).toThrow(
      [
        'Callers cannot name these types:',
        '  Choice: several modules have a type of this name. Give each one its own.',
        '  Secret: index.d.ts has to export it.',
      ].join('\n'),
    )
  })
})
