export const operationsStyle = `
.operations-item { align-items: center; padding-inline: .75rem }
.operations-method { min-inline-size: 4rem; justify-content: center }
.operations-what { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.35 }
.operations-what b { font-weight: 600 }
.operations-part { border: 0; margin: 0; padding: 0; min-inline-size: 0; display: flex; flex-direction: column; gap: .5rem }
.operations-part legend { padding: 0 0 .375rem; font-size: .875rem; font-weight: 600 }
.operations-part .fields { align-items: start }
.operations-part .field label { overflow-wrap: anywhere }
.operations-form { grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)) }
.operations-part button[aria-pressed=true] { background: var(--accent-soft); color: var(--text); font-weight: 600 }
.operations-points { list-style: disc; padding-inline-start: 1.25rem; display: flex; flex-direction: column; gap: .25rem }
.operations-body { min-block-size: 6rem }
.operations-beginning { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden }
`
