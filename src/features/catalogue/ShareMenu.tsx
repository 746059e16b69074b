import { useSetAtom } from 'jotai';
import { type RefObject, useEffect, useRef } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { SHARE_SERVICES } from '#contract/share-services.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import styles from './Share.module.css';

type Service = (typeof SHARE_SERVICES)[number];
const NAMES: Record<Service, string> = {
  vkontakte: 'ВКонтакте', odnoklassniki: 'Одноклассники', moimir: 'Мой Мир', viber: 'Viber', whatsapp: 'WhatsApp', telegram: 'Telegram',
}; // prettier-ignore

/** Plain links: no script of theirs, nothing is told to them before the tap. */
export function shareLink(service: Service, url: string, title: string): string {
  const [u, t, both] = [url, title, `${title} ${url}`].map(encodeURIComponent);
  switch (service) {
    case 'vkontakte':
      return `https://vk.com/share.php?url=${u}&title=${t}`;
    case 'odnoklassniki':
      return `https://connect.ok.ru/offer?url=${u}&title=${t}`;
    case 'moimir':
      return `https://connect.mail.ru/share?url=${u}&title=${t}`;
    case 'viber':
      return `viber://forward?text=${both}`;
    case 'whatsapp':
      return `https://wa.me/?text=${both}`;
    case 'telegram':
      return `https://t.me/share/url?url=${u}&text=${t}`;
  }
}

type Props = { id: string; title: string; url: string; anchor: RefObject<HTMLElement | null>; onClose: () => void };

export function ShareMenu({ id, title, url, anchor, onClose }: Props) {
  const menu = useRef<HTMLElement>(null);
  const toast = useSetAtom(showToastAtom);
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('a, button')?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    const onDown = (event: Event) => !anchor.current?.contains(event.target as Node) && onClose();
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onDown);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onDown);
    };
  }, [anchor, onClose]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ text: MESSAGES.linkCopied });
    } catch {
      toast({ text: MESSAGES.linkNotCopied });
    }
    onClose();
  };
  return (
    <section ref={menu} id={id} aria-label="Куда отправить" className={styles.menu}>
      {SHARE_SERVICES.map((service) => (
        <a
          key={service}
          href={shareLink(service, url, title)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          {NAMES[service]}
        </a>
      ))}
      <button type="button" onClick={() => void copy()}>
        Скопировать ссылку
      </button>
    </section>
  );
}
