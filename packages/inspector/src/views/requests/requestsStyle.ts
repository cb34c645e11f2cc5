export const requestsStyle = `
.requests-filters select { max-inline-size: 13rem }
.requests-user { inline-size: 9rem }
.requests-item { align-items: center; padding-inline: .75rem }
.requests-item .badge { min-inline-size: 2.75rem; justify-content: center }
.requests-what { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.35 }
.requests-what b { font-weight: 600 }
.requests-what small { font-family: var(--mono); font-size: .75rem }
.requests-when { display: flex; flex-direction: column; align-items: end; line-height: 1.35; font-size: .8125rem }
.requests-when small { font-variant-numeric: tabular-nums }
.requests-details { container: details / inline-size }
.requests-details header, .requests-details header .end { flex-wrap: wrap }
.requests-meta { color: var(--muted); font-size: .8125rem; gap: .25rem 1rem }
.requests-meta .copy { flex: 0 1 auto }
.requests-sides { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem }
.requests-sides pre { font-size: .75rem }
.requests-headers summary { cursor: pointer; color: var(--muted); font-size: .8125rem; padding-block: .25rem }
.requests-headers .facts > div { align-items: baseline; min-block-size: 1.75rem; padding-block: .25rem }
.requests-headers dd { font-size: .8125rem }
@container details (min-width: 38rem) { .requests-sides { grid-template-columns: repeat(2, minmax(0, 1fr)) } }
`
