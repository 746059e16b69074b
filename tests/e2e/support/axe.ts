import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe finds wrong on this page, a line for each rule; with `rules` only these are asked. It runs in the page itself, once
 * brought there: `@axe-core/playwright` brings it anew for every look and opens a tab to sum up frames, which we have none of.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    if (document.querySelector('iframe, frame')) throw new Error('axe would not look into the frames of this page');
    // What fades in has another colour for a moment.
    const moving = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity); // prettier-ignore
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      ...(values ? { runOnly: { type: 'rule', values: [...values] } } : {}),
    });
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
}
