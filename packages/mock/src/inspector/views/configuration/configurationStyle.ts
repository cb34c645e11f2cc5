export const configurationStyle = `
.configuration-row { flex-wrap: wrap }
.configuration-row .about { min-inline-size: 0; flex: 1 1 8rem }
.configuration-row .refused { color: var(--bad); flex: 1 1 100% }
`
