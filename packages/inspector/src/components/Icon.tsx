/** Strokes on a grid of 24 by 24. */
const paths = {
  overview: 'M4 4h7v7H4z M13 4h7v4h-7z M13 11h7v9h-7z M4 14h7v6H4z',
  requests: 'M4 8h14 M14 4l4 4-4 4 M20 16H6 M10 12l-4 4 4 4',
  operations: 'M8 6l-5 6 5 6 M16 6l5 6-5 6 M13.5 4l-3 16',
  configuration: 'M4 7h9 M17 7h3 M15 5v4 M4 12h3 M11 12h9 M9 10v4 M4 17h9 M17 17h3 M15 15v4',
  people: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4.5 20a7.5 7.5 0 0 1 15 0',
  inbox: 'M3 6h18v12H3z M3 7l9 6 9-6',
  wallets: 'M4 7h16v12H4z M4 7l11-3v3 M15 13h5',
  browser: 'M3 5h18v14H3z M3 9h18 M6 7h.5 M8.5 7h.5 M15 14h3',
  outside:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M3 12h18 M12 3c-2.5 2.4-3.8 5.4-3.8 9s1.3 6.6 3.8 9c2.5-2.4 3.8-5.4 3.8-9S14.5 5.4 12 3z',
  events: 'M13 3L5 14h6l-1 7 8-11h-6z',
  webhooks:
    'M12 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M6 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M18 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M10.6 8.6L7.5 14.4 M13.4 8.6l3.1 5.8 M9 17h6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M12 7v5l3 2',
  faults: 'M12 4l9 16H3z M12 10v4 M12 17v.5',
  sweeps: 'M4 4h16v16H4z M4 9.5h16 M9.5 4v16 M13 14.5l1.5 1.5 3-3',
  state:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3z M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6 M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  copy: 'M9 9h11v11H9z M5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M16 16l4.5 4.5',
  close: 'M6 6l12 12 M18 6L6 18',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  eye: 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12z M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  send: 'M21 3L10 14 M21 3l-7 18-4-7-7-4z',
  phone: 'M7 3h10v18H7z M11 18h2',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1 M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M12 12h9v4 M17 12v3',
} as const

export type IconName = keyof typeof paths

/** A picture beside words. Screen readers leave it out. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
