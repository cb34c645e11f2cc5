import type { ReactNode } from 'react'

/** The title of what is shown now. It takes the focus, so that screen readers read it. */
export const Title = ({ children }: { children: ReactNode }) => (
  <h1 tabIndex={-1} ref={focus}>
    {children}
  </h1>
)

const focus = (element: HTMLElement | null) => element?.focus()
