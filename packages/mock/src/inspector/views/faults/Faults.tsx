import { ViewHead } from '../../components/ViewHead.tsx'
import { FaultForm } from './FaultForm.tsx'
import { HitRequests } from './HitRequests.tsx'
import { SetFaults } from './SetFaults.tsx'

/** Makes operations fail, and shows what is set to fail and what has failed by it. */
export function Faults() {
  return (
    <div class="view">
      <ViewHead title="Faults" />
      <div class="columns">
        <FaultForm />
        <div class="stack wide">
          <SetFaults />
          <HitRequests />
        </div>
      </div>
    </div>
  )
}
