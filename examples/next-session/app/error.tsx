'use client'

/** In place of a page that has thrown, such as while the service cannot be reached. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <main>
      <p>This did not work.</p>
      <button onClick={retry}>Try again</button>
    </main>
  )
}
