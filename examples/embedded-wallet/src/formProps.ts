export interface FormProps {
  isReady: boolean
  /** Runs an action whose result the person reads. */
  act: (action: () => Promise<string>) => Promise<void>
}
