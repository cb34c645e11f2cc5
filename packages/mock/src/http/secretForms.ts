interface SecretForm {
  /** Every such secret has it. Most texts do not, and are not read any further. */
  readonly sign: string
  cover(text: string, mask: string): string
}

/** The letters of base64url and the point, in which a JWT is written. */
const dottedText = /[\w.-]{30,}/g
/** A header of a JWT is JSON, which begins with `{"` and is no shorter than `{"alg":"EdDSA"}`. */
const [jwtStart, shortestHeader, shortestPayload, shortestSignature] = ['eyJ', 19, 3, 20] as const

/** Covers each JWT of a dotted text, also behind other letters: in a URL, `%22` can stand before it. */
function coverJwts(dotted: string, mask: string): string {
  const parts = dotted.split('.')
  const covered: string[] = []
  for (let i = 0; i < parts.length; i++) {
    const [header = '', payload = '', signature = ''] = [parts[i], parts[i + 1], parts[i + 2]]
    const start = header.indexOf(jwtStart)
    const isJwt =
      start >= 0 &&
      header.length - start >= shortestHeader &&
      payload.length >= shortestPayload &&
      signature.length >= shortestSignature
    covered.push(isJwt ? header.slice(0, start) + mask : header)
    if (isJwt) i += 2
  }
  return covered.join('.')
}

/** Forty random letters and digits. As many hexadecimal digits are an address or a hash. */
const random = '(?![\\da-fA-F]{40}(?![A-Za-z\\d]))[A-Za-z\\d]{40}'
/** The end of an API token of the service, behind its first word. */
const apiTokenEnd = new RegExp(`_(?:sandbox|live|member|wallet)_${random}(?![A-Za-z\\d])`, 'g')
const wordCharacter = /[A-Za-z\d]/

/** Covers each API token of the service, whatever its first word is, and whatever stands around it. */
function coverApiTokens(text: string, mask: string): string {
  let covered = ''
  let from = 0
  for (const { 0: end, index } of text.matchAll(apiTokenEnd)) {
    let start = index
    while (start > from && wordCharacter.test(text.charAt(start - 1))) start -= 1
    covered += text.slice(from, start) + mask
    from = index + end.length
  }
  return covered + text.slice(from)
}

/**
 * A token that begins with other words: the secret of a webhook, and API tokens where a deployment spells them
 * differently. Nothing adjoins it, and its words have small letters, as no part of a key in base64url is likely to.
 */
const wordedToken = new RegExp(`(?<![\\w-])[a-z\\d]{3,34}(?:_[a-z\\d]{1,32}){0,3}_${random}(?![\\w-])`, 'g')
/** A private key in PEM up to its end, or up to that of the text if it was cut. In URLs, its spaces are written otherwise. */
const privateKey =
  /-----BEGIN(?:[A-Z +]|%20){1,40}PRIVATE(?: |\+|%20)KEY-----[^]*?(?:-----END(?:[A-Z +]|%20){1,40}KEY-----|$)/g

const forms: readonly SecretForm[] = [
  {
    sign: jwtStart,
    cover: (text, mask) => text.replace(dottedText, (dotted) => coverJwts(dotted, mask)),
  },
  { sign: '_', cover: (text, mask) => coverApiTokens(text, mask).replace(wordedToken, mask) },
  { sign: '-----BEGIN', cover: (text, mask) => text.replace(privateKey, mask) },
]

/** No secret of these forms is shorter. */
const shortestSecret = 44

/** A text with a mask in place of each value that is a secret by its form, whatever stands around it. */
export function coverForms(text: string, mask: string): string {
  if (text.length < shortestSecret) return text
  let covered = text
  for (const { sign, cover } of forms) if (text.includes(sign)) covered = cover(covered, mask)
  return covered
}
