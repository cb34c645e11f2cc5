import { describe, expect, it } from 'vitest'
import { isNormalized, normalizeEnsName } from './ensNames.ts'

// Of the validation tests of ENSIP-15: https://github.com/adraffy/ens-normalize.js/blob/main/validate/tests.json

describe('a name of ENS', () => {
  it.each([
    ['RAFFY.eth', 'raffy.eth'],
    ['RaFFY🚴\u200D♂️.eTh', 'raffy🚴\u200D♂.eth'],
    ['_ens.eth', '_ens.eth'],
    ['1️⃣.eth', '1⃣.eth'],
    ['Ⅷ', 'viii'],
    ['A\u0308.eth', 'ä.eth'],
    ['\u212a.eth', 'k.eth'],
  ])('%s has the spelling %s', (text, name) => {
    expect(normalizeEnsName(text)).toEqual({ name })
    expect(isNormalized(name)).toBe(true)
    if (text !== name) expect(isNormalized(text)).toBe(false)
  })

  it.each([
    ['a b.eth', 'Invalid label "a b": disallowed character: " " {20}'],
    ['a_b.eth', 'Invalid label "a_b": underscore allowed only at start'],
    ['xn--a.eth', 'Invalid label "xn--a": invalid label extension: "xn--"'],
    ['\u0430pple.eth', 'Invalid label "\u0430pple": illegal mixture: Cyrillic + Latin "p" {70}'],
    ['a\u200db.eth', 'Invalid label "a{200D}b": disallowed character: {200D}'],
    ['a..eth', 'Invalid label "": empty label'],
    ['\u0301a.eth', 'Invalid label "◌\u0301a": illegal placement: leading combining mark'],
  ])('%j has none, and the problem is named', (text, problem) => {
    expect(normalizeEnsName(text)).toEqual({ problem })
    expect(isNormalized(text)).toBe(false)
  })
})
