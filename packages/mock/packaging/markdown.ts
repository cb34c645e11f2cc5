/** The targets of links in a Markdown text: inline, by reference and in HTML, but not in code. */
export function linksOf(markdown: string): string[] {
  const text = withoutCode(markdown)
  const patterns = [
    /\]\(\s*<?([^)\s>]+)/g,
    /^\s*\[[^\]]+\]:\s*<?([^\s>]+)/gm,
    /<(?:a|img)\s[^>]*(?:href|src)="([^"]+)"/g,
    /<([a-z]+:[^\s>]+)>/g,
  ]
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, target = '']) => target))
}

/** The anchors of a text's headings on its page in the repository. */
export function anchorsOf(markdown: string): string[] {
  return Array.from(withoutCode(markdown).matchAll(/^#+ +(.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code')
}
