import { serverOptionRules } from '../hosts/serverOptionRules.ts'
import type { OptionRule } from '../mock/optionRule.ts'
import { optionRules } from '../mock/optionRules.ts'
import { repeatedText } from './commandHelp.ts'
import { type FlagRow, optionOf } from './flagRow.ts'

function ruleOf(flag: FlagRow): OptionRule | undefined {
  const { place, option } = optionOf(flag)
  if (place === 'mock') return optionRules[option]
  return place === 'server' ? serverOptionRules[option] : undefined
}

/** The default of a flag that takes a value, as people write it. */
function defaultOf(flag: FlagRow): string | undefined {
  if (flag.type === 'boolean' || flag.multiple) return undefined
  const value = flag.ownDefault ?? ruleOf(flag)?.default
  if (value === undefined) return undefined
  // A list, or an option of which the flag sets one part.
  const text = Object(value) === value ? Object.values(value as object).join(',') : String(value)
  if (text === '') return undefined
  return flag.hint === 'text' ? `"${text}"` : text
}

/** The sentences about a flag in Markdown. */
export function describeFlag(flag: FlagRow): string {
  const value = defaultOf(flag)
  return [
    flag.help,
    flag.multiple && repeatedText,
    value !== undefined && `Default ${value}.`,
    flag.defaultText !== undefined && `Default: ${flag.defaultText}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Markdown without the marks of code and of links, for a terminal. */
export const withoutMarks = (text: string): string =>
  text.replaceAll('`', '').replaceAll(/\[([^[\]]+)\]\([^()]+\)/g, '$1')
