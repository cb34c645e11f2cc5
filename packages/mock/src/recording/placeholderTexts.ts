import { formats } from '@latchkey/types'

/** Numbers texts by kind from 1 on, so that the same text is the same placeholder everywhere in a scenario. */
export type NumberOf = (kind: string, text: string) => number

export function createNumbers(): NumberOf {
  const kinds = new Map<string, Map<string, number>>()
  return (kind, text) => {
    const numbers = kinds.get(kind) ?? new Map<string, number>()
    kinds.set(kind, numbers)
    const number = numbers.get(text) ?? numbers.size + 1
    numbers.set(text, number)
    return number
  }
}

/** A number in letters, for names that have no digits: `a`, `b`, …, `aa`. */
function lettersOf(number: number): string {
  const rest = Math.floor((number - 1) / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + ((number - 1) % 26))
}

type Form = (numberOf: NumberOf, text: string) => string

/** The placeholders of texts that a name is enough for. */
const named =
  (kind: string, before: string): Form =>
  (numberOf, text) =>
    before + numberOf(kind, text)

/** Chain ids far above those of known networks. */
const chainId: Form = (numberOf, text) => String(9_000_000 + numberOf('chain id', text))

/** The forms of fields whose texts other parts of a scenario refer to, or whose form the text does not tell. */
const formsOfFields: ReadonlyArray<readonly [path: RegExp, form: Form]> = [
  [/^gates\[\]\.name$/, named('gate', 'Gate ')],
  [/^allowlists\[\]\.name$/, named('allowlist', 'List ')],
  [/^(customFields|settings\.(kyc|customFields))\[\]\.name$/, named('field', 'Field ')],
  [/\.validOptions\[\]\.\w+$/, named('option', 'Option ')],
  [/^(gates|allowlists)\[\]\.scope$/, named('scope', 'scope')],
  [/\.keyExportUrl$/, named('page', 'https://host.example.com/page')],
  [/\.regex$/, () => '.*'],
  [/\.chainId$/, chainId],
  [/\.defaultChain$/, (numberOf, text) => `eip155:${chainId(numberOf, text)}`],
  [/\.contractAddress$/, (numberOf, text) => (isBase58(text) ? solanaAddress : evmAddress)(numberOf, text)],
  [/\.nativeCurrencySymbol$/, named('symbol', 'TKN')],
]

/** The forms of other texts, by what they look like. */
const formsOfTexts: ReadonlyArray<readonly [isOfForm: (text: string) => boolean, form: Form]> = [
  [(text) => /^[a-z][a-z\d+.-]*:\/\//i.test(text), urlPlaceholder],
  [(text) => formats.email(text), (numberOf, text) => `contact${numberOf('e-mail', text)}@example.com`],
  [(text) => formats.uuid(text), (numberOf, text) => `00000000-0000-4000-8000-${padded(numberOf('id', text), 12)}`],
  [(text) => /^#[\da-f]{3,8}$/i.test(text), (numberOf, text) => `#${padded(numberOf('colour', text), 6)}`],
  [(text) => /^0x[\da-f]{40}$/i.test(text), evmAddress],
  [(text) => /^0x[\da-f]+$/i.test(text), (numberOf, text) => `0x${numberOf('hexadecimal', text)}`],
  [isBase58, solanaAddress],
  [(text) => /^\+\d{7,15}$/.test(text), (numberOf, text) => `+1202555${padded(99 + numberOf('phone', text), 4)}`],
  [(text) => /^\d+(\.\d+)?$/.test(text), (numberOf, text) => String(numberOf('number', text))],
  [(text) => /^[^\s/@:]+\.[a-z]{2,15}(\/|$)/i.test(text), hostPlaceholder],
]

const padded = (number: number, length: number): string => String(number).padStart(length, '0')

function evmAddress(numberOf: NumberOf, text: string): string {
  return `0x1${padded(numberOf('address', text), 39)}`
}

function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
}

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A number as the 32 bytes of an address, in base58, where each byte of zero at the beginning is a `1`. */
function solanaAddress(numberOf: NumberOf, text: string): string {
  const number = numberOf('address', text)
  const bytes = number > 255 ? 2 : 1
  let digits = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 58)) digits = base58Digits.charAt(rest % 58) + digits
  return '1'.repeat(32 - bytes) + digits
}

/** Schemes that are public; the others are names of apps. */
const publicSchemes: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'chrome-extension', 'moz-extension'])

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:(\d{1,5}|\*))?$/

/** A URL with another host, app, path, query and fragment. Addresses of the reader's own machine stay. */
function urlPlaceholder(numberOf: NumberOf, text: string): string {
  const [, rawScheme = '', rawAuthority = '', rest = ''] = /^([^:]*):\/\/([^/?#]*)(.*)$/s.exec(text) ?? []
  const scheme = rawScheme.toLowerCase()
  const authority = rawAuthority.slice(rawAuthority.lastIndexOf('@') + 1).toLowerCase()
  const path = rest === '' || rest === '/' ? rest : `/path${numberOf('path', rest)}`
  if (!publicSchemes.has(scheme)) {
    const host = authority === '' ? '' : `link${numberOf('link', authority)}`
    return `app-${lettersOf(numberOf('app', scheme))}://${host}${path}`
  }
  if (scheme.endsWith('-extension')) return `${scheme}://extension-${lettersOf(numberOf('extension', authority))}`
  if (loopback.test(authority)) return `${scheme}://${authority}${path}`
  const [wildcard = ''] = /^\*\./.exec(authority) ?? []
  return `${scheme}://${wildcard}${hostOf(numberOf, authority.slice(wildcard.length))}${path}`
}

/** A host name, or an address without a scheme. */
function hostPlaceholder(numberOf: NumberOf, text: string): string {
  const slash = text.indexOf('/')
  if (slash < 0) return hostOf(numberOf, text.toLowerCase())
  const [host, path] = [text.slice(0, slash), text.slice(slash)]
  return `${hostOf(numberOf, host.toLowerCase())}/path${numberOf('path', path)}`
}

const hostOf = (numberOf: NumberOf, host: string): string => `host${numberOf('host', host)}.example.com`

/**
 * The texts that can stand for another one, the best first. None has anything of it: a scenario takes the first that the
 * field accepts.
 *
 * @param path - The field, such as `gates[].name`
 */
export function* placeholdersOf(numberOf: NumberOf, path: string, text: string): Generator<string> {
  const [, formOfField] = formsOfFields.find(([field]) => field.test(path)) ?? []
  const [, formOfText] = formsOfTexts.find(([isOfForm]) => isOfForm(text)) ?? []
  const form = formOfField ?? formOfText
  if (form) yield form(numberOf, text)
  const number = numberOf('text', text)
  yield* [`${/\s/.test(text) ? 'Text ' : 'text-'}${number}`, `text${lettersOf(number)}`, `TEXT${number}`]
  yield* [`https://host.example.com/text${number}`, `host${number}.example.com`, `0x${number}`, String(number)]
}

/** A network of nobody else, in place of one that only the deployment has. */
export const placeholderChainId = (numberOf: NumberOf, id: number): number => Number(chainId(numberOf, String(id)))

const longSegment = /^(?=.*\d)[^/]{16,}$|^[^/.-]{16,}$/

/**
 * A text that a scenario is to have as it is. A URL is without its user, its query and its fragment even then, and
 * without parts of its path that are long enough for a key.
 */
export function keptText(numberOf: NumberOf, text: string): string {
  const [, before, authority = '', path = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)([^?#]*)(.*)$/is.exec(text) ?? []
  if (before === undefined) return text
  const segments = path.split('/').map((segment) => (longSegment.test(segment) ? 'key' : segment))
  const query = rest === '' ? '' : `?key=${numberOf('query', rest)}`
  return before + authority.slice(authority.lastIndexOf('@') + 1) + segments.join('/') + query
}
