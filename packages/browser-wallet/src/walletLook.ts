import type { ApprovalMode } from './person.ts'

/** How a browser wallet shows itself in pages. */
export interface WalletLook {
  /** As wallet pickers show it. @default 'Test wallet' */
  readonly name?: string | undefined
  /** A `data:` URL of an image. @default a key */
  readonly icon?: string | undefined
}

/** How the person at a browser wallet answers. */
export interface PersonChoice {
  /** `manual`: each request waits until the test answers it. @default 'automatic' */
  readonly approval?: ApprovalMode | undefined
  /** Milliseconds until an automatic answer. @default 0 */
  readonly delay?: number | undefined
}

/** A key on a dark ground. */
const key =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="8" fill="#1f2933"/>' +
  '<path d="M20 7a5 5 0 0 0-4.8 6.4L8 20.6V24h3.4v-2.4h2.4v-2.4h2.4l2.4-2.4A5 5 0 1 0 20 7zm1.6 3.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z" fill="#f5c451"/></svg>'

/** @throws TypeError for an icon that is not a `data:` URL of an image */
export function readLook({
  name = 'Test wallet',
  icon = `data:image/svg+xml;base64,${btoa(key)}`,
}: WalletLook): Required<{ readonly [K in keyof WalletLook]: string }> {
  if (icon.startsWith('data:image/')) return { name, icon }
  throw new TypeError('Failed to call "browser()": "icon" is not a `data:` URL of an image.')
}

/** @throws TypeError for an icon that the Wallet Standard does not take */
export function readStandardLook(look: WalletLook): ReturnType<typeof readLook> {
  const { name, icon } = readLook(look)
  if (/^data:image\/(?:svg\+xml|webp|png|gif);base64,/.test(icon)) return { name, icon }
  throw new TypeError('Failed to call "browser()": "icon" is not an SVG, WebP, PNG or GIF in base64.')
}
