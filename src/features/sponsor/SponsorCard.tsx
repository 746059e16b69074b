import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { formatPhone } from '#contract/phones.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { AskConsultant } from '#src/features/sponsor/AskConsultant.tsx';
import { sponsorAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './SponsorCard.module.css';

/** Whom to ask. Contacts stand here only with the sponsor's leave; the house account is nobody's acquaintance. */
export function SponsorCard({ className, end }: { className?: string; end?: ReactNode }) {
  const sponsor = useAtomValue(sponsorAtom);
  const { isCons } = useAtomValue(sessionAtom).user;
  if (sponsor === null || sponsor.is_house) return null;
  const { name, cons_id: consId, city, status, phone, email, photo } = sponsor;
  return (
    <section className={`card ${styles.card} ${className ?? ''}`} aria-labelledby="sponsor-title">
      <h2 id="sponsor-title">{isCons ? 'Ваш наставник' : 'Ваш консультант'}</h2>
      <div className={styles.who}>
        <Avatar name={name} photo={photo} />
        <div>
          <p className={styles.name}>
            {name} <span className="soft num">{consId}</span>
          </p>
          <p className="small soft">{[status, city].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      {(phone || email) && (
        <div className={styles.contacts}>
          {phone && (
            <a className="link" href={`tel:${phone}`}>
              <Icon name="phone" size={18} /> <span className="num">{formatPhone(phone)}</span>
            </a>
          )}
          {email && (
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          )}
        </div>
      )}
      <AskConsultant label={isCons ? 'Связаться' : 'Спросить консультанта'} className={styles.ask} />
      {end}
    </section>
  );
}
