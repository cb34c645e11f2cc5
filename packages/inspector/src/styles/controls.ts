/** Buttons, fields, switches, badges, dialogs and notices. */
export const controls = `
button, .button, input, select, textarea { font: inherit; color: inherit }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: .375rem; cursor: pointer }
button, .button { padding: .3125rem .75rem; border: 1px solid var(--line); border-radius: var(--radius-small) }
button, .button { background: var(--surface); text-decoration: none; font-size: .875rem; white-space: nowrap }
button, .button { min-block-size: 2rem; transition: background .12s }
button:hover, .button:hover { background: var(--hover) }
button[disabled] { opacity: .6; cursor: default }
button.main { background: var(--accent-strong); border-color: transparent; color: #fff }
button.main:hover { background: #1d37d8 }
button.danger { color: var(--bad) }
button.quiet { border-color: transparent; background: none; color: var(--muted) }
button.quiet:hover { background: var(--hover); color: var(--text) }
button.wide { inline-size: 100% }
button.quiet.danger, button.quiet.danger:hover { color: var(--bad) }
button.icon { padding: .25rem; min-inline-size: 2rem }
input:not([type=checkbox]), select, textarea { padding: .3125rem .625rem; border: 1px solid var(--edge); font-size: .875rem }
input:not([type=checkbox]), select, textarea { background: var(--surface); border-radius: var(--radius-small) }
input:not([type=checkbox]), select { min-block-size: 2rem; min-inline-size: 0; max-inline-size: 100% }
textarea { inline-size: 100%; min-block-size: 8rem; font-family: var(--mono); font-size: .8125rem; resize: vertical }
::placeholder { color: var(--muted); opacity: 1 }
.field { display: flex; flex-direction: column; gap: .25rem; min-inline-size: 0; font-size: .875rem }
.field > span, .field > label { color: var(--muted); font-size: .8125rem }
.field.long { grid-column: 1 / -1 }
.field .refused, .combobox .refused { color: var(--bad) }
:is(input, select, textarea)[aria-invalid=true] { border-color: var(--bad) }
.fields { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); align-items: end }
.checks { border: 0; margin: 0; padding: 0; min-inline-size: 0; display: grid; gap: .125rem .75rem; font-size: .875rem }
.checks { grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)) }
.checks legend { padding: 0 0 .25rem; color: var(--muted); font-size: .8125rem }
.checks code { overflow-wrap: anywhere; min-inline-size: 0; flex: 1 }
.checks small { grid-column: 1 / -1 }
.checks .refused { color: var(--bad) }
.search { position: relative; display: flex; flex: 1 1 14rem; max-inline-size: 26rem }
.search svg { position: absolute; inset-inline-start: .5rem; inset-block-start: .5rem; color: var(--muted); pointer-events: none }
.search input { flex: 1; padding-inline-start: 1.875rem }
.combobox { position: relative }
.options { position: absolute; z-index: 3; inset: calc(100% + .25rem) 0 auto; max-block-size: 18rem; overflow: auto }
.options { padding: .25rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-small) }
.options { box-shadow: 0 .5rem 1.5rem #0003 }
.options li { display: flex; flex-direction: column; padding: .25rem .5rem; border-radius: .375rem; cursor: pointer }
.options li { font-size: .875rem; line-height: 1.4; min-inline-size: 0 }
.options li b { font-weight: 500; overflow-wrap: anywhere }
.options li small { font-family: var(--mono); font-size: .75rem }
.options li:hover { background: var(--hover) }
.options li[aria-selected=true] { background: var(--accent-soft) }
.switch { display: flex; align-items: center; gap: .625rem; cursor: pointer; min-block-size: 2rem }
.switch > span { min-inline-size: 0; overflow-wrap: anywhere; unicode-bidi: isolate }
.switch input { appearance: none; flex: none; inline-size: 2.125rem; block-size: 1.25rem; margin: 0; border-radius: 1rem }
.switch input { background: var(--edge); position: relative; cursor: pointer; transition: background .15s }
.switch input::before { content: ''; position: absolute; inset: .1875rem auto auto .1875rem; inline-size: .875rem }
.switch input::before { block-size: .875rem; border-radius: 50%; background: #fff; transition: translate .15s }
.switch input:checked { background: var(--accent-strong) }
.switch input:checked::before { translate: .875rem }
.badge { display: inline-flex; align-items: center; padding: 0 .4375rem; border-radius: .375rem; font-size: .75rem }
.badge { background: var(--hover); color: var(--muted); font-weight: 600; line-height: 1.25rem; white-space: nowrap }
.badge { font-variant-numeric: tabular-nums }
.badge.good { background: var(--good-soft); color: var(--good) }
.badge.warn { background: var(--warn-soft); color: var(--warn) }
.badge.bad { background: var(--bad-soft); color: var(--bad) }
.badge.info { background: var(--accent-soft); color: var(--accent) }
.dot { inline-size: .5rem; block-size: .5rem; border-radius: 50%; background: var(--edge); flex: none }
.dot.good { background: light-dark(#16a05d, #4fcf8b) }
.dot.warn { background: light-dark(#c27a00, #f2c46d) }
.dot.bad { background: light-dark(#d43a31, #ff7d73) }
.state { display: inline-flex; align-items: center; gap: .375rem; font-size: .8125rem; color: var(--muted) }
dialog { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: inherit }
dialog { padding: 1.25rem; inline-size: min(32rem, calc(100vw - 2rem)); box-shadow: 0 1rem 3rem #0004 }
dialog::backdrop { background: #10131b80 }
dialog h2, .field > label { overflow-wrap: anywhere; unicode-bidi: isolate }
dialog form { display: flex; flex-direction: column; gap: 1rem }
dialog .actions { display: flex; justify-content: flex-end; gap: .5rem }
.notices { grid-area: notices; display: flex; flex-direction: column; max-block-size: 12rem; overflow: auto }
.notice { display: flex; align-items: start; gap: .5rem; padding: .5rem .75rem }
.notice { background: light-dark(#1b1f2a, #323849); color: #fff; font-size: .875rem }
.notice + .notice { border-block-start: 1px solid #fff3 }
.notice.failed { background: light-dark(#8c1d17, #6d201b) }
.notice .text { flex: 1 }
.notice button { border-color: transparent; background: none; color: inherit; min-block-size: 1.5rem; min-inline-size: 1.5rem }
`
