import type { Metadata } from 'next'
import Link from 'next/link'
import { type ReactNode, Suspense } from 'react'
import { readSession } from '@/lib/serverSession'
import { Header } from './Header'
import { Providers } from './Providers'

export const metadata: Metadata = { title: 'Session' }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Home</Link> <Link href="/profile">Profile</Link>
        </nav>
        <Suspense fallback={<p>One moment …</p>}>
          <WithSession>{children}</WithSession>
        </Suspense>
      </body>
    </html>
  )
}

async function WithSession({ children }: { children: ReactNode }) {
  const { state, user } = await readSession()
  return (
    <Providers snapshot={{ state, user }}>
      <Header />
      {children}
    </Providers>
  )
}
