import { SignInError } from './signInError.ts'

/** A window beside the page, as far as sign-ins need it. */
export interface Popup {
  /** Shows a URL. */
  navigate(url: string): unknown
  /** Whether the person has closed it; a system browser cannot tell. */
  readonly isClosed?: boolean
  /**
   * Browsers close no window that shows another site and has no way back to the page: the service's last page closes
   * it.
   */
  close?(): unknown
}

/**
 * Opens an empty window, which has no `opener`: what it shows cannot reach the page. It has to be called while a click
 * is handled, before anything is awaited; otherwise browsers block it.
 *
 * @throws {@link SignInError} `popup_blocked` when the browser opens none.
 */
export function openPopup(features = 'popup,width=480,height=720'): Popup {
  const opened = window.open('about:blank', '_blank', features)
  if (!opened)
    throw new SignInError(
      'popup_blocked',
      'The browser blocked the window. Sign in by redirect, or open it from a click.',
    )
  // Else the provider's page could lead this one elsewhere. With `noopener`, nobody could see whether it is closed.
  opened.opener = null
  return {
    navigate: (url) => opened.location.replace(url),
    get isClosed() {
      return opened.closed
    },
    close: () => opened.close(),
  }
}

/** Shows a page in a window until somebody else tells what came of it. */
export async function withPopup<T>(popup: Popup, work: (popup: Popup) => Promise<T>): Promise<T> {
  try {
    return await work(popup)
  } finally {
    popup.close?.()
  }
}

/** For `poll`: rejects once the window has been closed for so long that no answer is on its way. */
export function watchClosing(popup: Popup, graceMs: number): () => void {
  let closedAtMs: number | undefined
  return () => {
    if (!popup.isClosed) return
    closedAtMs ??= Date.now()
    if (Date.now() - closedAtMs >= graceMs)
      throw new SignInError('popup_closed', 'The window was closed before the sign-in was done.')
  }
}
