import type { Surface } from './visit.ts'

/** Handles the windows that an app opens. */
interface PopupHandlers {
  /** Whether `show` replaces what a window with this URL would show. */
  isIntercepted(url: URL): boolean
  show(surface: Surface, url: URL): void
}

/**
 * Intercepts the URLs of windows that the page opens from now on: the first URL, and later ones that the page sets on
 * the result of `open()`.
 *
 * @returns A function that ends this.
 */
export function interceptPopups(handlers: PopupHandlers): () => void {
  const { open } = window
  window.open = (address = '', target, features) => {
    const url = new URL(String(address) || 'about:blank', document.baseURI)
    const isIntercepted = handlers.isIntercepted(url)
    // The page cannot reach a window that opens at another URL.
    if (!isIntercepted && url.href !== 'about:blank') return open.call(window, address, target, features)
    const isUnreachable = /\bno(?:opener|referrer)\b/.test(features ?? '')
    if (isUnreachable && !isIntercepted) return open.call(window, address, target, features)
    const popup = open.call(window, '', target, features?.replace(/\bno(?:opener|referrer)\b(?:=\w*)?/g, ''))
    if (!popup) return null
    if (isIntercepted) handlers.show(surfaceOf(popup), url)
    return isUnreachable ? null : popupProxy(popup, handlers)
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
 * A proxy of a window that was opened empty, which sees the URLs that the app sets. The Navigation API does not report
 * navigations from a window's first document.
 */
function popupProxy(popup: Window, handlers: PopupHandlers): Window {
  const go = (address: string | URL, otherwise: (url: string) => void) => {
    const url = new URL(address, document.baseURI)
    if (handlers.isIntercepted(url)) handlers.show(surfaceOf(popup), url)
    else otherwise(url.href)
  }
  const assign = (address: string | URL) => go(address, (url) => popup.location.assign(url))
  const replace = (address: string | URL) => go(address, (url) => popup.location.replace(url))
  // The target is not the location itself, since a proxy cannot replace its methods.
  const location = new Proxy({} as Location, {
    get(_, name) {
      if (name === 'assign') return assign
      return name === 'replace' ? replace : read(popup.location, name)
    },
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

/** A property of an object. A method is bound to the object. */
function read(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? (value.bind(target) as unknown) : value
}
