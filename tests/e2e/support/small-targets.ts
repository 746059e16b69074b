import type { Page } from '@playwright/test';

/** What a finger needs (docs/product/look.md#look), less the pixel by which a browser rounds an edge. */
const TAP = 44 - 1;

/**
 * Controls of a page that a finger of 44 px would miss, by what is really hit there: an area larger than the drawing counts,
 * one that another control lies over does not. A link within a sentence is as high as its line. One line per fault.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(async (least) => {
    const faults = new Set<string>();
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="option"]';
    const modal = document.querySelector('dialog:modal');
    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // The picture of a card is a second way to what its title leads to.
      if (control.closest('[inert], [aria-hidden="true"]') || control.matches(':disabled, [tabindex="-1"]')) continue;
      // Seen only by whoever comes by keyboard; the handles of a range lie over its field.
      if (getComputedStyle(control).clipPath !== 'none' || getComputedStyle(control).pointerEvents === 'none') continue;
      if (isInSentence(control) || (modal && !modal.contains(control))) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(done));
      // A long list draws what is near: it has other cards by now.
      if (!control.isConnected) continue;
      const across = hits(control, 'x');
      const [width, height] = [across.length, hits(control, 'y', across[across.length >> 1]).length];
      if (width >= least && height >= least) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      faults.add(`${control.tagName.toLowerCase()} «${name.slice(0, 40)}»: ${width} × ${height}`);
    }
    return [...faults];

    /** Words stand beside it in the same line. */
    function isInSentence(control: HTMLElement): boolean {
      if (getComputedStyle(control).display !== 'inline') return false;
      const block = control.closest('p, li, td, dd, figcaption, output, div');
      return (block?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0) + 1;
    }
    /** Pixels through its middle, or through `through`, in one direction that lead to this control. */
    function hits(control: HTMLElement, axis: 'x' | 'y', through?: number): number[] {
      const boxes = [...control.getClientRects()];
      const box = boxes[0];
      if (!box) return [];
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      const around = label?.getBoundingClientRect() ?? box;
      const [x, y] = [through ?? (box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const [from, to] = axis === 'x' ? [around.left - 24, around.right + 24] : [around.top - 24, around.bottom + 24];
      const edge = axis === 'x' ? innerWidth : innerHeight;
      const found: number[] = [];
      for (let at = Math.max(0.5, Math.floor(from) + 0.5); at < Math.min(edge, to); at += 1) {
        const hit = document.elementFromPoint(axis === 'x' ? at : x, axis === 'x' ? y : at);
        if (hit && (control.contains(hit) || hit === control || label?.contains(hit))) found.push(at);
      }
      return found;
    }
  }, TAP);
