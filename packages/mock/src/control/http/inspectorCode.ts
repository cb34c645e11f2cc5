declare const LATCHKEY_INSPECTOR: string

/**
 * The code of the inspector as text, for hosts that have no files. The build puts it in; the sources themselves have
 * none. Import it lazily: it is as large as the inspector.
 */
export const inspectorCode = typeof LATCHKEY_INSPECTOR === 'undefined' ? undefined : LATCHKEY_INSPECTOR
