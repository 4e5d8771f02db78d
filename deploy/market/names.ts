import type { Random } from './random.js';

const ADJECTIVES = [
  'Based',
  'Tiny',
  'Giga',
  'Sleepy',
  'Turbo',
  'Cosmic',
  'Grumpy',
  'Golden',
  'Quantum',
  'Fluffy',
  'Silent',
  'Wobbly',
  'Lucky',
  'Hungry',
  'Retro',
  'Neon',
  'Lazy',
  'Brave',
  'Moon',
  'Pixel',
  'Baby',
  'Salty',
  'Dizzy',
  'Mega',
];
const CREATURES = [
  'Frog',
  'Otter',
  'Capybara',
  'Cat',
  'Penguin',
  'Goose',
  'Raccoon',
  'Hamster',
  'Shiba',
  'Axolotl',
  'Panda',
  'Whale',
  'Llama',
  'Pigeon',
  'Walrus',
  'Gecko',
  'Sloth',
  'Ferret',
  'Corgi',
  'Duck',
  'Moose',
  'Turtle',
  'Badger',
  'Yak',
];
const THINGS = [
  'Sandwich',
  'Rocket',
  'Noodle',
  'Toaster',
  'Pickle',
  'Waffle',
  'Lamp',
  'Teapot',
  'Cactus',
  'Dumpling',
  'Umbrella',
  'Potato',
  'Sock',
  'Pancake',
  'Kazoo',
  'Mushroom',
];
const PLACES = ['Harbor', 'Station', 'Island', 'Kitchen', 'Garage', 'Valley', 'Attic', 'Planet'];
const TECH = ['Agent', 'Protocol', 'Labs', 'Network', 'Oracle', 'Engine', 'Swarm', 'Index'];

/** Names as attackers write them: direction overrides, look-alike letters, invisible characters, markup, length. */
const HOSTILE: readonly { name: string; symbol: string }[] = [
  { name: 'Safe \u202Enioc\u202C', symbol: 'SAFE\u202E' },
  { name: 'Р\u0435\u0440\u0435 \u0421\u043Ein', symbol: 'РЕРЕ' },
  { name: 'Bonk\u200B\u200BInu', symbol: 'BONK\u200D' },
  { name: '<img src=x onerror=alert(1)>', symbol: '<B>X' },
  { name: `${'Very '.repeat(30)}Long`, symbol: 'LOOOOOOOOOOOOONG' },
  { name: "Robert'); DROP TABLE tokens;--", symbol: 'DROP' },
];

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

export interface CoinName {
  name: string;
  symbol: string;
  uri: string;
}

/** A launch's name, symbol and metadata address, most of them plausible and one in a hundred hostile. */
export function nameCoin(random: Random): CoinName {
  const uri = `https://ipfs.io/ipfs/bafkrei${Array.from({ length: 52 }, () => BASE32[random.below(32)]).join('')}`;
  if (random.chance(0.01)) return { ...random.pick(HOSTILE), uri };
  const name = composeName(random);
  return { name, symbol: symbolFor(name, random), uri };
}

function composeName(random: Random): string {
  const subject = random.pick(random.chance(0.7) ? CREATURES : THINGS);
  switch (random.below(6)) {
    case 0:
      return subject;
    case 1:
      return `${subject} ${random.pick(TECH)}`;
    case 2:
      return `${subject} ${random.pick(PLACES)}`;
    case 3:
      return `${subject}${random.pick(['wif', ' of ', ' and '])}${random.pick(THINGS)}`;
    default:
      return `${random.pick(ADJECTIVES)} ${subject}`;
  }
}

function symbolFor(name: string, random: Random): string {
  const letters = name.replaceAll(/[^A-Za-z]/g, '').toUpperCase();
  const initials = name.replaceAll(/[^A-Z]/g, '');
  if (initials.length >= 3 && random.chance(0.3)) return initials;
  return letters.slice(0, 3 + random.below(5));
}
