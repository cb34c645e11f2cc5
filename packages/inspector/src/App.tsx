import { useLayoutEffect, useRef } from 'preact/hooks'
import { Bar } from './frame/Bar.tsx'
import { ConnectionLost } from './frame/ConnectionLost.tsx'
import { Navigation } from './frame/Navigation.tsx'
import { NoticeList } from './frame/NoticeList.tsx'
import { type Inspector, InspectorProvider } from './inspectorContext.ts'
import { views } from './views/views.ts'

export interface AppProps {
  readonly inspector: Inspector
  readonly keepsAddress: boolean
  /** Whether the page around the inspector has a main part of its own, beside which there is no second one. */
  readonly isPart: boolean
}

/** The whole inspector. */
export function App({ inspector, keepsAddress, isPart }: AppProps) {
  const { view: hash } = inspector.router.route.value
  const view = views.find((candidate) => candidate.hash === hash) ?? views[0]
  const main = useRef<HTMLElement>(null)
  const former = useRef(view)
  const Content = isPart ? 'section' : 'main'
  // With the heading, not after it: whoever sees the view finds its title and the focus.
  useLayoutEffect(() => {
    if (keepsAddress) document.title = `${view.name} · Latchkey`
    // As after the load of a page, screen readers and the keyboard go on from the heading.
    if (former.current !== view) {
      main.current?.scrollTo(0, 0)
      main.current?.querySelector('h1')?.focus()
    }
    former.current = view
  }, [view, keepsAddress])
  return (
    <InspectorProvider value={inspector}>
      <div class="app">
        <div class="frame">
          <Bar />
          <ConnectionLost />
          <Navigation current={view} />
          <Content ref={main} class="content" aria-label={view.name}>
            <view.Component />
          </Content>
          <NoticeList />
        </div>
      </div>
    </InspectorProvider>
  )
}
