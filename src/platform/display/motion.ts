/** Still pages: the system asks for it or the person chose it in «Оформление». */
export const wantsLessMotion = (): boolean =>
  document.documentElement.dataset.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
