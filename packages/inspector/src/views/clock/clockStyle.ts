export const clockStyle = `
.clock-time { font-size: 2.75rem; font-weight: 600; line-height: 1.15; letter-spacing: -.02em }
.clock-fields { align-items: start }
.clock-next { flex: 1 1 12rem }
.clock-items { padding-inline: 1rem }
.clock-items > li { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem 1rem; font-size: .875rem }
.clock-items > li { padding: .625rem 0 .625rem 1.375rem; border-block-end: 1px solid var(--line) }
.clock-items > li:last-child { border-block-end: 0 }
.clock-items > li::before { content: ''; position: absolute; inset: 0 auto 0 .3125rem; inline-size: 2px; background: var(--line) }
.clock-items > li:first-child::before { inset-block-start: 1.125rem }
.clock-items > li::after { content: ''; position: absolute; inset: .9375rem auto auto 0; inline-size: .75rem; block-size: .75rem }
.clock-items > li::after { border-radius: 50%; background: var(--surface); border: 2px solid var(--edge) }
.clock-items > .clock-job::after { border-color: var(--accent); background: var(--accent) }
.clock-items button { justify-self: start; margin-block-start: .25rem }
.clock-when { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: baseline }
.clock-what { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; min-inline-size: 0 }
.clock-more { padding: .5rem 1rem }
@container app (min-width: 60rem) {
  .clock-items > li { grid-template-columns: 12rem minmax(0, 1fr) auto; align-items: center }
  .clock-items > li::after { inset-block-start: calc(50% - .375rem) }
  .clock-items > li:first-child::before { inset-block-start: 50% }
  .clock-items > li:last-child::before { inset-block-end: 50% }
  .clock-items button { margin: 0 }
  .clock-when { flex-direction: column }
}
`
