import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** What axe finds wrong with a page, one line each; nothing where it finds nothing. */
export async function violationsOn(page: Page): Promise<string> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: loaded } = window as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    // Colours on their way to another theme are of neither. What was cancelled is over, too.
    const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const found = await loaded.run();
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
    }));
  });
  return violations.map((found) => JSON.stringify(found)).join('\n');
}
