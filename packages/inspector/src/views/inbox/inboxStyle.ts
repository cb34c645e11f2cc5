export const inboxStyle = `
.inbox { max-inline-size: 52rem; inline-size: 100% }
.inbox-message > header svg { color: var(--muted); flex: none }
.inbox-message h2 { font-size: .9375rem; min-inline-size: 0 }
.inbox-code { font-family: var(--mono); font-size: 1.75rem; line-height: 1.3; letter-spacing: .12em; font-weight: 600 }
.inbox-code { font-variant-numeric: tabular-nums; margin-inline-end: .5rem; unicode-bidi: isolate }
.inbox-message header .end { display: flex; align-items: center; gap: .25rem }
.inbox-page { inline-size: 100%; block-size: 24rem; border: 1px solid var(--line); border-radius: var(--radius-small) }
.inbox-page { background: #fff; color-scheme: light }
`
