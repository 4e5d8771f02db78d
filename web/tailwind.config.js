/** Tokens of the design; their values per theme are the CSS variables of src/app/styles.css. */
const token = (name) => `var(--${name})`;

/** @type {import('tailwindcss').Config} */
export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  theme: {
    screens: { md: '768px', lg: '1280px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(
        [
          ...['canvas', 'surface', 'raised', 'overlay', 'line', 'line2', 'control'],
          ...['ink', 'ink2', 'ink3', 'brand', 'brand-fill', 'on-brand', 'sim', 'on-sim'],
          ...['pos', 'neg', 'warn', 'unk', 'info', 'pos-t', 'neg-t', 'warn-t', 'unk-t', 'brand-t'],
        ].map((name) => [name, token(name)]),
      ),
    },
    fontFamily: { sans: token('sans'), mono: token('mono') },
    fontSize: {
      micro: ['10px', '16px'],
      label: ['11px', '16px'],
      small: ['12px', '16px'],
      body: ['13px', '20px'],
      value: ['14px', '20px'],
      symbol: ['15px', '20px'],
      section: ['16px', '24px'],
      page: ['20px', '28px'],
      hero: ['28px', '32px'],
    },
    borderRadius: { none: '0', tag: '3px', control: '6px', segment: '8px', card: '10px', full: '9999px' },
    extend: { maxWidth: { content: '1440px' } },
  },
};
