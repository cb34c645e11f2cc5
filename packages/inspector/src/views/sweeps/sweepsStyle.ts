export const sweepsStyle = `
.sweeps-line { display: flex; flex-direction: column; min-inline-size: 0; line-height: 1.4 }
.sweeps-text { padding: .375rem 1rem .5rem }
.sweeps-back { align-self: start }
.sweeps-grid { inline-size: auto }
.sweeps-grid th, .sweeps-grid td { padding: .1875rem .375rem }
.sweeps-grid td { text-align: center }
.sweeps-grid thead th { vertical-align: bottom }
.sweeps-grid thead span { writing-mode: vertical-rl; rotate: 180deg; max-block-size: 15rem; display: inline-block }
.sweeps-grid tbody th { white-space: normal; min-inline-size: 9rem; padding-inline-start: 1rem; vertical-align: middle }
.sweeps-mark { min-inline-size: 1.5rem; min-block-size: 1.25rem; justify-content: center }
.sweeps-grid .badge { min-inline-size: 1.75rem; min-block-size: 1.5rem; text-decoration: none }
.sweeps-grid th[scope=rowgroup] { color: var(--text); padding-block-start: .75rem }
.sweeps-finding { align-items: start }
.sweeps-picture { max-inline-size: 100%; border: 1px solid var(--line); border-radius: var(--radius-small) }
`
