import { Icon } from '../components/Icon.tsx'
import { useInspector } from '../inspectorContext.ts'

export function NoticeList() {
  const { notices } = useInspector()
  return (
    <div class="notices" role="status">
      {notices.list.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice ${kind}`}>
          <Icon name={kind === 'done' ? 'check' : 'faults'} size={20} />
          <span class="text">{text}</span>
          <button type="button" class="icon" onClick={() => notices.dismiss(id)}>
            <Icon name="close" size={14} />
            <span class="hidden">Dismiss</span>
          </button>
        </div>
      ))}
    </div>
  )
}
