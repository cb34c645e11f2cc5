import { useSyncExternalStore } from 'react'
import { session } from './session.ts'

/** Whether somebody is signed in. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    (listener) => session.onChange(listener),
    () => session.state === 'signedIn',
  )
}
