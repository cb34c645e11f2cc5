import { useState } from 'preact/hooks'
import { Icon } from '../components/Icon.tsx'
import { useInspector } from '../inspectorContext.ts'
import { MockClock } from './MockClock.tsx'

/** The line on top: which mock it is, its time, and whether its changes arrive. */
export function Bar() {
  const { live } = useInspector()
  const { host, pathname } = new URL(live.baseUrl)
  const world = /\/w\/([^/]+)$/.exec(pathname)?.[1]
  return (
    <header class="bar">
      <span class="brand">
        <span class="logo">
          <Icon name="key" size={22} />
        </span>
        <span>Latchkey</span>
        <small class="clip">{world === undefined ? host : `world ${decodeURIComponent(world)}`}</small>
      </span>
      <span class="end">
        <Liveness />
        <MockClock />
        <ThemeButton />
      </span>
    </header>
  )
}

const states = {
  connecting: ['warn', 'Connecting'],
  live: ['good', 'Live'],
  lost: ['bad', 'Not connected'],
} as const

function Liveness() {
  const { live } = useInspector()
  const [tone, words] = states[live.connection.value.state]
  return (
    <span class="state" role="status">
      <span class={`dot ${tone}`} />
      {words}
    </span>
  )
}

/** Turns the colours over, from those that the system prefers. The choice holds until the page is loaded anew. */
function ThemeButton() {
  const [theme, setTheme] = useState<string>()
  return (
    <button
      type="button"
      class="quiet icon"
      onClick={({ currentTarget }) => {
        const host = (currentTarget.getRootNode() as ShadowRoot).host
        const isDark = (host.getAttribute('theme') ?? (prefersDark() ? 'dark' : 'light')) === 'dark'
        const next = isDark ? 'light' : 'dark'
        host.setAttribute('theme', next)
        setTheme(next)
      }}
    >
      <Icon name="moon" />
      <span class="hidden">{theme === 'dark' ? 'Use light colours' : 'Turn the colours over'}</span>
    </button>
  )
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches
