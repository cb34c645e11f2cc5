import { expect, it } from 'vitest'
import { literalOf, readOptionDocs, splitDefault } from '../../scripts/optionDocs.ts'
import { defaultWorlds } from '../control/http/worlds.ts'
import { serverOptionRules } from '../hosts/serverOptionRules.ts'
import { defaultSocketLimits } from '../pages/sockets/limits.ts'
import { defaultsOf } from './optionRule.ts'
import { optionRules } from './optionRules.ts'

it.each([
  ['mock/mockOptions.ts', 'MockOptions', defaultsOf(optionRules)],
  ['hosts/serverOptions.ts', 'ServerOptions', defaultsOf(serverOptionRules)],
  ['pages/sockets/limits.ts', 'SocketLimits', defaultSocketLimits],
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
