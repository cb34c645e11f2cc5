import { CopyButton } from '../../components/CopyButton.tsx'

/** A hash at the end of a line, which can be copied. The label names it: `'transaction hash'`. */
export function HashOf({ hash, label }: { hash: string; label: string }) {
  return (
    <span class="end wallets-hash">
      <code class="clip" title={hash}>
        {hash}
      </code>
      <CopyButton text={hash} label={label} />
    </span>
  )
}
