import { type InspectedMock, LatchkeyInspectorElement } from '@latchkey/inspector/inspectorElement'

export { type InspectedMock, LatchkeyInspectorElement }

// The module can also be imported where there is no page, such as by server-side rendering.
if (typeof customElements !== 'undefined' && !customElements.get('latchkey-inspector')) {
  customElements.define('latchkey-inspector', LatchkeyInspectorElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-inspector': LatchkeyInspectorElement
  }
}
