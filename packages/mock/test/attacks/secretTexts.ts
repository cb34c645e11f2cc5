import type { Mock } from '../../src/mock/createMock.ts'

/** Texts of a mock that no stranger may see. */
export interface SecretTexts {
  readonly ids: ReadonlySet<string>
  /** The ids, and the texts of fields such as `secret` and `email`. */
  readonly all: ReadonlySet<string>
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const secretField = /"(?:\w*[sS]ecret|code|hash|email|challenge|\w*[tT]oken|ciphertext)":"([^"]{6,})"/g

export const idsIn = (text: string): readonly string[] => text.match(uuid) ?? []

export function secretsIn(mock: Mock): SecretTexts {
  // Everybody may read a chain.
  const tables = Object.entries(mock.export().tables).filter(
    ([name]) => !/^chain|^(pending|sent)(Transactions|Operations)/.test(name),
  )
  const text = JSON.stringify(tables)
  const ids = new Set(idsIn(text))
  const fields = [...text.matchAll(secretField)].map(([, secret = '']) => secret)
  return { ids, all: new Set([...ids, ...fields]) }
}
