import type { AnchorHTMLAttributes } from 'preact'
import { useInspector } from '../inspectorContext.ts'

/** A link to a view, by `hrefOf()`. It changes the page's address, or only the element, as the router does. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes & { href: string }) {
  const { router } = useInspector()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
        if (event.defaultPrevented || opensElsewhere) return
        event.preventDefault()
        router.go(href)
      }}
    />
  )
}
