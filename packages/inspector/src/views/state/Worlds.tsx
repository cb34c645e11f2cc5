import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Reading } from '../../components/Reading.tsx'
import { countsInWords } from '../../counting.ts'
import { useAction, useInspector, useRead } from '../../inspectorContext.ts'
import type { ControlOutput } from '../../live/control.ts'
import { dateOf, now } from '../../platform.ts'
import { distance } from '../../spans.ts'
import { NewWorld } from './NewWorld.tsx'

type World = ControlOutput<'GET worlds'>[number]

/** The server's URL, and the name of the world that is shown. */
function worldOfUrl(baseUrl: string): { server: string; name: string | undefined } {
  const [, server = baseUrl, name] = /^(.*)\/w\/([^/]+)$/.exec(baseUrl) ?? []
  return { server, name }
}

/** The independent copies of the server's mock. */
export function Worlds() {
  const { live } = useInspector()
  const worlds = useRead('GET worlds', { tables: ['worlds'], everyMs: 5000 })
  const [copied, setCopied] = useState<{ readonly from: string }>()
  const shownWorld = worldOfUrl(live.baseUrl)
  const all = worlds.data ?? []
  if (worlds.error && !worlds.data)
    // Of a mock that no server serves.
    return (
      <Card title="Worlds">
        <Empty icon="state" title="No worlds here">
          <p class="text">{worlds.error.message}</p>
        </Empty>
      </Card>
    )
  return (
    <Card
      title="Worlds"
      flush
      actions={
        <button type="button" onClick={() => setCopied({ from: '' })}>
          New world…
        </button>
      }
    >
      <Reading of={worlds}>
        {() => (
          <>
            {shownWorld.name !== undefined && (
              <p class="state-line small">
                This is the world <b class="clip">{shownWorld.name}</b>.{' '}
                <a href={`${shownWorld.server}/__mock/#/state`} target="_blank" rel="noopener">
                  Open the server's own mock
                </a>
              </p>
            )}
            {all.length === 0 ? (
              <Empty icon="state" title="No worlds yet">
                <p>
                  A world is a copy of this server's mock below <code>/w/&lt;name&gt;</code>, with its own state and
                  clock. It is created here or, except on Cloudflare, by its first request.
                </p>
              </Empty>
            ) : (
              <ul class="list" aria-label="Worlds">
                {all.map((world) => (
                  <li key={world.name}>
                    <WorldItem
                      world={world}
                      url={`${shownWorld.server}/w/${encodeURIComponent(world.name)}`}
                      isShown={world.name === shownWorld.name}
                      onCopy={() => setCopied({ from: world.name })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Reading>
      {copied && (
        <NewWorld from={copied.from} names={all.map(({ name }) => name)} onClose={() => setCopied(undefined)} />
      )}
    </Card>
  )
}

interface WorldItemProps {
  readonly world: World
  readonly url: string
  /** Whether it is the one that the inspector shows. */
  readonly isShown: boolean
  onCopy(): void
}

function WorldItem({ world: { name, counts, lastUsedAt }, url, isShown, onCopy }: WorldItemProps) {
  const { live } = useInspector()
  const [run, isBusy] = useAction()
  const [isAsking, setAsking] = useState(false)
  function drop(): void {
    setAsking(false)
    void run(() => live.call('POST worlds/drop', { name }), `The world ${name} is dropped.`)
  }
  return (
    <div class="item state-item">
      <div class="state-what">
        <span class="row">
          <b class="text">{name}</b>
          {isShown && <Badge tone="info">shown</Badge>}
        </span>
        <small>{counts ? countsInWords(counts) : 'Not in the memory'}</small>
        <small>{lastUsedAt && `Used ${distance(Math.min(0, dateOf(lastUsedAt).getTime() - now()))}`}</small>
      </div>
      <span class="row end">
        {!isShown && (
          <a
            class="button"
            href={`${url}/__mock/`}
            target="_blank"
            rel="noopener"
            aria-label={`Open the inspector of ${name}`}
          >
            Open
          </a>
        )}
        <button type="button" aria-label={`Copy ${name}…`} onClick={onCopy}>
          Copy…
        </button>
        {!isShown && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            aria-label={`Drop ${name}…`}
            onClick={() => setAsking(true)}
          >
            Drop…
          </button>
        )}
      </span>
      {isAsking && (
        <Dialog title="Drop the world?" action="Drop" isDangerous onConfirm={drop} onClose={() => setAsking(false)}>
          <p>
            Everything in <b class="text">{name}</b> is gone.
          </p>
        </Dialog>
      )}
    </div>
  )
}
