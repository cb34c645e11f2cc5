import { useState } from 'preact/hooks'
import { CopyButton } from './CopyButton.tsx'

interface CodeBlockProps {
  readonly text: string
  /** The name of the text: `'request body'`. */
  readonly label: string
  /** The copied text, if it differs from the shown one. */
  readonly copied?: string
  readonly language?: 'json' | 'text'
  /** Breaks long lines. @default false: they scroll */
  readonly wrap?: boolean
}

/** More would make the page slow. */
const maximumCharacters = 20_000

/** Text as it is, to read and to copy. Of a very long one the beginning is shown until the rest is asked for. */
export function CodeBlock({ text, label, copied = text, language = 'text', wrap = false }: CodeBlockProps) {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > maximumCharacters
  const shown = isCut ? text.slice(0, maximumCharacters) : text
  return (
    <div class={wrap ? 'code wrap' : 'code'}>
      <pre tabIndex={0} role="group" aria-label={label} dir="ltr">
        {language === 'json' && shown.length <= maximumCharacters ? coloured(shown) : shown}
        {isCut && '…'}
      </pre>
      <div class="tools">
        <CopyButton text={copied} label={label} />
      </div>
      {isCut && (
        <button type="button" class="quiet more" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  )
}

/** A value as JSON. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return <CodeBlock text={jsonOf(value)} label={label} language="json" />
}

/** Characters that change the direction of what follows, which would show a text other than the one that is there. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function jsonOf(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? '').replace(
    directions,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * A string, which a cut can leave open, with the colon of a key; a literal; what stands between them. Each match begins
 * where the last ended, so that it takes linear time.
 */
const token = /("(?:\\.|[^"\\])*"?)(:?)|([\w.+-]+)|[^"\w.+-]+/gy

function coloured(json: string) {
  return Array.from(json.matchAll(token), ([all, string, colon = '', literal]) => {
    const shown = string ?? literal
    return shown === undefined ? all : [<span class={kindOf(string, colon)}>{shown}</span>, colon]
  })
}

function kindOf(string: string | undefined, colon: string): string {
  if (string === undefined) return 'literal'
  if (colon) return 'key'
  return string === '"[redacted]"' ? 'covered' : 'string'
}
