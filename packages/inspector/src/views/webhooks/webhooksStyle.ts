export const webhooksStyle = `
.webhooks-events { gap: .25rem; padding-block: .375rem }
.webhooks-card h2 { flex: 1 1 9rem; min-inline-size: 0 }
.webhooks-message { flex-wrap: wrap; padding-inline: 0 }
.webhooks-sent { display: flex; flex-direction: column; min-inline-size: 0; flex: 1 1 9rem; line-height: 1.35 }
`
