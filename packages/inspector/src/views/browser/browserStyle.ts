export const browserStyle = `
.browser-what { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.4 }
.browser-what b { font-weight: 600 }
.browser-request { border-color: var(--accent) }
.browser-origins { display: flex; flex-direction: column; gap: .25rem; min-inline-size: 0; flex: 1 }
.browser-origins .clip { flex: 1 }
.browser-switches { gap: .5rem 1.5rem }
.browser-facts select { margin-block: .25rem; min-inline-size: 0 }
.browser-grants > li { padding: .5rem 0; font-size: .875rem; overflow-wrap: anywhere }
`
