import { readFileSync } from 'node:fs'
import { defaultSocketLimits } from '@latchkey/chains/rpc/sockets/limits'
import { expect, it } from 'vitest'
import { literalOf, readOptionDocs, splitDefault } from '../../scripts/optionDocs.ts'
import { defaultWorlds } from '../control/http/worlds.ts'
import { serverOptionRules } from '../hosts/serverOptionRules.ts'
import { worldObjectRules } from '../hosts/worldObject.ts'
import { defaultsOf } from './optionRule.ts'
import { mockOptionNames, optionRules } from './optionRules.ts'

it.each([
  ['mock/mockOptions.ts', 'MockOptions', defaultsOf(optionRules)],
  ['hosts/serverOptions.ts', 'ServerOptions', defaultsOf(serverOptionRules)],
  ['hosts/worldObject.ts', 'WorldObjectOptions', defaultsOf(worldObjectRules)],
  ['../../chains/src/rpc/sockets/limits.ts', 'SocketLimits', defaultSocketLimits],
  ['control/http/worlds.ts', 'WorldOptions', defaultWorlds],
])('the TSDoc in %s names the default of each option of %s', (file, name, defaults) => {
  const documented = readOptionDocs(file, name).flatMap(({ name, defaultText = '' }) => {
    const { literal } = splitDefault(defaultText)
    return literal === '' ? [] : [[name, literal]]
  })
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(Object.entries(defaults).map(([option, value]) => [option, literalOf(value)])),
  )
})

it('an option that is one of a few words is none of the words that every object has', () => {
  expect(optionRules.unknownFields.problem('toString', 'unknownFields')).toBe(
    '`unknownFields` must be "refuse" or "ignore".',
  )
})

/** The names that code takes out of the options: by `read.seed`, by `{ seed } = read`, or by a parameter of that type. */
function optionsTakenIn(file: string): string[] {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const properties = Array.from(source.matchAll(/\b(?:read|options|filled)\.(\w+)/g), ([, name = '']) => name)
  const patterns = source.matchAll(/\{([^{}]*)\}(?: = (?:read|options|filled|Object\(options\))\b|: SeedInput\b)/g)
  const bound = Array.from(patterns, ([, names = '']) =>
    names.split(',').map((each) => each.split(':')[0]?.trim() ?? ''),
  )
  return [...properties, ...bound.flat()]
}

it('each option is taken by what a mock is made of', () => {
  const files = ['./readOptions.ts', './createMock.ts', './mockWorld.ts', '../world/seedDefaults.ts']
  const taken = new Set(files.flatMap(optionsTakenIn))
  expect(mockOptionNames.filter((name) => !taken.has(name))).toEqual([])
})
