export const outsideStyle = `
.outside-part { display: flex; flex-direction: column; align-items: flex-start; gap: .375rem; padding: .75rem 1rem }
.outside-part code { overflow-wrap: anywhere }
`
