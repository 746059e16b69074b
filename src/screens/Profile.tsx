import { useAtomValue } from 'jotai';
import { CabinetFrame } from '#src/features/cabinet/CabinetFrame.tsx';
import { ProfilePage, type ProfileSection, SectionLink } from '#src/features/profile/ProfilePage.tsx';
import { CodeForm } from '#src/features/session/CodeForm.tsx';
import { sessionAtom } from '#src/features/session/session.atoms.ts';

/** What other features have to say of a person; a section more is a line here. */
const MORE: readonly ProfileSection[] = [
  {
    id: 'addresses',
    title: 'Адреса',
    part: <SectionLink href="/user/addresses" title="Адреса доставки" text="Куда и кому везти заказы" />,
  },
  {
    id: 'personal-data',
    title: 'Согласия и данные',
    part: (
      <SectionLink
        href="/user/consents"
        title="Согласия и мои данные"
        text="Отозвать или дать согласие, скачать всё о себе, удалить аккаунт"
      />
    ),
  },
  {
    id: 'settings',
    title: 'Настройки',
    part: <SectionLink href="/user/settings" title="Настройки" text="Тема, размер текста, о чём вам писать" />,
  },
];

/** What a buyer can become. */
const NEXT: readonly ProfileSection[] = [
  {
    id: 'become',
    title: 'Консультантам',
    part: (
      <SectionLink href="/user/become" title="Стать консультантом" text="Свой номер и цены для консультантов — сразу" />
    ),
  },
  {
    id: 'wholesale',
    title: 'Опт',
    part: <SectionLink href="/optovik/apply" title="Покупать оптом" text="Заявка для магазинов и организаций" />,
  },
];

export function Profile() {
  const { user } = useAtomValue(sessionAtom);
  const more = user.role === 'client' && !user.readonly ? [...MORE, ...NEXT] : MORE;
  return (
    <CabinetFrame>
      <ProfilePage code={(props) => <CodeForm {...props} />} more={more} />
    </CabinetFrame>
  );
}
