import { ViewHead } from '../../components/ViewHead.tsx'
import { ResetButton } from '../overview/ResetButton.tsx'
import { LoadScenario } from './LoadScenario.tsx'
import { Snapshots } from './Snapshots.tsx'
import { StateFile } from './StateFile.tsx'
import { Worlds } from './Worlds.tsx'

/** The state as a whole: snapshots, files, scenarios and worlds. */
export function State() {
  return (
    <div class="view">
      <ViewHead title="State">
        <ResetButton />
      </ViewHead>
      <div class="columns">
        <div class="stack wide">
          <Snapshots />
          <Worlds />
        </div>
        <div class="stack wide">
          <StateFile />
          <LoadScenario />
        </div>
      </div>
    </div>
  )
}
