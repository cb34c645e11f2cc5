import type { Surface } from './visit.ts'

/** What is done with the windows that an app opens. */
interface PopupHandlers {
  /** Whether a window that goes there is to be shown something else. */
  isIntercepted(url: URL): boolean
  show(surface: Surface, url: URL): void
}

/**
 * Intercepts where the windows go that the page opens from now on, at once or later on through what `open()` gives.
 *
 * @returns What ends this.
 */
export function interceptPopups(handlers: PopupHandlers): () => void {
  const { open } = window
  window.open = (address = '', target, features) => {
    const url = new URL(String(address) || 'about:blank', document.baseURI)
    const isIntercepted = handlers.isIntercepted(url)
    // Windows that begin elsewhere are beyond reach.
    if (!isIntercepted && url.href !== 'about:blank') return open.call(window, address, target, features)
    const isUnreachable = /\bno(?:opener|referrer)\b/.test(features ?? '')
    if (isUnreachable && !isIntercepted) return open.call(window, address, target, features)
    const popup = open.call(window, '', target, features?.replace(/\bno(?:opener|referrer)\b(?:=\w*)?/g, ''))
    if (!popup) return null
    if (isIntercepted) handlers.show(surfaceOf(popup), url)
    return isUnreachable ? null : standInOf(popup, handlers)
  }
  return () => {
    window.open = open
  }
}

function surfaceOf(popup: Window): Surface {
  return {
    root: popup.document.body,
    close: () => popup.close(),
    leave: (url) => popup.location.replace(url),
  }
}

/**
 * What stands for a window that was opened empty, so that it can still be seen where the app sends it. The Navigation API
 * does not tell, since it is silent about a window's first document.
 */
function standInOf(popup: Window, handlers: PopupHandlers): Window {
  const go = (address: string | URL, otherwise: (url: string) => void) => {
    const url = new URL(address, document.baseURI)
    if (handlers.isIntercepted(url)) handlers.show(surfaceOf(popup), url)
    else otherwise(url.href)
  }
  const assign = (address: string | URL) => go(address, (url) => popup.location.assign(url))
  const replace = (address: string | URL) => go(address, (url) => popup.location.replace(url))
  // Not of the location itself: a proxy cannot give other methods than it has.
  const location = new Proxy({} as Location, {
    get: (_, name) => (name === 'assign' ? assign : name === 'replace' ? replace : read(popup.location, name)),
    set(_, name, value: string) {
      if (name === 'href') assign(value)
      else Reflect.set(popup.location, name, value)
      return true
    },
  })
  return new Proxy(popup, {
    get: (_, name) => (name === 'location' ? location : read(popup, name)),
    set(_, name, value) {
      if (name === 'location') assign(value as string)
      else Reflect.set(popup, name, value)
      return true
    },
  })
}

/** A property, whose methods work on what they are called on. */
function read(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? (value.bind(target) as unknown) : value
}
