import { nodeProblem, oldestNode } from '@latchkey/base/nodeVersion'
import { afterEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createMock } from './createMock.ts'

afterEach(() => vi.unstubAllGlobals())

const stubNode = (version: string, getBuiltinModule?: unknown) =>
  vi.stubGlobal('process', { ...process, getBuiltinModule, versions: { node: version } })

describe('the Node that is needed', () => {
  it('is that of the package', () => {
    expect(manifest.engines.node).toBe(`>=${oldestNode}`)
  })

  it('is named in one sentence, with the present one', () => {
    stubNode('18.20.8')
    expect(nodeProblem()).toBe('Node 20.19 or later is needed, and this is Node 18.20.8.')
  })

  it('is named by createMock before what it lacks', () => {
    stubNode('18.20.8')
    vi.stubGlobal('crypto', undefined)
    expect(() => createMock()).toThrow(
      new TypeError('Failed to call "createMock()": Node 20.19 or later is needed, and this is Node 18.20.8.'),
    )
  })

  it('is named where only a method of arrays is missing, as in a test environment that adds the rest', () => {
    stubNode('18.20.8')
    const { toSpliced } = Array.prototype
    Reflect.deleteProperty(Array.prototype, 'toSpliced')
    try {
      expect(() => createMock()).toThrow('Node 20.19 or later is needed')
    } finally {
      Reflect.defineProperty(Array.prototype, 'toSpliced', { value: toSpliced, writable: true, configurable: true })
    }
  })

  it('is no matter where nothing is missing, and in pages', () => {
    stubNode('20.18.3', () => undefined)
    expect(nodeProblem()).toBeUndefined()
    vi.stubGlobal('process', undefined)
    expect(nodeProblem()).toBeUndefined()
  })
})
