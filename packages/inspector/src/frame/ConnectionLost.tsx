import { useInspector } from '../inspectorContext.ts'

/** Says in words that changes do not arrive, and why. */
export function ConnectionLost() {
  const { live } = useInspector()
  const { state, reason } = live.connection.value
  return (
    <div class="alert" role="alert">
      {state === 'lost' && (
        <div class="lost">
          <span>
            <b>Connection lost.</b> {reason} What you see may be old. It tries again by itself.
          </span>
          <button type="button" onClick={live.reconnect}>
            Try now
          </button>
        </div>
      )}
    </div>
  )
}
