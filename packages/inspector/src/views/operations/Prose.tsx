/** Text of the document: paragraphs, lists and words in backticks. Nothing in it becomes an element by itself. */
export function Prose({ text, isInline = false }: { text: string; isInline?: boolean }) {
  if (isInline) return <>{wordsOf(text.trim())}</>
  return (
    <>
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((block, index) =>
          block.startsWith('- ') ? <List key={index} block={block} /> : <p key={index}>{wordsOf(block)}</p>,
        )}
    </>
  )
}

function List({ block }: { block: string }) {
  return (
    <ul class="operations-points">
      {block.split(/\n(?=- )/).map((item, index) => (
        <li key={index}>{wordsOf(item.slice(2))}</li>
      ))}
    </ul>
  )
}

const wordsOf = (text: string) =>
  text
    .replaceAll('\n', ' ')
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
