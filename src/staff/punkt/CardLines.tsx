import type { WaitingOrder } from '#contract/counter.ts';
import { ProductPicture } from '#src/features/catalogue/ProductPicture.tsx';
import { leftOf, type Marks } from '#src/staff/punkt/counter.rules.ts';
import { Button } from '#src/ui/Button.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './Card.module.css';

type Props = { lines: WaitingOrder['lines']; marks: Marks; isOver: boolean; onForget: () => void };

/** What to look at before it is handed over: how many of what, and which of it wants codes of «Честный знак». */
export function CardLines({ lines, marks, isOver, onForget }: Props) {
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.line_id}>
            <span className={styles.picture}>
              <ProductPicture image={line.image} title="" size={240} sizes="60px" dimmed={false} />
            </span>
            <span>
              <b>{line.title}</b>
              <br />
              <span className="small mute num">{[line.code, line.pack].filter(Boolean).join(' · ')}</span>
              {line.marks > 0 && !isOver && <MarkState left={leftOf(line, marks)} all={line.marks} />}
            </span>
            <b className={`num ${styles.pieces}`}>× {line.pieces}</b>
            {!isOver && <input type="checkbox" className={styles.check} aria-label={`Проверено: ${line.title}`} />}
          </li>
        ))}
      </ul>
      {[...marks.values()].some((codes) => codes.length > 0) && !isOver && (
        <Button kind="quiet" onClick={onForget}>
          Сканировать коды заново
        </Button>
      )}
    </>
  );
}
const MarkState = ({ left, all }: { left: number; all: number }) => (
  <span className={styles.mark}>
    <Tag kind={left === 0 ? 'leaf' : 'seed'} icon={left === 0 ? 'check' : 'scan'}>
      Честный знак: {all - left} из {all}
    </Tag>
  </span>
);
