import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { Link } from 'wouter';
import { MESSAGES } from '#contract/messages.ts';
import type { Accounts } from '#src/features/accounts/accounts.atoms.ts';
import { accountName, burnsWords, sumWords } from '#src/features/accounts/accounts.words.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { NBSP } from '#src/ui/format.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './Account.module.css';

type Account = Accounts['accounts'][number];
const LS = 0;
const KS = 1;
const BS = 2;

/** Three accounts side by side: what stands on each, what of it an order may take, what of the gifts burns when. */
export const AccountCards = ({
  accounts: { accounts, debt, limits, server_time: time },
  isCopy,
}: {
  accounts: Accounts;
  isCopy: boolean;
}) => (
  <>
    <div className={`card ${styles.cards}`}>
      {accounts.map((account) => (
        <OneAccount key={account.account_type} account={account} bsPercent={limits.bs_percent} now={new Date(time)} />
      ))}
    </div>
    {debt > 0 && (
      <Note kind="seed" icon="alert">
        Задолженность {sumWords(debt)}
        {NBSP}₽ добавим к следующему заказу или спишем с пополнения. Переводы откроются, когда её не станет.
      </Note>
    )}
    {isCopy && <p className="small soft">Это сохранённая копия: остаток мог измениться.</p>}
  </>
);

function OneAccount({ account, bsPercent, now }: { account: Account; bsPercent: number; now: Date }) {
  const { account_type: type, amount, available, blocked, credit, expiring } = account;
  const name = accountName(type);
  return (
    <section className={styles.account} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <p className={`num ${styles.sum}`}>
        {amount < 0 ? `−${sumWords(-amount)}` : sumWords(amount)}
        {NBSP}₽
      </p>
      <div className={styles.facts}>
        <Lead name="Оплачивает" value={type === BS ? `до ${bsPercent}${NBSP}% товаров` : `до 100${NBSP}%`} />
        {(blocked > 0 || available !== Math.max(0, amount)) && <Lead name="Доступно" value={sumWords(available)} />}
        {blocked > 0 && <Lead name="Отложено" value={sumWords(blocked)} />}
        {credit > 0 && <Lead name="Можно в долг" value={sumWords(credit)} />}
        {expiring.map(({ amount: part, expires_at: at }) => (
          <Lead
            key={at}
            name={`Сгорят ${burnsWords(at, now)}`}
            value={sumWords(part)}
            className={Date.parse(at) - now.getTime() < SOON_MS ? styles.soon : undefined}
          />
        ))}
      </div>
      <Acts type={type} hasMoney={available > 0} />
    </section>
  );
}
const SOON_MS = 7 * 86_400_000;

/** What may be done with the account. Money moves only with a network. */
function Acts({ type, hasMoney }: { type: number; hasMoney: boolean }) {
  const { permissions } = useAtomValue(sessionAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const note = useId();
  const act = (
    name: string,
    href: '/user/deposit' | '/user/transfers' | '/user/transfers?kind=own',
    kind: 'leaf' | 'line',
  ) =>
    isOnline ? (
      <Link key={name} href={href} className={buttonClass(kind)}>
        {name}
      </Link>
    ) : (
      <Button key={name} kind={kind} aria-disabled aria-describedby={note}>
        {name}
      </Button>
    );
  const mayTransfer = permissions.includes('account.transfer');
  const acts = [
    type === LS && permissions.includes('deposit.create') && act('Пополнить', '/user/deposit', 'leaf'),
    type === LS && mayTransfer && act('Перевести', '/user/transfers', 'line'),
    type === KS && mayTransfer && hasMoney && act('Перевести на ЛС', '/user/transfers?kind=own', 'line'),
  ].filter((one) => one !== false);
  if (type === BS)
    return hasMoney ? (
      <div className={styles.acts}>
        <Link href="/katalog" className={buttonClass('line')}>
          Потратить в каталоге
        </Link>
      </div>
    ) : null;
  if (acts.length === 0) return null;
  return (
    <div className={styles.acts}>
      {acts}
      {!isOnline && (
        <p id={note} className="small soft">
          {MESSAGES.needInternet}
        </p>
      )}
    </div>
  );
}
