export const peopleStyle = `
.people-search { display: flex; align-items: center; gap: .75rem; padding: .75rem .75rem .5rem; position: sticky; inset-block-start: 0 }
.people-search { background: var(--surface); border-block-end: 1px solid var(--line); z-index: 1 }
.people-search small { white-space: nowrap }
.people .split-list .item { padding-inline: .75rem }
.people-who { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.4 }
.people-who b { font-weight: 600 }
.people-who .copy { flex: none }
.people-who .copy code { flex: 0 1 auto }
.people-when { max-inline-size: 5.5rem; font-size: .75rem; line-height: 1.35 }
.people-avatar { display: inline-flex; align-items: center; justify-content: center; flex: none; border-radius: 50% }
.people-avatar { inline-size: 2.125rem; block-size: 2.125rem; font-size: .8125rem; font-weight: 600; overflow: hidden }
.people-avatar.large { inline-size: 3rem; block-size: 3rem; font-size: 1.125rem }
.people-tone-0 { background: var(--accent-soft); color: var(--accent) }
.people-tone-1 { background: var(--good-soft); color: var(--good) }
.people-tone-2 { background: var(--warn-soft); color: var(--warn) }
.people-tone-3 { background: var(--bad-soft); color: var(--bad) }
.people-tone-4 { background: light-dark(#f0e8ff, #2f2350); color: light-dark(#5d3fb8, #b9a5ff) }
.people-tone-5 { background: light-dark(#ddf1f4, #12313a); color: light-dark(#0b5866, #7fd3e3) }
.people-page { display: flex; flex-direction: column; gap: 1rem; container: people / inline-size }
.people-person { display: flex; flex-direction: column; gap: 1rem }
.people-head { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; padding: 1rem }
.people-name { flex: 1 1 12rem; min-inline-size: 0 }
.people-name h2 { font-size: 1.25rem; line-height: 1.3 }
.people-name .row { gap: .25rem .5rem }
.people-elsewhere { inline-size: 100%; gap: .25rem 1rem; font-size: .875rem }
.people-elsewhere:empty { display: none }
.people-cards { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); align-items: start }
.people-part { display: flex; flex-direction: column; gap: .5rem; padding: .25rem 1rem .5rem }
.people-part .row { gap: .25rem .5rem }
.people-none { padding: .25rem 1rem .75rem; color: var(--muted); font-size: .875rem }
.people-factor, .people-session { flex-wrap: wrap }
.people-session .people-who { flex-basis: 10rem }
.people-factor .people-who { flex-basis: 9.5rem }
.people-code { font-family: var(--mono); font-size: 1.125rem; letter-spacing: .1em; font-weight: 600 }
.people-merged { min-inline-size: 0; flex: 1 }
.people-status { min-inline-size: 4.25rem }
.people-status .badge { inline-size: 100%; justify-content: center }
.people-form { align-items: start }
@container people (min-width: 41rem) { .people-cards { grid-template-columns: repeat(2, minmax(0, 1fr)) } }
@container app (min-width: 60rem) {
  .people .split { grid-template-columns: 20rem minmax(0, 1fr) }
}
`
