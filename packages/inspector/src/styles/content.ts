/** Cards, lists, tables, facts, code and empty states. */
export const content = `
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); min-inline-size: 0 }
.card { box-shadow: var(--shadow) }
.card > header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .5rem; padding: .75rem 1rem .25rem }
.card > header .end { margin-inline-start: auto; display: flex; gap: .25rem }
.card > .body { padding: .5rem 1rem 1rem; display: flex; flex-direction: column; gap: .75rem }
.card > .flush { padding-block: .25rem }
.tile { display: flex; flex-direction: column; padding: .5rem .75rem; color: inherit; text-decoration: none }
.tile b { font-size: 1.375rem; line-height: 1.25; font-weight: 600; font-variant-numeric: tabular-nums }
.tile span { color: var(--muted); font-size: .8125rem }
a.tile:hover { border-color: var(--accent) }
.facts { display: grid; grid-template-columns: minmax(0, 1fr); gap: .125rem }
.facts > div { display: grid; grid-template-columns: minmax(5.5rem, 30%) minmax(0, 1fr); gap: .25rem .75rem; align-items: center }
.facts > div { min-block-size: 2rem; border-block-end: 1px solid var(--line) }
.facts > div:last-child { border: 0 }
.facts dt { overflow-wrap: anywhere; unicode-bidi: isolate }
.facts dt { color: var(--muted); font-size: .8125rem }
.facts dd { display: flex; align-items: center; gap: .25rem; min-inline-size: 0; font-size: .875rem }
.facts dd > .clip { flex: 1 }
.copy { display: flex; align-items: center; gap: .25rem; min-inline-size: 0; flex: 1 }
.copy code { flex: 1 }
.facts code { font-size: .75rem }
table { inline-size: 100%; border-collapse: collapse; font-size: .875rem }
th { text-align: start; font-weight: 500; color: var(--muted); font-size: .8125rem; white-space: nowrap }
th, td { padding: .4375rem 1rem; border-block-end: 1px solid var(--line); vertical-align: top }
tbody tr:last-child > * { border-block-end: 0 }
td.number, th.number { text-align: end }
.scroll { overflow-x: auto }
.list > li { border-block-end: 1px solid var(--line) }
.list > li:last-child { border-block-end: 0 }
.item { display: flex; align-items: center; gap: .625rem; padding: .5rem 1rem; color: inherit; text-decoration: none }
.item { min-block-size: 2.5rem; font-size: .875rem; min-inline-size: 0 }
a.item:hover { background: var(--hover) }
a.item[aria-current=true] { background: var(--accent-soft) }
a.item:focus-visible { outline-offset: -3px }
.item .end { margin-inline-start: auto; flex: none; text-align: end }
.code { display: flex; flex-wrap: wrap; border: 1px solid var(--line); border-radius: var(--radius-small) }
.code { background: var(--sunken); min-inline-size: 0 }
.code > pre { flex: 1; min-inline-size: 0; padding: .625rem .75rem; overflow: auto; max-block-size: 26rem; line-height: 1.55 }
.code > pre { border-radius: inherit; white-space: pre; tab-size: 2; unicode-bidi: plaintext }
.code.wrap > pre { white-space: pre-wrap; overflow-wrap: anywhere }
.code > .tools { flex: none; padding: .25rem }
.code > .more { inline-size: 100%; border-start-start-radius: 0; border-start-end-radius: 0 }
.key { color: light-dark(#5d3fb8, #b9a5ff) }
.string { color: light-dark(#0b6338, #8fdcb0) }
.literal { color: light-dark(#9a3d00, #ffb27d) }
.covered { color: var(--muted); font-style: italic }
.tabs { display: flex; gap: .25rem; flex-wrap: wrap }
.tabs button[aria-selected=true] { background: var(--accent-soft); border-color: transparent; font-weight: 600 }
.empty { display: flex; flex-direction: column; align-items: center; gap: .5rem; padding: 2.5rem 1rem; text-align: center }
.empty svg { color: var(--edge) }
.empty p { max-inline-size: 34rem; color: var(--muted); font-size: .875rem }
.empty .code { inline-size: min(34rem, 100%); text-align: start }
.remark { padding: .5rem .75rem; border-radius: var(--radius-small); background: var(--sunken); font-size: .875rem }
.remark.bad { background: var(--bad-soft); color: var(--bad) }
.remark.warn { background: var(--warn-soft); color: var(--warn) }
.remark ul { list-style: disc; padding-inline-start: 1.25rem }
`
