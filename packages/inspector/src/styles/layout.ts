/** The frame of the inspector, and how views lay out what they show. */
export const layout = `
.app { container: app / inline-size; block-size: 100%; position: relative }
.frame { display: grid; block-size: 100% }
.frame { grid-template: 'bar' auto 'alert' auto 'nav' auto 'main' minmax(0, 1fr) 'notices' auto / minmax(0, 1fr) }
.bar { grid-area: bar }
.alert { grid-area: alert }
nav { grid-area: nav }
.content { grid-area: main }
.bar { display: flex; align-items: center; gap: .75rem; padding: .625rem 1rem; background: var(--surface) }
.bar .brand { display: flex; align-items: center; gap: .5rem; font-weight: 700; min-inline-size: 0 }
.bar .brand small { font-weight: 400 }
.bar .state { white-space: nowrap }
.bar .date { display: none }
.bar .end { flex: none; margin-inline-start: auto; display: flex; align-items: center; gap: .5rem }
.logo { color: var(--accent); flex: none }
nav { background: var(--surface); border-block-end: 1px solid var(--line) }
nav ul { position: relative; display: flex; gap: .25rem; overflow-x: auto; padding: 0 .75rem .5rem; scrollbar-width: none }
nav a { display: flex; align-items: center; gap: .5rem; padding: .375rem .625rem; border-radius: var(--radius-small) }
nav a { color: var(--muted); text-decoration: none; white-space: nowrap; font-size: .875rem }
nav a:hover { background: var(--hover); color: var(--text) }
nav a[aria-current] { background: var(--accent-soft); color: var(--text); font-weight: 600 }
nav a[aria-current] svg { color: var(--accent) }
nav a:focus-visible { outline-offset: -3px }
.content { min-inline-size: 0; min-block-size: 0; overflow: auto; padding: 1rem }
.lost { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; padding: .5rem 1rem }
.lost { background: var(--warn-soft); color: var(--warn); font-size: .875rem }
.view { display: flex; flex-direction: column; gap: 1rem; max-inline-size: 76rem; margin-inline: auto }
.view.full { max-inline-size: none; min-block-size: 100% }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; min-block-size: 2.25rem }
.view .button[aria-current] { background: var(--accent-soft); border-color: transparent; font-weight: 600 }
.head .end, .row .end { margin-inline-start: auto }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem }
.row > .clip { max-inline-size: 100% }
.stack { display: flex; flex-direction: column; gap: .75rem; min-inline-size: 0 }
.stack.wide { gap: 1rem }
.stack.tight { gap: .25rem }
.columns { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); align-items: start }
.tiles { display: grid; gap: .5rem; grid-template-columns: repeat(4, minmax(0, 1fr)) }
.split { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); align-items: start }
.split-record { min-inline-size: 0 }
.split-record:focus { outline: none }
.split .split-back { margin-block-end: 1rem }
@container app (width < 60rem) {
  .split:not(.open) > .split-record, .split.open > .split-list { display: none }
  .view:has(> .split.open) > :is(search, .of-list) { display: none }
}
@container app (min-width: 60rem) {
  .frame { grid-template: 'bar bar' auto 'alert alert' auto 'nav main' minmax(0, 1fr) 'nav notices' auto / 14rem minmax(0, 1fr) }
  .bar .date { display: inline }
  .bar { border-block-end: 1px solid var(--line) }
  nav { border-block-end: 0; border-inline-end: 1px solid var(--line); overflow: auto }
  nav ul { flex-direction: column; padding: .75rem }
  nav a { padding-block: .4375rem }
  .content { padding: 1.5rem }
  .tiles { grid-template-columns: repeat(8, minmax(0, 1fr)) }
  .columns { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .view.full { block-size: 100% }
  .split { grid-template-columns: 22rem minmax(0, 1fr); flex: 1; min-block-size: 0; align-items: stretch }
  .split > * { min-block-size: 0; overflow: auto }
  .split .split-back { display: none }
}
`
