import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { StatMonth } from '#contract/reports.ts';
import { monthWords } from '#src/features/reports/reports.words.ts';
import { formatTenths } from '#src/ui/format.ts';
import styles from './Reports.module.css';

const HEIGHT = 220;
const short = (period: number): string => `${monthWords(period % 100).slice(0, 3)} ${String(period).slice(2, 4)}`;

/**
 * ГО as a solid line with dots, ЛО dashed with squares: told apart without colour. It is drawn for eyes only; the table below says the same.
 */
export function VolumeChart({ months }: { months: readonly StatMonth[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = place.current;
    if (!at) return undefined;
    const plot = new uPlot(optionsFor(at, months), dataOf(months), at);
    const resized = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height: HEIGHT }));
    resized.observe(at);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [months]);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        <span className={styles.solid}>ГО</span>
        <span className={styles.dashed}>ЛО</span>
      </figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
}
const dataOf = (months: readonly StatMonth[]): uPlot.AlignedData => [
  months.map((_, at) => at),
  months.map(({ go }) => go),
  months.map(({ lo }) => lo),
];
function optionsFor(at: HTMLElement, months: readonly StatMonth[]): uPlot.Options {
  const style = getComputedStyle(at);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--ink-3'), font: `12px ${style.fontFamily}`, grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }; // prettier-ignore
  return {
    width: at.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, Math.max(most, 1) * 1.1] } },
    axes: [
      {
        ...axis,
        size: 32,
        values: (_plot, places) => places.map((place) => (months[place] ? short(months[place].period) : '')),
      },
      { ...axis, size: 60, values: (_plot, values) => values.map((value) => formatTenths(value)) },
    ],
    series: [
      {},
      { stroke: colour('--leaf'), width: 2, points: { show: true, size: 7 } },
      { stroke: colour('--ink-2'), width: 2, dash: [6, 4], points: { show: true, size: 6, space: 0 } },
    ],
  };
}
