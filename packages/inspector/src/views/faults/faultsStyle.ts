export const faultsStyle = `
.faults-what { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.4 }
.faults-item { align-items: start; padding-block: .625rem }
.faults-item button { flex: none }
.faults-hit .badge { min-inline-size: 3.5rem; justify-content: center }
.faults-fields { align-items: start }
.faults-body textarea { min-block-size: 4.5rem }
`
