import { interceptPopups } from './popups.ts'
import { isPageOf, startVisit, type Surface, toPageRequest, type VisitedService } from './visit.ts'

/**
 * Shows the service's pages, such as those of the simulated identity providers, when the app navigates to them or opens
 * them in a window. A service worker answers what a page fetches, but not a navigation to another origin: without this
 * function the browser would show an error page.
 *
 * When the app navigates, a dialog covers the app's page. The provider's redirect back to the app is a real navigation.
 * A pop-up window is a real one. Links with `target="_blank"` are not supported.
 *
 * @param mock - The mock that answers in this page.
 * @returns A function that ends this.
 * @throws TypeError when the browser has no Navigation API (before Chrome 102, Safari 26.2, Firefox 147)
 * @example
 * const mock = createMock({ providers: ['google'] })
 * simulateNavigation(mock)
 */
export function simulateNavigation(mock: VisitedService): () => void {
  if (!hasNavigationApi())
    throw new TypeError(
      'Failed to call "simulateNavigation()": this environment has no Navigation API. ' +
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

/** Whether the environment reports navigations before they happen. */
export function hasNavigationApi(): boolean {
  return typeof navigation !== 'undefined'
}

/** A dialog that covers the page. Escape closes it, and the app's page is visible again. */
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
