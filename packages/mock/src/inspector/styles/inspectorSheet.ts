import { content } from './content.ts'
import { controls } from './controls.ts'
import { layout } from './layout.ts'
import { tokens } from './tokens.ts'
import { viewStyles } from '../views/viewStyles.ts'

let sheet: CSSStyleSheet | undefined

/** All styles of the inspector, as a sheet that every element on the page shares. */
export function inspectorSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync([tokens, layout, controls, content, ...viewStyles].join('\n'))
  }
  return sheet
}
