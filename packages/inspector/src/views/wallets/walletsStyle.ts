export const walletsStyle = `
.wallets-item { padding-inline: .75rem }
.wallets-item .badge { min-inline-size: 3rem; justify-content: center }
.wallets-what { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.4 }
.wallets-what b { font-weight: 600 }
.wallets-holds { display: flex; flex-direction: column; align-items: end; max-inline-size: 45%; line-height: 1.4; font-size: .8125rem }
.wallets-holds > * { max-inline-size: 100% }
.wallets-fund { align-items: start }
.wallets-note { padding: .375rem 1rem .625rem }
.wallets-asset { min-inline-size: 8rem }
.wallets-asset > * { display: block }
.wallets-amount { overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.wallets-transaction { display: flex; flex-direction: column; gap: .25rem; padding: .625rem 1rem; font-size: .875rem; min-inline-size: 0 }
.wallets-ends { gap: .375rem; min-inline-size: 0 }
.wallets-hash { display: flex; align-items: center; min-inline-size: 0; flex: 0 1 11rem }
.wallets-hash code { font-size: .75rem; color: var(--muted) }
.wallets-share { display: flex; gap: .75rem; padding: .625rem 1rem; font-size: .875rem }
.wallets-share > svg { color: var(--muted); margin-block-start: .125rem }
.wallets-share > .stack { flex: 1 }
.wallets-keygen { display: flex; color: var(--muted) }
.wallets-keygen code { font-size: .75rem }
.wallets-network { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .5rem 1rem; font-size: .875rem }
.wallets-network .wallets-what { flex: 1 1 11rem }
.wallets-block { display: flex; align-items: center; gap: .625rem; padding: .25rem 1rem; font-size: .875rem; min-inline-size: 0 }
.wallets-block > small:first-of-type { margin-inline-end: auto }
.wallets-block code { font-size: .75rem; color: var(--muted) }
.wallets-owner { max-inline-size: 14rem }
.wallets-block code { display: none }
@container app (min-width: 60rem) { .wallets-block code { display: inline } }
`
