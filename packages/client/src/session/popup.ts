import { SignInError } from '../shared/signInError.ts'

/** A separate window, as sign-ins use it. */
export interface Popup {
  /** Shows a URL. */
  navigate(url: string): unknown
  /**
   * Whether the person has closed the window; undefined if that cannot be known, as for a system browser. A site with a
   * cross-origin opener policy (COOP) cuts its window off from the page, and the window then seems closed while it is
   * open. Therefore windows of {@link openPopup} count as closed only while the page has the focus.
   */
  readonly isClosed?: boolean | undefined
  /**
   * Closes the window. Browsers do not let the page close a window that has lost its connection to the page; the
   * service's last page closes such a window itself. A failure, thrown or of a promise, does not matter.
   */
  close?(): unknown
}

/**
 * Opens an empty window without `opener`, so that the sites in it cannot reach the page. Call it in the handler of a
 * click, before the first `await`; otherwise browsers block the window.
 *
 * @param features - The third argument of `window.open`.
 * @throws {@link SignInError} `popup_blocked` when the browser does not open the window.
 * @example
 * button.onclick = async () => {
 *   const popup = openPopup()
 *   await signInWithPopup(session, { provider: await chooseProvider(), popup })
 * }
 */
export function openPopup(features = 'popup,width=480,height=720'): Popup {
  const hadFocus = hasFocus()
  const opened = window.open('about:blank', '_blank', features)
  if (!opened)
    throw new SignInError(
      'popup_blocked',
      'The browser blocked the window. Sign in by redirect, or open it from a click.',
    )
  // Otherwise the provider's page could navigate this one. With `noopener`, `closed` could not be read.
  opened.opener = null
  return {
    navigate: (url) => opened.location.replace(url),
    get isClosed() {
      // A page that had no focus before may never get it, as in tests without a browser.
      return opened.closed && (!hadFocus || hasFocus())
    },
    close: () => opened.close(),
  }
}

/** Whether the person uses this page now, and no other window. */
const hasFocus = () => globalThis.document?.hasFocus() === true

/** Shows a page in a window while another function waits for its result. */
export async function withPopup<T>(popup: Popup, work: (popup: Popup) => Promise<T>): Promise<T> {
  try {
    return await work(popup)
  } finally {
    void (async () => popup.close?.())().catch(() => {})
  }
}

/** For `poll`: rejects when the window has been closed for so long that no answer can still come. */
export function watchClosing(popup: Popup, graceMs: number): () => void {
  let closedAtMs: number | undefined
  return () => {
    if (!popup.isClosed) {
      closedAtMs = undefined
      return
    }
    closedAtMs ??= Date.now()
    // The clock of the device may be set back meanwhile.
    if (Math.abs(Date.now() - closedAtMs) >= graceMs)
      throw new SignInError('popup_closed', 'The window was closed before the sign-in was done.')
  }
}
