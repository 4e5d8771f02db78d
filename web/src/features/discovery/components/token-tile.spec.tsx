import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TokenTile } from './token-tile';

const OWN = `/api/images/${'0a'.repeat(32)}`;
const draw = (imageUrl: string | null, size: 'card' | 'row' = 'card') =>
  renderToStaticMarkup(<TokenTile token={{ symbol: 'GLOAM', imageUrl, imageFailure: null }} size={size} />);

it('has two letters where there is no picture', () => {
  expect(draw(null)).toContain('>GL</span>');
  expect(draw(null)).not.toContain('<img');
});

it.each([
  ['card', '40'],
  ['row', '24'],
] as const)('asks for the picture of a %s when it comes near, in the box of the letters', (size, side) => {
  const html = draw(OWN, size);
  for (const attribute of [
    'alt=""',
    `src="${OWN}?size=64"`,
    `srcSet="${OWN}?size=64 64w, ${OWN}?size=256 256w"`,
    `sizes="${side}px"`,
    `width="${side}" height="${side}"`,
    'loading="lazy"',
    'decoding="async"',
    'opacity-0',
  ])
    expect(html).toContain(attribute);
  expect(html).toContain('>GL<img');
});

it.each([
  'https://evil.example/x.png',
  '//evil.example/api/images/x',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  `https://evil.example${OWN}`,
  `${OWN}/../../health`,
  `${OWN}?size=64`,
  `${OWN}"onerror="alert(1)`,
  `${OWN}\n`,
  OWN.toUpperCase(),
  '/api/images/../health',
  '',
])('asks for nothing at %j', (address) => {
  expect(draw(address)).toBe(draw(null));
});
