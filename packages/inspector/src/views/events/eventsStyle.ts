export const eventsStyle = `
.events-list .badge:first-child { order: 1; margin-inline-start: auto; min-inline-size: 4.75rem; justify-content: center }
.events-list .badge:first-child ~ .end { margin-inline-start: 0 }
.events-list .end { order: 2 }
.events-note { padding: .5rem 1rem; border-block-end: 1px solid var(--line); color: var(--muted); font-size: .8125rem }
.events-due { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .625rem 1rem; font-size: .875rem }
.events-due p { flex: 1 1 16rem }
.events-message h2 { flex: 1 1 9rem; min-inline-size: 0 }
.events-unsent { margin: .25rem 1rem }
.events-attempt > summary { cursor: pointer; align-items: start }
.events-attempt > summary::before { content: '›'; color: var(--muted); inline-size: .625rem; line-height: 1.25rem }
.events-attempt[open] > summary::before { rotate: 90deg }
.events-attempt > summary:hover { background: var(--hover) }
.events-attempt > summary:focus-visible { outline-offset: -3px }
.events-attempt .badge { min-inline-size: 4.75rem; justify-content: center }
.events-what { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.4 }
.events-sides { padding: .25rem 1rem 1rem }
`
