import { createHash } from 'node:crypto'
import { markup } from '@latchkey/base/html'

/** The colours are those of the inspector. */
const styles = markup`
:root {
  color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --page: light-dark(#f1f3f8, #12141a); --surface: light-dark(#fff, #1c1f28); --sunken: light-dark(#f6f7fb, #161922);
  --text: light-dark(#1b1f2a, #eceff6); --muted: light-dark(#555c6e, #a5adbf); --line: light-dark(#d3d9e6, #363d4d);
  --accent: light-dark(#2746ff, #8fa2ff);
  --good: light-dark(#0b6338, #7fdca6); --good-soft: light-dark(#dff3e7, #15301f);
  --warn: light-dark(#774800, #f2c46d); --warn-soft: light-dark(#fbeed3, #352a12);
  --bad: light-dark(#a3211a, #ff9c94); --bad-soft: light-dark(#fce6e4, #3a1c1a);
}
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text) }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem clamp(.75rem, 3vw, 2rem) 4rem }
h1, h2, h3, p, ol, ul, pre, figure { margin: 0; padding: 0 }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
h2 { font-size: 1.125rem; margin: 2rem 0 .75rem }
h3 { font-size: 1rem; line-height: 1.4; overflow-wrap: anywhere }
.label { font-size: .875rem; font-weight: 600; margin: .75rem 0 .25rem }
a { color: var(--accent) }
code, pre { font: .8125rem/1.5 ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace }
.text { unicode-bidi: isolate; overflow-wrap: anywhere; white-space: pre-wrap }
.muted { color: var(--muted) }
.good { color: var(--good) }
.bad { color: var(--bad) }
:focus-visible { outline: 3px solid #7a8fff; outline-offset: 2px }
.box { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem }
.scroll { overflow-x: auto; width: fit-content; max-width: 100%; margin-top: 1rem }
table { border-collapse: separate; border-spacing: 0; font-size: .875rem }
th { font-weight: 400; text-align: start }
thead th { vertical-align: bottom; padding: .75rem .25rem .5rem; border-bottom: 1px solid var(--line) }
thead th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap }
tbody th { position: sticky; inset-inline-start: 0; background: var(--surface); padding: .125rem 1rem }
tbody th[scope=rowgroup] { font-weight: 600; padding-top: .75rem }
tbody th { min-width: 9rem; max-width: 22rem; overflow-wrap: anywhere }
@media (max-width: 40rem) { tbody th { padding-inline: .75rem .375rem } }
tbody tr:last-child > * { padding-bottom: .5rem }
td { padding: .125rem .25rem; text-align: center }
.mark { display: inline-block; min-width: 1.75rem; padding: 0 .25rem; border-radius: .375rem; text-align: center }
.mark { font-weight: 600; text-decoration: none; background: var(--sunken); color: var(--muted) }
.mark svg { vertical-align: -.125rem }
.mark.passes { background: var(--good-soft); color: var(--good) }
.mark.author { background: var(--warn-soft); color: var(--warn) }
.mark.fault { background: var(--bad); color: var(--surface) }
.mark.excused { background: var(--bad-soft); color: var(--bad) }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: .75rem; list-style: none; font-size: .8125rem }
.case { padding: 1rem; margin-top: .75rem; overflow: hidden }
.case.fault { border-inline-start: .25rem solid var(--bad) }
.case > .sentence { margin-top: .25rem }
h1 + p, main > p { margin-top: .25rem }
pre.text + p { margin-top: .5rem }
pre.text { background: var(--sunken); border-radius: .5rem; padding: .5rem .75rem; margin-top: .75rem }
details.case { padding: 0 }
summary { padding: .5rem 1rem; cursor: pointer; overflow-wrap: anywhere }
details.case > div { padding: 0 1rem 1rem }
.calls { list-style: none; font-size: .875rem }
.calls li { padding: .125rem .5rem; border-inline-start: .1875rem solid transparent; overflow-wrap: anywhere }
.calls li.reply, .calls li.address, .calls li.more { border-color: var(--warn); background: var(--warn-soft) }
.calls li.missing { border-color: var(--line); color: var(--muted) }
.calls summary { padding: .25rem .5rem }
.calls b { font-weight: 600 }
.calls em { font-style: normal; color: var(--warn) }
.calls .missing em { color: inherit }
.calls .here { color: var(--bad) }
img { display: block; max-width: 100%; height: auto; margin-top: .5rem; border: 1px solid var(--line) }
details :target { scroll-margin-top: 3.5rem }
:target { scroll-margin-top: 1rem; outline: 2px solid var(--accent); outline-offset: 2px }
`

/** The styles of a report's page. */
export const reportStyle = markup`<style>${styles}</style>`

const hash = createHash('sha256').update(String(styles)).digest('base64')

/** The page loads nothing, runs no script, and sends nothing anywhere. */
export const reportPolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
