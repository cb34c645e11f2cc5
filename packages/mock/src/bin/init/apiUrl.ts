import { shownUrl } from '@latchkey/base/shownUrl'

/** Says what is wrong with the base URL of a service, if something is. */
export function urlProblem(text: string): string | undefined {
  const isUrl = /^https?:\/\/[^\s'"`\\$]+$/.test(text) && URL.canParse(text)
  if (!isUrl) return `This takes a URL such as https://api.example.com, not "${shownUrl(text)}".`
  const { search, hash, href } = new URL(text)
  if (search || hash) return 'This takes a URL without query and fragment.'
  return /\/api\/v0\/?$/.test(href) ? 'This takes a URL without /api/v0, which each call adds.' : undefined
}
