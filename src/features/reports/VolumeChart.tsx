import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { StatMonth } from '#contract/reports.ts';
import { barStyles, readColours } from '#src/features/reports/chart-bars.ts';
import { monthWords } from '#src/features/reports/reports.words.ts';
import { formatTenths } from '#src/ui/format.ts';
import { watchTheme } from '#src/ui/watch-theme.ts';
import styles from './Reports.module.css';

const HEIGHT = 200;
/** A name of a month below each bar needs so much. */
const NAME_PX = 30;
const AXIS_PX = 56;
/** ЛО from which a month is active. */
const ACTIVE = 30;

/**
 * ГО and ЛО of each month as bars of their own scales: a closed month filled, the open one hatched, an inactive one an outline, so they are
 * told apart without colour. Drawn for eyes only; the table below says the same.
 */
export function VolumeChart({ months }: { months: readonly StatMonth[] }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.plots} aria-hidden="true">
        <Bars title="ГО, баллы" months={months} of="go" />
        <Bars title="ЛО, баллы" months={months} of="lo" />
      </div>
      <figcaption className={styles.legend}>
        <span className={styles.closed}>закрыт</span>
        <span className={styles.open}>идёт</span>
        <span className={styles.passive}>не активны, ЛО меньше {ACTIVE}</span>
      </figcaption>
    </figure>
  );
}

type BarsProps = { title: string; months: readonly StatMonth[]; of: 'go' | 'lo' };
function Bars({ title, months, of }: BarsProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const at = place.current;
    if (!at) return undefined;
    const draw = () => new uPlot(optionsFor(at, months, of), [months.map((_, i) => i), months.map((one) => one[of])], at); // prettier-ignore
    let plot = draw();
    const anew = () => {
      plot.destroy();
      plot = draw();
    };
    const resized = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height: HEIGHT }));
    resized.observe(at);
    // What is on a canvas does not follow the theme by itself.
    const forget = watchTheme(anew);
    return () => {
      forget();
      resized.disconnect();
      plot.destroy();
    };
  }, [months, of]);
  return (
    <div className={styles.plot}>
      <b className="small">{title}</b>
      <div ref={place} />
    </div>
  );
}

function optionsFor(at: HTMLElement, months: readonly StatMonth[], of: 'go' | 'lo'): uPlot.Options {
  const colours = readColours(at);
  const bars = months.map((month) => barStyles(colours, lookOf(month)));
  const axis = { stroke: colours.words, font: `12px ${getComputedStyle(at).fontFamily}`, ticks: { show: false } };
  // Of many months on a narrow screen every second one is named, the open one among them.
  const isNamed = (plot: uPlot, i: number) => (plot.width - AXIS_PX) / months.length >= NAME_PX || (months.length - 1 - i) % 2 === 0; // prettier-ignore
  return {
    width: at.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, months.length - 0.5] },
      y: { range: (_plot, _least, most) => [0, Math.max(most, of === 'lo' ? ACTIVE : 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: () => months.map((_, i) => i),
        values: (plot, places) => places.map((i) => (months[i] && isNamed(plot, i) ? short(months[i].period) : '')),
      },
      {
        ...axis,
        size: AXIS_PX,
        grid: { stroke: colours.line, width: 1 },
        ...(of === 'lo' ? { splits: (_plot: uPlot, _axis: number, _least: number, most: number) => [0, ACTIVE, ...(most > ACTIVE * 3 ? [Math.floor(most / 10) * 10] : [])] } : {}), // prettier-ignore
        values: (_plot, values) => values.map((value) => formatTenths(value)),
      },
    ],
    series: [
      {},
      {
        width: 1.5,
        points: { show: false },
        paths: uPlot.paths.bars!({
          size: [0.68, 28],
          radius: 0.1,
          disp: {
            // A pattern is a fill of the canvas like a colour; the types of the library know colours alone.
            fill: { unit: 3, values: () => bars.map(({ fill }) => fill as string) },
            stroke: { unit: 3, values: () => bars.map(({ stroke }) => stroke) },
          },
        }),
      },
    ],
  };
}
const lookOf = ({ is_open: isOpen, lo }: StatMonth) => (isOpen ? 'open' : lo < ACTIVE ? 'passive' : 'closed');
const short = (period: number): string => monthWords(period % 100).slice(0, 3).toLowerCase(); // prettier-ignore
