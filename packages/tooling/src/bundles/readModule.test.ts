import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { readModule } from './readModule.ts'

/** Runs a module as `commonJs.ts` does. @returns Its exports */
function run(source: string, modules: Readonly<Record<string, object>> = {}): Record<string, unknown> {
  const exports = {}
  const load = (specifier: string) => modules[specifier]
  const { body } = readModule(source)
  const module = runInThisContext(body) as (...parts: readonly unknown[]) => void
  module(exports, load, async (specifier: string) => load(specifier), 'file:///module.js')
  return exports
}

describe('a module that is read for CommonJS', () => {
  it('gets what it imports by name, as a default and as a whole, also in lines of their own', () => {
    const source = 'import{a as b,\nc}from"./x.js";import d,{e}from"node:y";import*as f from"z";export{b,c,d,e,f};'
    const [x, y, z] = [{ a: 1, c: 2 }, { default: 3, e: 4 }, { g: 5 }]
    expect(run(source, { './x.js': x, 'node:y': y, z })).toEqual({ b: 1, c: 2, d: 3, e: 4, f: z })
    expect(readModule(source).imports).toEqual(['./x.js', 'node:y', 'z'])
  })

  it('gets what a later statement imports before it runs', () => {
    const source = 'const twice=a*2;import{a}from"./x.js";export{twice};'
    expect(run(source, { './x.js': { a: 2 } })).toEqual({ twice: 4 })
  })

  it('loads a module for its effects', () => {
    expect(readModule('import"./x.js";').imports).toEqual(['./x.js'])
  })

  it('imports later by a promise, as written and by a variable', async () => {
    const source = 'const x=()=>import("./x.js"),y=(name)=>import(/* @vite-ignore */ name);export{x,y};'
    expect(readModule(source).laterImports).toEqual(['./x.js'])
    const { x, y } = run(source, { './x.js': { a: 1 }, z: { b: 2 } }) as Record<string, (name?: string) => unknown>
    await expect(x?.()).resolves.toEqual({ a: 1 })
    await expect(y?.('z')).resolves.toEqual({ b: 2 })
  })

  it('exports under other names, a default, and what is assigned while it runs', () => {
    expect(run('var a;a=1;const b=2;export{a,b as c};\n/*! notice */')).toEqual({ a: 1, c: 2 })
    expect(run('const make=()=>3;export default make();')).toEqual({ default: 3 })
  })

  it('knows its URL', () => {
    expect(run('const url=import.meta.url;export{url};')).toEqual({ url: 'file:///module.js' })
  })

  it('keeps its lines', () => {
    const source = 'import{a,\nb}from"./x.js";\nthrow new Error(a+b);\nexport{};'
    expect(readModule(source).body.split('\n').slice(1, 3)).toEqual(['', 'throw new Error(a+b);'])
  })

  it.each([
    [
      'a text that shows an import',
      "const text=`import { test } from 'x'\nexport default test()\nlet a`;export{text};",
    ],
    ['a method of that name', 'const box={import(a){return a}};const text=box.import(1);export{text};'],
    ['a longer name', 'const reimport=(a)=>a;const text=reimport("./x.js");export{text};'],
  ])('leaves %s as it is', (_, source) => {
    expect(readModule(source)).toMatchObject({ imports: [], laterImports: [], exports: ['text'] })
    expect(readModule(source).body).toContain(source.slice(0, source.indexOf('export{')))
  })
})
