/**
 * Everything that the page keeps in the browser's local storage, by its key, and what it is for. Nothing is kept under
 * another key, and the privacy policy prints this list.
 */
export const STORED = {
  theme: 'the theme that you chose',
  'discovery-notifications-enabled': 'whether desktop notifications are on',
  'announce-qualified': 'whether new qualified tokens are announced',
  'announce-both-sources': 'whether those of the source that is not on screen are announced too',
  'announce-ultimate': 'whether new tokens of Ultimate are announced',
  'announce-early-stage': 'whether tokens of Early Stage are announced',
  'announce-sound': 'whether an announcement is heard',
  'alert-sound-played-at': 'when a sound was played last, so that several tabs do not play it at once',
  alerts: 'the tokens that were announced in the last day, for the bell',
  'alerts-read': 'up to which of these you have seen',
  'discovery-density': 'whether lists are cards or rows',
  'discovery-gates': 'whether the checks above a list are unfolded',
  'discovery-new': 'whether new launches are unfolded',
  'discovery-sort': 'the order of the lists',
  wallet: 'the name of the wallet program that you connected last; empty once you disconnect',
} as const;

export type StoredKey = keyof typeof STORED;
