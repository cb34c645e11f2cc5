/** Colours, sizes and type. The colours are those of the consent page. */
export const tokens = `
:host { display: block; inline-size: 100%; block-size: 100vh; block-size: 100dvh; color-scheme: light dark }
/* Rules of the page for all elements, or for their ancestors, end here. */
.app {
  all: initial;
  color-scheme: inherit;
  direction: ltr;
  --page: light-dark(#f1f3f8, #12141a);
  --surface: light-dark(#fff, #1c1f28);
  --sunken: light-dark(#f6f7fb, #161922);
  --hover: light-dark(#f1f3f8, #272b37);
  --text: light-dark(#1b1f2a, #eceff6);
  --muted: light-dark(#555c6e, #a5adbf);
  --line: light-dark(#e0e4ee, #2b303d);
  --edge: light-dark(#8a93a8, #6b7489);
  --accent: light-dark(#2746ff, #8fa2ff);
  --accent-strong: #2746ff;
  --accent-soft: light-dark(#e8ecff, #232b52);
  --good: light-dark(#0b6338, #7fdca6);
  --good-soft: light-dark(#dff3e7, #15301f);
  --warn: light-dark(#774800, #f2c46d);
  --warn-soft: light-dark(#fbeed3, #352a12);
  --bad: light-dark(#a3211a, #ff9c94);
  --bad-soft: light-dark(#fce6e4, #3a1c1a);
  --shadow: 0 1px 2px #0000000d, 0 .25rem 1rem #0000000a;
  --radius: .75rem;
  --radius-small: .5rem;
  --sans: system-ui, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  display: block;
  color: var(--text);
  background: var(--page);
  font: 400 .9375rem/1.5 var(--sans);
  text-align: start;
}
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
:host([hidden]) { display: none }
*, ::before, ::after { box-sizing: border-box }
h1, h2, h3, p, ul, ol, dl, dd, pre, figure { margin: 0; padding: 0 }
ul, ol { list-style: none }
svg { flex: none }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em }
h2 { font-size: 1rem; line-height: 1.4 }
h3 { font-size: .875rem; line-height: 1.4 }
h1:focus { outline: none }
a { color: var(--accent) }
code, pre, .mono { font-family: var(--mono); font-size: .8125rem }
small, .muted { color: var(--muted) }
small, .small { font-size: .8125rem }
.number, time, .tabular { font-variant-numeric: tabular-nums }
.text { unicode-bidi: isolate; overflow-wrap: anywhere; white-space: pre-wrap }
.clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-inline-size: 0; unicode-bidi: isolate }
:focus-visible { outline: 3px solid #7a8fff; outline-offset: 2px }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important } }
`
