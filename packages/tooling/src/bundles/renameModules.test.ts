import { expect, it } from 'vitest'
import { renameModules } from './renameModules.ts'

const modules = new Set(['exports', 'gates', 'openapi'])

it('renameModules names namespaces, what is in them, and chunks after their sources', () => {
  const text = [
    `import { o as operations } from './openapi.d-aNsOAQFX.js'`,
    `import { c } from './gates.d-Cw6I-qcB.cjs'`,
    'type gates_d_CreateInput = CreateInput;',
    'declare namespace gates_d { export { type gates_d_CreateInput as CreateInput } }',
    'export { gates_d as gates }',
  ].join('\n')
  expect(renameModules(text, modules).split('\n')).toEqual([
    `import { o as operations } from './openapi-aNsOAQFX.js'`,
    `import { c } from './gates-Cw6I-qcB.cjs'`,
    'type gates_CreateInput = CreateInput;',
    'declare namespace gates { export { type gates_CreateInput as CreateInput } }',
    'export { gates as gates }',
  ])
  expect(renameModules('openapi.d-aNsOAQFX.d.cts', modules)).toBe('openapi-aNsOAQFX.d.cts')
})

it('renameModules gives no namespace a name that CommonJS has', () => {
  expect(renameModules('export { exports_d as exports }', modules)).toBe('export { exports$1 as exports }')
})

it('renameModules leaves names that are of no module', () => {
  const text = "type other_d_Input = 'index.d.ts' | 'other.d-aNsOAQFX.js' | gates_data"
  expect(renameModules(text, modules)).toBe(text)
})
