import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changingExports, writeCommonJs } from './writeCommonJs.ts'

/** Writes a bundle of one entry with its CommonJS. @returns The folder, which ends in a slash */
async function bundle(source: string, exports: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-common-js-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'index.js'), source)
  const output = { bytes: source.length, inputs: {}, imports: [], exports }
  const metafile = { inputs: {}, outputs: { 'dist/index.js': output } }
  await writeCommonJs({ dist: `${folder}/`, names: ['index'], metafile })
  return `${folder}/`
}

const entry = './index.cjs'
const refusal = { code: 'ERR_REQUIRE_ESM' }

describe('the CommonJS of a bundle', () => {
  it('gives the exports of the ES module, also where `require` does not take it', async () => {
    const dist = await bundle('const a=1,b=class B{};export{a,b as c};', ['a', 'c'])
    const load = createRequire(dist)
    expect(load(entry)).toMatchObject({ a: 1, c: expect.any(Function) })
    const loaded = load('./commonJs.cjs').load('./index.js', refusal)
    expect([loaded.a, loaded.c.name, loaded.__esModule]).toEqual([1, 'B', true])
    expect(load('./commonJs.cjs').load('./index.js', refusal)).toBe(loaded)
  })

  it('has a default as TypeScript expects it', async () => {
    const dist = await bundle('const a=1;export{a as default};', ['default'])
    expect({ ...createRequire(dist)(entry) }).toEqual({ default: 1 })
    expect(await readFile(`${dist}index.cjs`, 'utf8')).toContain('__esModule')
  })

  it('throws the error of the module itself, each time, and names its file', async () => {
    const dist = await bundle('throw new RangeError("too old");export{};', [])
    const load = createRequire(dist)
    expect(() => load(entry)).toThrow(RangeError)
    const attempt = () => load('./commonJs.cjs').load('./index.js', refusal)
    for (const each of [attempt, attempt]) expect(each).toThrow(expect.objectContaining({ message: 'too old' }))
    expect(() => load('./commonJs.cjs').load('./index.js', new RangeError('other'))).toThrow('other')
  })

  it('is not written of a module that is read differently than the bundler has written it', async () => {
    await expect(bundle('const a=1;export{a};', ['a', 'b'])).rejects.toThrow('index.js wrongly: a in place of a,b')
  })

  it('is not written of a module whose exports change later', async () => {
    const source = 'let a=1;const next=()=>{a+=1};export{a,next};'
    await expect(bundle(source, ['a', 'next'])).rejects.toThrow('index.js changes what it exports')
  })
})

describe('the exports that change', () => {
  it.each([
    ['an assignment', 'let a;const f=()=>{a=1};export{a as b};', ['a']],
    ['a counter', 'let a=0;function f(){a++}export{a};', ['a']],
    ['an enumeration that is filled at once', 'var A;(function(a){a[1]="x"})(A||(A={}));export{A};', []],
    ['another variable', 'let a=0,c=0;const f=()=>{c=-a};export{a};', []],
  ])('are those of %s', (_, text, names) => {
    expect(changingExports(text)).toEqual(names)
  })
})
