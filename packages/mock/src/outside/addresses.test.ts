import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))

/** Rules and pages, and what they stand on. */
const layers = [
  'domain',
  'operations',
  'events',
  'pages',
  'store',
  'effects',
  ...['base', 'chains', 'crypto'].map((name) => `../../${name}/src`),
]

const sourcesOf = (layer: string) =>
  readdirSync(`${src}/${layer}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${layer}/${name}`)

describe('the addresses of the simulated world', () => {
  it.each(layers)('are written in no file of %s/', (layer) => {
    const sources = sourcesOf(layer)
    expect(sources).not.toEqual([])
    expect(sources.filter((name) => readFileSync(`${src}/${name}`, 'utf8').includes('__mock'))).toEqual([])
  })
})
