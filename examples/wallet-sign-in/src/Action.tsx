import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface ActionProps {
  children: ReactNode
  act: () => Promise<unknown>
  isPrimary?: boolean
  /** For one of several choices: whether it is the present one. */
  isChosen?: boolean
}

/** A button that is busy while its action runs. If that fails, the page says why. */
export function Action({ children, act, isPrimary = false, isChosen }: ActionProps) {
  const { mutate, isPending } = useMutation({ mutationFn: act })
  return (
    <button
      type="button"
      className={isPrimary ? 'primary' : undefined}
      aria-busy={isPending}
      aria-disabled={isPending}
      aria-pressed={isChosen}
      onClick={() => isPending || mutate()}
    >
      {children}
    </button>
  )
}
