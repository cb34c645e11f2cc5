/** Names of the service, such as scopes, each as a badge. */
export function Codes({ names, tone }: { names: readonly string[]; tone?: 'info' }) {
  return (
    <>
      {names.map((name) => (
        <code key={name} class={tone === undefined ? 'badge' : `badge ${tone}`}>
          {name}
        </code>
      ))}
    </>
  )
}
