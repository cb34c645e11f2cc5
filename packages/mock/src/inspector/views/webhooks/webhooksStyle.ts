export const webhooksStyle = `
.webhooks-events { gap: .25rem; padding-block: .375rem }
.webhooks-sent { display: flex; flex-direction: column; min-inline-size: 0; flex: 1; line-height: 1.35 }
.webhooks-choice { border: 0; margin: 0; padding: 0; min-inline-size: 0; display: grid; gap: .125rem .75rem }
.webhooks-choice { grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); font-size: .875rem }
.webhooks-choice legend { padding: 0 0 .25rem; color: var(--muted); font-size: .8125rem }
.webhooks-choice code { overflow-wrap: anywhere }
.webhooks-choice .refused { color: var(--bad); grid-column: 1 / -1 }
`
