import { useEffect, useRef } from 'preact/hooks'
import { Bar } from './frame/Bar.tsx'
import { ConnectionLost } from './frame/ConnectionLost.tsx'
import { Navigation } from './frame/Navigation.tsx'
import { NoticeList } from './frame/NoticeList.tsx'
import { type Inspector, InspectorProvider } from './inspectorContext.ts'
import { views } from './views/views.ts'

/** The whole inspector. */
export function App({ inspector, keepsAddress }: { inspector: Inspector; keepsAddress: boolean }) {
  const { view: hash } = inspector.router.route.value
  const view = views.find((candidate) => candidate.hash === hash) ?? views[0]
  const main = useRef<HTMLElement>(null)
  const former = useRef(view)
  useEffect(() => {
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
          <main ref={main} aria-label={view.name}>
            <view.Component />
          </main>
        </div>
        <NoticeList />
      </div>
    </InspectorProvider>
  )
}
