import { viewStyles } from '../views/viewStyles.ts'
import { content } from './content.ts'
import { controls } from './controls.ts'
import { layout } from './layout.ts'
import { tokens } from './tokens.ts'

let sheet: CSSStyleSheet | undefined

/**
 * All styles of the inspector, as a sheet that every element on the page shares.
 *
 * In it, `rem` is the reader's own font size. For the page it is what the page has made of it, often 10 pixels.
 */
export function inspectorSheet(root: ShadowRoot): CSSStyleSheet {
  if (sheet) return sheet
  const rem = ownFontSize(root)
  const styles = [tokens, layout, controls, content, ...viewStyles].join('\n')
  sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.replace(/(\d{0,4}\.?\d{1,4})rem\b/g, (_, count: string) => `${Number(count) * rem}px`))
  return sheet
}

/** The font size that the reader has chosen in the browser, in pixels. */
function ownFontSize(root: ShadowRoot): number {
  const probe = document.createElement('span')
  probe.style.fontSize = 'medium'
  root.append(probe)
  const { fontSize } = getComputedStyle(probe)
  probe.remove()
  return Number.parseFloat(fontSize)
}
