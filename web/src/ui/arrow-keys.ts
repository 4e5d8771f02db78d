import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End move among the buttons of a tab list or radio group and choose where they land. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab],[role=radio]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[
    event.key
  ];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  const target = items.at(to % items.length);
  target?.focus();
  target?.click();
}
