import { interceptPopups } from './popups.ts'
import { isPageOf, startVisit, type Surface, toPageRequest, type VisitedService } from './visit.ts'

/**
 * Shows the service's own pages, such as those of the pretended identity providers, where the app's page or a window that it
 * opens goes to them. A service worker answers what a page fetches, but nobody answers a navigation to another origin: it
 * would end on an error page of the browser.
 *
 * A page that leaves sees a dialog that covers it, and really goes on to where the provider sends the person back. A pop-up
 * window is a real one. Not seen are links with `target="_blank"`.
 *
 * @param mock - The mock that answers in this page.
 * @returns What ends this.
 * @throws TypeError where the browser has no Navigation API (before Chrome 102, Safari 26.2, Firefox 147).
 * @example
 * const mock = createMock({ providers: ['google'] })
 * pretendNavigation(mock)
 */
export function pretendNavigation(mock: VisitedService): () => void {
  if (!hasNavigationApi())
    throw new TypeError(
      'Failed to call "pretendNavigation()": this environment has no Navigation API. ' +
        'Browsers have it from Chrome 102, Safari 26.2 and Firefox 147 on.',
    )
  let shown: Surface | undefined
  const show = (event: NavigateEvent) => {
    if (!event.cancelable || event.downloadRequest !== null || !isPageOf(mock, new URL(event.destination.url))) return
    event.preventDefault()
    shown?.close()
    shown = dialogSurface()
    void startVisit(mock, shown, toPageRequest(event))
  }
  navigation.addEventListener('navigate', show)
  const releasePopups = interceptPopups({
    isIntercepted: (url) => isPageOf(mock, url),
    show: (surface, url) => void startVisit(mock, surface, { url }),
  })
  return () => {
    navigation.removeEventListener('navigate', show)
    releasePopups()
  }
}

/** Whether the environment tells of navigations before they happen. */
export function hasNavigationApi(): boolean {
  return typeof navigation !== 'undefined'
}

/** A dialog that covers the page; Escape closes it, and the person is where they were. */
function dialogSurface(): Surface {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Page of the identity provider')
  dialog.style.cssText =
    'position: fixed; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; border: 0; padding: 0'
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return {
    root: dialog,
    close: () => dialog.close(),
    leave(url) {
      dialog.close()
      location.assign(url)
    },
  }
}
