import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { viewStyles } from '../views/viewStyles.ts'
import { content } from './content.ts'
import { controls } from './controls.ts'
import { layout } from './layout.ts'
import { tokens } from './tokens.ts'

// Contrast is a property of the colours, so no page is needed: every text is compared with every surface.

/** Surfaces that bear only their own text. */
const ownTexts: Readonly<Record<string, string>> = {
  'button.main': '#fff',
  'button.main:hover': '#fff',
  '.notice': '#fff',
  '.notice.failed': '#fff',
}

/** Surfaces that bear no text, or none of ours. */
const withoutText = [
  'dialog::backdrop',
  // A mail, which has its own colours.
  '.inbox-page',
  '.switch input',
  '.switch input:checked',
  '.switch input::before',
  ...['', '.good', '.warn', '.bad'].map((tone) => `.dot${tone}`),
  ...['li::before', 'li::after', '.clock-job::after'].map((mark) => `.clock-items > ${mark}`),
]

/** Drawings that say nothing which the words beside them do not say. */
const drawings = ['.empty svg']

/** The contrast that axe and the guidelines ask of text of ordinary size. */
const least = 4.5

const css = [tokens, layout, controls, content, ...viewStyles].join('\n').replaceAll(/\/\*.*?\*\//gs, '')

/** The declarations of each selector, in whatever container or medium it stands. */
function readRules(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const rules = new Map<string, Record<string, string>>()
  for (const [, selector = '', block = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const declarations = Array.from(block.matchAll(/([\w-]+):\s*([^;]+)/g), ([, name = '', value = '']) => [
      name,
      value.trim(),
    ])
    rules.set(selector.trim(), { ...rules.get(selector.trim()), ...Object.fromEntries(declarations) })
  }
  return rules
}

const rules = readRules()
const variables = rules.get('.app') ?? {}

type Scheme = 'light' | 'dark'

/** A colour as `#rgb` or `#rrggbb`. */
function colourOf(value: string, scheme: Scheme): string {
  const [, variable] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
  if (variable) return colourOf(variables[variable] ?? '', scheme)
  const [, light = value, dark = value] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? []
  const colour = { light, dark }[scheme]
  if (!/^#([\da-f]{3}|[\da-f]{6})$/.test(colour)) throw new TypeError(`"${value}" is not an opaque colour.`)
  return colour
}

/** As WCAG 2.2 defines it. */
function luminanceOf(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./g, '$&$&') : colour.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(text: string, surface: string): number {
  const [darker = 0, lighter = 0] = [text, surface].map(luminanceOf).sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The selectors of each value of a property, but for some selectors. */
function usesOf(property: string, ...without: string[]): ReadonlyMap<string, string> {
  const uses = new Map<string, string>()
  for (const [selector, { [property]: value }] of rules)
    if (value && !['inherit', 'none'].includes(value) && !without.includes(selector)) uses.set(value, selector)
  return uses
}

describe.each(['light', 'dark'] as const)('in the colours of %s', (scheme) => {
  it('every text is legible on every surface', () => {
    const texts = usesOf('color', ...Object.keys(ownTexts), ...drawings)
    const surfaces = usesOf('background', ...Object.keys(ownTexts), ...withoutText)
    expect([texts.size, surfaces.size].every((size) => size > 8)).toBe(true)
    const weak = [...texts].flatMap(([text, textSelector]) =>
      [...surfaces]
        .filter(([surface]) => contrastOf(colourOf(text, scheme), colourOf(surface, scheme)) < least)
        .map(([, surfaceSelector]) => `${textSelector} on ${surfaceSelector}`),
    )
    expect(weak).toEqual([])
  })

  it.each(Object.entries(ownTexts))('the text of %s is legible', (selector, text) => {
    const { background = '', color = text } = rules.get(selector) ?? {}
    expect(color).toBe(text)
    expect(contrastOf(text, colourOf(background, scheme))).toBeGreaterThanOrEqual(least)
  })
})

it('nothing but what is switched off is transparent, which would make its text weaker', () => {
  const transparent = [...rules].filter(([, { opacity = '1' }]) => opacity !== '1').map(([selector]) => selector)
  expect(transparent).toEqual(['button[disabled]'])
})

it('every colour stands in a style, since the markup has none', () => {
  const files = globSync('**/*.tsx', { cwd: new URL('..', import.meta.url) })
  const styled = files.filter((file) => / style=/.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')))
  expect(files.length).toBeGreaterThan(100)
  expect(styled).toEqual([])
})

it('each exception is one that the styles have', () => {
  const excepted = [...Object.keys(ownTexts), ...withoutText, ...drawings]
  expect(excepted.filter((selector) => !rules.has(selector))).toEqual([])
})
