import { describe, expect, it } from 'vitest'
import { readKept } from './keptFields.ts'

describe('a field of --keep', () => {
  it.each([
    ['gates[].name', 'gates[].name', true],
    ['gates', 'gates[].name', true],
    ['gates[]', 'gates[].rules[].address.contractAddress', true],
    ['origins', 'origins[]', true],
    ['settings.general', 'settings.general.supportUrls.{}', true],
    ['settings.general.supportUrls.{}', 'settings.general.supportUrls.{}', true],
    ['gates[].name', 'gates[].scope', false],
    ['gates[].name', 'allowlists[].name', false],
    ['settings.design', 'settings.general.displayName', false],
    ['settings.general.displayName', 'settings.general', false],
    ['settings.sdk.views', 'settings.sdk.viewsOfOthers', false],
  ])('%s keeps the text of %s: %s', (path, field, isKept) => {
    expect(readKept([path])(field)).toBe(isKept)
  })

  it.each([
    ['gates[].nam', /"gates\[\]" has no "nam"\. Did you mean "name"\?/],
    ['gates.name', /"gates" has no "name"/],
    ['origin', /scenarios have no "origin"\. Did you mean "origins"\?/],
    ['', /scenarios have no ""/],
    ['origins[].host', /"origins\[\]" has no "host"/],
  ])('is refused if scenarios do not have it: %j', (path, message) => {
    expect(() => readKept(['gates', path])).toThrow(message)
  })
})
