import { SessionProvider } from '@latchkey/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { session } from './session.ts'

// With VITE_API_URL the page talks to a server. Without it the mock answers, in the page's own service worker.
if (!import.meta.env.VITE_API_URL) await (await import('./mock/startMock.ts')).startMock()

createRoot(document.querySelector('main') as HTMLElement).render(
  <StrictMode>
    <SessionProvider session={session}>
      <App />
    </SessionProvider>
  </StrictMode>,
)
