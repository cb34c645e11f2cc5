export const configurationStyle = `
.configuration-row { flex-wrap: wrap }
.configuration-row > .text, .configuration-row > .switch { min-inline-size: 0; max-inline-size: 100% }
.configuration-row .about { min-inline-size: 0; flex: 1 1 8rem }
.configuration-row .refused, .configuration-network .refused { color: var(--bad); flex: 1 1 100% }
.configuration-part { border: 0; margin: 0; padding: 0; min-inline-size: 0; display: flex; flex-direction: column; gap: .5rem }
.configuration-part legend { padding: 0 0 .375rem; font-size: .875rem; font-weight: 600 }
.configuration-part .fields { align-items: start }
.configuration-row > .configuration-entries { flex: 1 1 100%; min-inline-size: 0 }
.configuration-entry { display: flex; align-items: center; gap: .5rem; padding-inline-start: 2.75rem; font-size: .875rem }
.configuration-entry .text { flex: 1; min-inline-size: 0 }
.configuration-network { flex-wrap: wrap }
.configuration-network > .text, .configuration-network > .switch { flex: 0 1 auto; max-inline-size: 100%; min-inline-size: 0 }
.configuration-network .about { flex: 1 1 6rem }
.configuration-settings { align-items: start; grid-template-columns: minmax(0, 1fr) }
.configuration-settings label { overflow-wrap: anywhere }
`
