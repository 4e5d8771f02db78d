/** Line icons on a 16 × 16 grid, 1.5 px. Decorative: the word beside them, or the control's label, says it. */
const PATHS = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  unknown: 'M5.8 6.2a2.2 2.2 0 1 1 3.3 1.9C8.3 8.5 8 9 8 9.8M8 12.3v.1',
  warning: 'M8 2.5l6 10.8H2zM8 6.6v3.2M8 11.5v.1',
  flag: 'M4 14V2.5M4 3h8l-2 2.8 2 2.7H4',
  clock: 'M8 2.3a5.7 5.7 0 1 1 0 11.4A5.7 5.7 0 0 1 8 2.3zM8 5v3.2l2.1 1.4',
  copy: 'M6 5.5h6.5V13H6zM10 5.5V3H3.5v7.5H6',
  back: 'M13 8H3.5M7.2 4L3 8l4.2 4',
  explorer: 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM10.2 10.2l3.3 3.3',
  external: 'M5 11l6-6M6 5h5v5',
  settings:
    'M2.5 5h6M12 5h1.5M2.5 11H4M7.5 11h6M10.2 3.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zM5.8 9.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z',
  help: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2zM6.4 6.5a1.7 1.7 0 1 1 2.5 1.5C8.3 8.3 8 8.6 8 9.2M8 11.3v.1',
  gap: 'M2 8h3.2M10.8 8H14M6.8 4.5v7M9.2 4.5v7',
  bell: 'M4 11V7.2a4 4 0 0 1 8 0V11l1.2 1.3H2.8zM6.8 14h2.4',
  up: 'M8 13V3.5M4 7.2L8 3l4 4.2',
  more: 'M4 6.5l4 4 4-4',
  sort: 'M5 3v10M2.8 10.8L5 13l2.2-2.2M11 13V3M8.8 5.2L11 3l2.2 2.2',
  cards:
    'M3.5 3h2.6a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9.9 3h2.6a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H9.9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z',
  rows: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  chart:
    'M4.5 2.5v2M4.5 10v3.5M11.5 2.5V6M11.5 11v2.5M3.5 4.5h2a.5.5 0 0 1 .5.5v4.5a.5.5 0 0 1-.5.5h-2a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5zM10.5 6h2a.5.5 0 0 1 .5.5v4a.5.5 0 0 1-.5.5h-2a.5.5 0 0 1-.5-.5v-4a.5.5 0 0 1 .5-.5z',
  wallet: 'M12.5 5V3.5H4A1.5 1.5 0 0 0 4 6.5H13.5V13H4A1.5 1.5 0 0 1 2.5 11.5V5M11 9.7v.1',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.2h10',
  phone: 'M5.5 1.8h5a1 1 0 0 1 1 1v10.4a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1V2.8a1 1 0 0 1 1-1zM7.3 12h1.4',
  telegram: 'M14 2.5L2 7.4l4 1.6 1.6 4.5zM14 2.5L6 9',
} as const;

/** Filled shapes. */
const SHAPES = {
  flame:
    'M8.7 1.5c.4 2.5 3.8 4.1 3.8 7.7A4.5 4.5 0 0 1 8 14a4.5 4.5 0 0 1-4.5-4.7c0-1.7 1-2.9 1.9-3.900.2 1 .6 1.6 1.2 2 .1-2 .7-4.1 2.1-5.9z',
  x: 'M2.3 2.5h3.3l2.7 3.7 3.2-3.7H13L9 7l4.6 6.5h-3.3L7.2 9.4l-3.5 4.1H2.2l4.3-5zM4.4 3.6l6.4 8.8h1L5.4 3.6z',
} as const;

export type IconName = keyof typeof PATHS | keyof typeof SHAPES;

export function Icon({
  name,
  size = 16,
  className = '',
}: {
  name: IconName;
  size?: number;
  className?: string;
}) {
  const isShape = name in SHAPES;
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      className={`flex-none ${className}`}
      fill={isShape ? 'currentColor' : 'none'}
      stroke={isShape ? 'none' : 'currentColor'}
      strokeWidth={size <= 12 ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={{ ...PATHS, ...SHAPES }[name]} />
    </svg>
  );
}

/** The product's mark: a cube with one lit face. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M10 1l7.8 4.5L10 10z" fill="var(--brand-fill)" stroke="none" />
      <path d="M10 1l7.8 4.5v9L10 19l-7.8-4.5v-9z" strokeWidth="1.4" strokeLinejoin="round" />
      <path d="M10 10l7.8-4.5M10 10v9M10 10L2.2 5.5M10 10V1" strokeWidth="1.2" />
    </svg>
  );
}

/** Stands over an empty list. */
export function EmptyMark() {
  return (
    <svg
      viewBox="0 0 40 40"
      width="40"
      height="40"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M20 4l14 8v16l-14 8-14-8V12z" strokeDasharray="3 3" />
      <path d="M20 20l14-8M20 20v16M20 20L6 12" />
    </svg>
  );
}
