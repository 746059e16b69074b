import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { DeskReturn } from '#contract/desk-returns.ts';
import { formatPhone } from '#contract/phones.ts';
import { RETURN_REASON_NAMES, RETURN_STATE_NAMES } from '#contract/returns.ts';
import { dayWords, momentWords } from '#src/features/orders/orders.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { useNetworkReturns } from '#src/platform/api/use-network-returns.ts';
import { DeskHead } from '#src/staff/desk/parts/DeskHead.tsx';
import { deskReturnAtom, loadDeskReturnAtom } from '#src/staff/desk/returns/desk-returns.atoms.ts';
import { STATE_TAGS } from '#src/staff/desk/returns/desk-returns.words.ts';
import { ReceiveSheet } from '#src/staff/desk/returns/ReceiveSheet.tsx';
import { AnswerSheet, RefundReturnSheet } from '#src/staff/desk/returns/ReturnSheets.tsx';
import { MissingCard } from '#src/staff/MissingCard.tsx';
import { Button } from '#src/ui/Button.tsx';
import { formatMoney, NBSP, numberWords } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import { Note } from '#src/ui/Note.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import styles from './DeskReturns.module.css';

/** /desk/returns/:id: what goes back and why, and what can be done with it now. */
export function DeskReturnPage({ id }: { id: number }) {
  const { key, data, failure } = useAtomValue(deskReturnAtom);
  const load = useSetAtom(loadDeskReturnAtom);
  const { uid } = useAtomValue(sessionAtom);
  const returns = useNetworkReturns();
  useEffect(() => {
    void load(id);
  }, [load, uid, returns, id]);
  const isMine = key === `${uid} ${id}`;
  usePageTitle(isMine && data ? `Возврат ${data.code}` : 'Возврат');
  if (isMine && !data && failure)
    return (
      <div className={`wrap ${styles.page}`}>
        <MissingCard
          failure={failure}
          title="Возврат не загрузился"
          check="Проверьте номер."
          onRetry={() => load(id)}
        />
      </div>
    );
  if (!isMine || !data)
    return (
      <div className={`wrap ${styles.page}`} aria-busy="true">
        <Skeleton width={240} height={32} />
        <Skeleton height={280} radius={12} />
      </div>
    );
  return (
    <div className={`wrap ${styles.page}`}>
      <DeskHead title={data.code} back={{ href: '/desk/returns', words: 'Возвраты' }} isNumber>
        <Tag kind={STATE_TAGS[data.state]}>{RETURN_STATE_NAMES[data.state]}</Tag>
        <span className="soft num">{momentWords(data.at)}</span>
      </DeskHead>
      {failure && <Note icon="offline">{failureText(failure)} Показано то, что пришло раньше.</Note>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Goods one={data} />
          <Photos urls={data.photos} />
        </div>
        <div className={styles.column}>
          <Acts one={data} />
          <Buyer one={data} />
        </div>
      </div>
    </div>
  );
}

const Box = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={`card ${styles.box}`} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

function Goods({ one }: { one: DeskReturn }) {
  return (
    <Box id="return-goods" title="Товары">
      <ul className={styles.list}>
        {one.lines.map((line) => (
          <li key={line.line_id}>
            <Lead
              wraps
              name={
                <>
                  <span className="mute num">{line.code}</span> {line.title}{' '}
                  <span className="num mute">
                    ×{NBSP}
                    {line.pieces}
                  </span>
                </>
              }
              value={`по ${formatMoney(line.price)}`}
            />
            <p className="small soft">{lineWords(line)}</p>
          </li>
        ))}
      </ul>
      {one.words !== '' && <p className={styles.words}>«{one.words}»</p>}
      {one.answer !== '' && (
        <Note kind="seed" icon="clock">
          Ответ покупателю: {one.answer}
        </Note>
      )}
    </Box>
  );
}
function lineWords(line: DeskReturn['lines'][number]): string {
  const { reason, limited, unopened, received, on_sale: onSale } = line;
  return [
    RETURN_REASON_NAMES[reason],
    ...(reason === 'unwanted' && limited ? ['по закону можно не принимать'] : []),
    ...(reason === 'unwanted' ? [unopened ? 'упаковка не вскрыта' : 'про упаковку не сказано'] : []),
    ...(received === null ? [] : [`пришло ${received}`]),
    ...(onSale === null ? [] : [`в продажу ${onSale}, списано ${(received ?? 0) - onSale}`]),
  ].join(', ');
}

const Photos = ({ urls }: { urls: readonly string[] }) =>
  urls.length > 0 && (
    <Box id="return-photos" title="Фото">
      <ul className={styles.photos}>
        {urls.map((url, i) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={`Фото ${i + 1}`} width={160} height={160} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </Box>
  );

function Buyer({ one: { order, due_at: due, received_at: site, refund, asked_at: asked } }: { one: DeskReturn }) {
  return (
    <Box id="return-order" title="Заказ и покупатель">
      <p>
        <Link href={`/desk/orders/${order.id}`} className="link num">
          Заказ {numberWords(order.id)}
        </Link>
        , {order.status.toLowerCase()}
      </p>
      <p>
        {order.buyer}
        {!order.has_account && <span className="mute">, гость</span>}
        <a className={`link num ${styles.contact}`} href={`tel:${order.phone}`}>
          {formatPhone(order.phone)}
        </a>
      </p>
      <p className="soft">{order.delivery}</p>
      <p className="soft">
        Попросил {dayWords(asked)}
        {due && `, деньги вернуть до ${dayWords(due)}`}
      </p>
      {site && <p className="soft">Товар принят: {site}</p>}
      {refund && (
        <p>
          Возвращено {formatMoney(refund.source + refund.accounts)}
          {refund.accounts > 0 && <span className="soft">, из них на счета {formatMoney(refund.accounts)}</span>}
        </p>
      )}
    </Box>
  );
}

type Open = 'approve' | 'refuse' | 'receive' | 'refund';
const ACTS: readonly { name: Open; word: string; kind: 'leaf' | 'line' }[] = [
  { name: 'approve', word: 'Одобрить', kind: 'leaf' },
  { name: 'receive', word: 'Принять товар', kind: 'leaf' },
  { name: 'refund', word: 'Вернуть деньги', kind: 'leaf' },
  { name: 'refuse', word: 'Отказать', kind: 'line' },
];
/** What can be done now; what cannot for want of a network says so. */
function Acts({ one }: { one: DeskReturn }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { isOnline } = useAtomValue(networkAtom);
  const close = () => setOpen(null);
  const shown = ACTS.filter(({ name }) => one.can[name]);
  return (
    <section className={`card ${styles.box} ${styles.first}`} aria-labelledby="return-acts">
      <h2 id="return-acts">Действия</h2>
      <div className={styles.acts}>
        {shown.map(({ name, word, kind }) => (
          <Button key={name} kind={kind} disabled={!isOnline} onClick={() => setOpen(name)}>
            {word}
          </Button>
        ))}
      </div>
      {shown.length === 0 && <p className="soft">Возврат закрыт, делать с ним больше нечего.</p>}
      {!isOnline && <p className="small soft">Действия не откладываются. Они откроются, когда будет сеть.</p>}
      {(open === 'approve' || open === 'refuse') && <AnswerSheet one={one} how={open} onClose={close} />}
      {open === 'receive' && <ReceiveSheet one={one} onClose={close} />}
      {open === 'refund' && <RefundReturnSheet one={one} onClose={close} />}
    </section>
  );
}
