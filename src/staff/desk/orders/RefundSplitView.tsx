import type { RefundPart } from '#contract/desk-orders.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { refundTargets } from '#src/staff/desk/orders/desk-orders.words.ts';
import type { RefundCount } from '#src/staff/desk/orders/use-refund-split.ts';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './RefundSplitView.module.css';

type Sold = { payment: { type: number }; items: readonly { line_id: number; title: string }[] };
/** What goes back and where to, per line and in all, to the kopeck, before it is confirmed (docs/product/desk.md#refunds). */
export function RefundSplitView({ order, count }: { order: Sold; count: RefundCount }) {
  const { split, failure, again } = count;
  if (failure)
    return (
      <Note kind="error" icon="alert">
        <p role="alert">Не удалось посчитать, что куда вернётся. {failureText(failure)}</p>
        <Button kind="line" onClick={again}>
          Посчитать ещё раз
        </Button>
      </Note>
    );
  if (!split) return <output className="soft">Считаем, что куда вернётся…</output>;
  const targets = refundTargets(order.payment.type);
  const titleOf = (id: number) => order.items.find(({ line_id: lineId }) => lineId === id)?.title ?? '';
  return (
    <section className={styles.split} aria-label="Что куда вернётся">
      <ul className={styles.parts}>
        {split.lines.map(({ line_id: id, pieces, ...part }) => (
          <Part key={id} name={`${titleOf(id)} × ${pieces}`} part={part} targets={targets} />
        ))}
        {split.delivery && <Part name="Доставка" part={split.delivery} targets={targets} />}
      </ul>
      <div className={styles.total}>
        {targets
          .filter(({ key }) => split.total[key] > 0)
          .map(({ key, all }) => (
            <Lead key={key} wraps name={all} value={formatMoney(split.total[key])} />
          ))}
        <Lead strong name="Всего вернётся" value={formatMoney(sumOf(split.total))} />
      </div>
    </section>
  );
}

const sumOf = ({ source, ls, ks, bs }: RefundPart): number => source + ls + ks + bs;

type PartProps = { name: string; part: RefundPart; targets: ReturnType<typeof refundTargets> };
function Part({ name, part, targets }: PartProps) {
  const words = targets.flatMap(({ key, one }) => (part[key] > 0 ? [`${one} ${formatMoney(part[key])}`] : []));
  return (
    <li>
      <span>{name}</span>
      <span className="small soft num">{words.length > 0 ? words.join(' · ') : 'ничего'}</span>
    </li>
  );
}
