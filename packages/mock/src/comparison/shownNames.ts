/** Stands in a report for a name that may be data. */
const hidden = '<name>'

/** Names as interfaces write them: `enabledAt`, `x-request-id`, `user_id`. */
const name = /^[A-Za-z_][\w-]{0,39}$/

/** Parts of names that are ids, addresses, keys or numbers of a person: nobody names a field like that. */
const data = /\d{5}|[\da-f]{8}-[\da-f]{4}|^0x[\da-f]{6}/i

/** A long name with digits in it, such as a token or an address in base58. */
const isMixed = (text: string) => text.length >= 20 && (text.match(/\d/g)?.length ?? 0) >= 3

/** Whether a text of another deployment is a name, and not data that was used as one. */
const isName = (text: string): boolean => name.test(text) && !data.test(text) && !isMixed(text)

/** A name of the document that the deployment spells differently is read as `name (spelled title)`. */
function isMisspelledName(text: string): boolean {
  const names = text.slice(0, -1).split(' (spelled ')
  return text.endsWith(')') && names.length === 2 && names.every(isName)
}

/** A field, parameter or header as a report shows it: by its name, unless that looks like data. */
export const shownName = (text: string): string => (isName(text) || isMisspelledName(text) ? text : hidden)

/**
 * A segment of a path as a report shows it. A segment that the document does not have may be the name of a person, so
 * only short words are shown.
 */
export const shownSegment = (text: string): string => (/^[A-Za-z]{0,24}$/.test(text) ? text : '<segment>')
