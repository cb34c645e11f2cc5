export const webhooksStyle = `
.webhooks-events { gap: .25rem; padding-block: .375rem }
.webhooks-sent { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.35 }
`
