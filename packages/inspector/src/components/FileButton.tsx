import { useRef } from 'preact/hooks'

interface FileButtonProps {
  /** The label of the button: `'Load a file'`. */
  readonly children: string
  readonly isBusy?: boolean
  onChoose(file: File): void
}

/** Lets the reader choose a file of JSON. The same one can be chosen again. */
export function FileButton({ children, isBusy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
