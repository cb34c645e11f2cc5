export const eventsStyle = `
.events-list { max-block-size: 24rem; overflow: auto }
.events-list .badge { min-inline-size: 4.75rem; justify-content: center }
.events-due { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .625rem 1rem; font-size: .875rem }
.events-due p { flex: 1 1 16rem }
@container app (min-width: 60rem) { .events-list { max-block-size: none } }
`
