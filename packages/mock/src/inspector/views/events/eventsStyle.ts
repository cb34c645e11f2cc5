export const eventsStyle = `
.events-list .badge:first-child { order: 1; margin-inline-start: auto; min-inline-size: 4.75rem; justify-content: center }
.events-list .badge:first-child ~ .end { margin-inline-start: 0 }
.events-list .end { order: 2 }
.events-note { padding: .5rem 1rem; border-block-end: 1px solid var(--line); color: var(--muted); font-size: .8125rem }
.events-due { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .625rem 1rem; font-size: .875rem }
.events-due p { flex: 1 1 16rem }
`
