/** In place of a page until the session of the request has been read: Next renders everything around it in advance. */
export default function Loading() {
  return <p>One moment …</p>
}
