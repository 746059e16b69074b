// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toastsAtom } from '#src/features/notices/notices.atoms.ts';
import { AskConsultant } from '#src/features/sponsor/AskConsultant.tsx';
import { ContactInfo } from '#src/features/sponsor/ContactInfo.tsx';
import { InviteSheet } from '#src/features/sponsor/InviteSheet.tsx';
import { visitorSponsorAtom } from '#src/features/sponsor/visitor-sponsor.atoms.ts';
import { goOffline, onScreen } from '#tests/support/on-screen.tsx';

// The consultant's window and the invitation, in the states that they can be in.

const maria = {
  id: 2,
  cons_id: '01000157',
  name: 'Мария Соколова',
  photo: null,
  city: 'Новосибирск',
  status: 'Менеджер',
  is_house: false,
};
const said = (sponsor: object) => () => ({ http: 200, body: { status: 'success', sponsor } });

it('tells name, number, city, and the contacts that are shown', async () => {
  onScreen(
    <ContactInfo onClose={vi.fn<() => void>()} />,
    said({ ...maria, phone: '+79990000157', email: 'maria@mail.test' }),
  );
  const sheet = within(await screen.findByRole('dialog', { name: 'Ваш консультант' }));
  expect((await sheet.findByText(/Мария Соколова/)).textContent).toContain('01000157');
  expect(sheet.getByRole('link', { name: /999/ }).getAttribute('href')).toBe('tel:+79990000157');
  expect(sheet.getByRole('link', { name: 'maria@mail.test' })).toBeTruthy();
});
it('says why there is no number, when it is not shown', async () => {
  onScreen(<ContactInfo onClose={vi.fn<() => void>()} />, said(maria));
  expect(await screen.findByText(/консультант разрешил показывать/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
it('names nobody until it is known who answers', async () => {
  const answer = Promise.withResolvers<void>();
  onScreen(<ContactInfo onClose={vi.fn<() => void>()} />, async () => {
    await answer.promise;
    return said(maria)();
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'Консультант' }));
  expect(sheet.getByRole('heading').textContent).toBe('Консультант');
  answer.resolve();
  expect(await screen.findByRole('dialog', { name: 'Ваш консультант' })).toBeTruthy();
});
it('without a signal and without anybody remembered it is the shop', async () => {
  const { user, store } = onScreen(<AskConsultant label="Открыть" />);
  act(() => goOffline(store));
  // The window's code comes with this tap: what waits for it must be inside an `act` that is awaited.
  await act(async () => user.click(screen.getByRole('button', { name: 'Открыть' })));
  const sheet = within(await screen.findByRole('dialog', { name: 'Консультант магазина' }));
  expect(sheet.getByText(/Оставьте телефон, перезвоним/)).toBeTruthy();
});
it('whoever is writing already keeps the form when the card does not load', async () => {
  const answer = Promise.withResolvers<void>();
  const onClose = vi.fn<() => void>();
  const { user, store } = onScreen(<ContactInfo onClose={onClose} />, async () => {
    await answer.promise;
    return { http: 500, body: {} };
  });
  const call = await screen.findByRole('button', { name: 'Позвать консультанта' });
  await act(async () => user.click(call));
  expect(screen.getByText('Консультант перезвонит в рабочее время.')).toBeTruthy();
  await act(async () => answer.resolve());
  await user.type(screen.getByRole('textbox', { name: 'Имя' }), 'Галина');
  expect(onClose).not.toHaveBeenCalled();
  expect(store.get(toastsAtom)).toEqual([]);
});
it('does not load: a toast with the exact words, and no window', async () => {
  const onClose = vi.fn<() => void>();
  const { store } = onScreen(<ContactInfo onClose={onClose} />, () => ({ http: 500, body: {} }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(store.get(toastsAtom).at(-1)?.text).toBe('Сервис временно не доступен.');
});
it('without a signal: the one the phone remembers, and the form opens', async () => {
  const { user, store, asked } = onScreen(<AskConsultant label="Открыть" />);
  act(() => {
    goOffline(store);
    store.set(visitorSponsorAtom, maria);
  });
  await user.click(screen.getByRole('button', { name: 'Открыть' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ваш консультант' }));
  expect(sheet.getByText(/Мария Соколова/)).toBeTruthy();
  await user.click(sheet.getByRole('button', { name: 'Позвать консультанта' }));
  const form = within(await screen.findByRole('dialog', { name: 'Позвать консультанта' }));
  expect(form.getByText('Мария Соколова, Новосибирск. Перезвонит в рабочее время.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Отправить' }));
  expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Имя' }));
  expect(await form.findByText('Без согласия консультант не сможет вам позвонить')).toBeTruthy();
  expect(asked.filter(({ path }) => path === '/support/call-cons')).toEqual([]);
});

it('the invitation: a code of the registration, copied with one tap, and what it has brought', async () => {
  const { user, store } = onScreen(<InviteSheet onClose={vi.fn<() => void>()} />, () => ({
    http: 200,
    body: { status: 'success', days: 30, visits: 12, registered: 3 },
  }));
  const code = screen.getByRole('img', { name: 'QR-код вашей ссылки на регистрацию' });
  expect(decodeURIComponent(code.getAttribute('src') ?? '')).toContain('<svg');
  expect(await screen.findByText('Переходов за 30 дней')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toContain('/register');
  expect(store.get(toastsAtom).at(-1)?.text).toBe('Ссылка скопирована');
});
