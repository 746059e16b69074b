import type { Page } from '@playwright/test';

/**
 * What larger text has done to the words of a page: broken in the middle, cut off by a box, hanging out of their button or
 * beyond the edge of the screen, a line of which half is seen, a choice or a placeholder that ends too early. One line per fault,
 * with the words it is about.
 */
export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    const widthOfPage = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > widthOfPage) faults.add('the page scrolls sideways');

    const isRead = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr, [aria-hidden="true"], svg, noscript') &&
      getComputedStyle(element).clipPath === 'none' &&
      !isClipped(element.parentElement);
    /** Out of sight on purpose: the head of a table whose rows are cards still speaks to a screen reader. */
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement));
    const placeOf = (element: Element) =>
      `${element.closest('[class]')?.className.toString().split(' ')[0] ?? element.tagName}`;
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const box = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!box || text === '' || !isRead(box)) continue;
      const whole = rangeOf(node, 0, node.textContent?.length ?? 0);
      const rects = [...whole.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (rects.length === 0) continue;
      const tell = (what: string) => faults.add(`${what} in ${placeOf(box)}: ${text.slice(0, 50)}`);
      if (rects.length > 1)
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          const lines = new Set(
            [...rangeOf(node, index, index + word.length).getClientRects()].map(({ top }) => Math.round(top)),
          );
          if (lines.size > 1) tell(`«${word}» is broken`);
        }
      const right = Math.max(...rects.map((rect) => rect.right));
      const left = Math.min(...rects.map((rect) => rect.left));
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      const button = box.closest('button, a, label, option');
      const around = button?.getBoundingClientRect();
      if (
        around &&
        getComputedStyle(button!).display !== 'inline' &&
        (right > around.right + 2 || left < around.left - 2 || bottom > around.bottom + 4)
      )
        tell('hangs out of its control');
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      if (button && lines > 3 && lines >= text.split(/\s+/).length) tell('one word a line');
      if (getComputedStyle(box).borderRadius === '50%' && bottom > box.getBoundingClientRect().bottom + 2)
        tell('hangs out of its circle');
      cutOff(box, { left, right, bottom }, tell);
      if (isHalfSeen(box, rects)) tell('half a line is seen');
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, input[placeholder]')) {
      if (!isRead(field)) continue;
      // A search has a name that says what it is; its hint may end in «…».
      if (field.type === 'search' && getComputedStyle(field).textOverflow === 'ellipsis') continue;
      const isSelect = field instanceof HTMLSelectElement;
      const text = isSelect ? (field.selectedOptions[0]?.text ?? '') : field.value === '' ? field.placeholder : '';
      if (widthOf(text, getComputedStyle(field, isSelect ? null : '::placeholder')) > roomIn(field) + 1)
        faults.add(`has no room in its field: ${text}`);
    }
    return [...faults];

    function widthOf(text: string, { font }: CSSStyleDeclaration): number {
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = font;
      return pen.measureText(text).width;
    }
    function roomIn(field: Element): number {
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    }
    /** A clamp may leave out lines, but whole ones. */
    function isHalfSeen(box: Element, lines: readonly DOMRect[]): boolean {
      for (let one: Element | null = box; one; one = one.parentElement) {
        const { overflowY, position } = getComputedStyle(one);
        if (/auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight) return false;
        const edge = one.getBoundingClientRect();
        const isCut = (at: number) => lines.some(({ top, bottom }) => top < at - 4 && bottom > at + 4);
        if (/hidden|clip/.test(overflowY) && (isCut(edge.top) || isCut(edge.bottom))) return true;
        if (position === 'fixed') return false;
      }
      return false;
    }

    function rangeOf(node: Node, from: number, to: number): Range {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range;
    }
    /** A row that can be scrolled shows all of it; lines beyond a clamp, and the end of a summary, are left out on purpose. */
    function cutOff(
      box: Element,
      text: { left: number; right: number; bottom: number },
      tell: (what: string) => void,
    ): void {
      if (box.closest('summary') && getComputedStyle(box).textOverflow === 'ellipsis') return;
      let isInList = false;
      for (let one: Element | null = box; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        // What is below its edge is a scroll away.
        isInList ||= /auto|scroll/.test(style.overflowY) && one.scrollHeight > one.clientHeight;
        if (/auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth) return;
        const edge = one.getBoundingClientRect();
        if (/hidden|clip/.test(style.overflowX) && (text.right > edge.right + 2 || text.left < edge.left - 2))
          return tell('is cut off');
        if (
          !isInList &&
          /hidden|clip/.test(style.overflowY) &&
          text.bottom > edge.bottom + 2 &&
          style.webkitLineClamp === 'none'
        )
          return tell('is cut off below');
        if (style.position === 'fixed') break;
      }
      if (text.right > widthOfPage + 1 || text.left < -1) tell('leaves the screen');
    }
  });
