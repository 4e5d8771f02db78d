import { expect, it } from 'vitest';
import { decideToggle } from './decide-toggle';

it.each([
  ['off', true, null, false, 'Notifications Disabled'],
  ['on and granted', false, 'granted', true, 'Notifications Enabled'],
  ['on and denied', false, 'denied', false, 'Permission Denied'],
  ['on and left undecided', false, 'default', false, 'Permission Denied'],
] as const)('turned %s', (_case, wasEnabled, answer, isEnabled, title) => {
  const decision = decideToggle(wasEnabled, answer);
  expect(decision.isEnabled).toBe(isEnabled);
  expect(decision.toast.title).toBe(title);
  expect(decision.toast.lastsMs).toBe(3_000);
});
