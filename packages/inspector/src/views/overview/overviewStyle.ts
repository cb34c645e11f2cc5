export const overviewStyle = `
.overview-providers { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)) }
.overview-providers .switch { font-size: .875rem; overflow-wrap: anywhere }
`
