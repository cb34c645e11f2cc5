export const stateStyle = `
.state-line { padding: .375rem 1rem .625rem }
.state-item { flex-wrap: wrap; padding-block: .625rem }
.state-what { display: flex; flex-direction: column; flex: 1 1 12rem; min-inline-size: 0; line-height: 1.45 }
`
