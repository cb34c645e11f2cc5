import type { WalletPages } from '@latchkey/browser-wallet/walletPages'
import type { BrowserContext, Frame, Page } from '@playwright/test'

/** Answers the frames of browser contexts in the name of their wallets. */
interface FrameAnswers {
  /** Answers a message in JSON that the script of a frame has sent. */
  answer(frame: Frame, message: string): Promise<string>
  /** Closes the pages of a context for the wallets when the browser closes them. */
  follow(context: BrowserContext): void
  end(): void
}

/** The document that a frame shows. */
interface ShownDocument {
  readonly id: string
  readonly origin: Promise<string>
}

/** @param load - Loads the pages, at the first message. */
export function createFrameAnswers(load: () => Promise<WalletPages>): FrameAnswers {
  const shown = new Map<Frame, ShownDocument>()
  /** Ids of documents that frames have left, whose last messages may come late. */
  const left = new Set<string>()
  let loading: Promise<WalletPages> | undefined
  let pages: WalletPages | undefined

  function leave(frame: Frame): void {
    const document = shown.get(frame)
    if (!document) return
    shown.delete(frame)
    left.add(document.id)
    document.origin.then(
      (origin) => pages?.close(origin, document.id),
      // The browser has closed the page before it said who opened it. Then nothing was answered.
      () => {},
    )
  }

  /** Knows a document at once by its first message, since the next one can come before the pages are loaded. */
  function documentOf(frame: Frame, { id, claimed }: { readonly id: string; readonly claimed: string }): ShownDocument {
    const present = shown.get(frame)
    if (present?.id === id) return present
    leave(frame)
    const document = { id, origin: originOf(frame, claimed) }
    shown.set(frame, document)
    return document
  }

  function assertShown(id: string): void {
    if (left.has(id)) throw new Error('The page was left.')
  }

  function follow(page: Page): void {
    page.on('framedetached', leave)
    page.on('close', () => {
      for (const frame of shown.keys()) if (frame.page() === page) leave(frame)
    })
  }

  return {
    async answer(frame, text) {
      const message: unknown = JSON.parse(text)
      const { page: id, origin: claimed } = Object(message) as { readonly page: string; readonly origin: string }
      assertShown(id)
      const { origin } = documentOf(frame, { id, claimed })
      const [loaded, knownOrigin] = await Promise.all([(loading ??= load()), origin])
      pages = loaded
      assertShown(id)
      return JSON.stringify(await loaded.answer(knownOrigin, message))
    },
    follow(context) {
      for (const page of context.pages()) follow(page)
      context.on('page', follow)
    },
    end: () => pages?.closeAll(),
  }
}

/**
 * The origin of the document in a frame, by its URL. The document's own word counts only where it takes access away, as
 * in a frame with `sandbox`, and between those that the URL leaves open.
 */
async function originOf(frame: Frame, claimed: string): Promise<string> {
  if (claimed === 'null') return 'null'
  const url = frame.url()
  const origin = originOfUrl(url)
  if (origin !== 'null' || !/^(about:|$)/.test(url)) return origin
  // Such a document has the origin of the one that led there: one around it, or the one that opened the window.
  const opener = await frame.page().opener()
  const around = [...ancestorsOf(frame), ...(opener ? [opener.mainFrame()] : [])]
  return around.some((other) => originOfUrl(other.url()) === claimed) ? claimed : 'null'
}

const originOfUrl = (url: string) => (URL.canParse(url) ? new URL(url).origin : 'null')

function ancestorsOf(frame: Frame): Frame[] {
  const parent = frame.parentFrame()
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
