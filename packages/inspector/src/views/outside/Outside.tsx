import { Reading } from '../../components/Reading.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { useRead } from '../../inspectorContext.ts'
import { AttachButton } from './AttachButton.tsx'
import { RealParts } from './RealParts.tsx'
import { Simulated } from './Simulated.tsx'

/** Shows which parts of the world outside are real, and how they answer; attaches and detaches them. */
export function Outside() {
  const outside = useRead('GET outside', { tables: ['realParts'] })
  return (
    <div class="view">
      <ViewHead title="World outside">
        <AttachButton />
      </ViewHead>
      <Reading of={outside}>
        {({ parts }) => (
          <div class="columns">
            <div class="stack wide">
              <RealParts parts={parts} />
            </div>
            <div class="stack wide">
              <Simulated parts={parts} />
            </div>
          </div>
        )}
      </Reading>
    </div>
  )
}
