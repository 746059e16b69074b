// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { describe, expect, it } from 'vitest';
import { NotifyMe } from '#src/features/notify/NotifyMe.tsx';
import { openNotifyDraftAtom } from '#src/features/notify/notify-draft.atoms.ts';
import { storesAtom } from '#src/platform/memory/stores.atom.ts';
import { row } from '#tests/support/list-row.ts';
import { memoryStores } from '#tests/support/memory-stores.ts';

// «Сообщить о поступлении» in the common form; what becomes of it when it is sent, the tests of the queue show.

async function phoneWith(old?: unknown) {
  const store = createStore();
  const stores = memoryStores();
  store.set(storesAtom, stores);
  if (old !== undefined) await (await stores.person('guest')).set('draft:notify', old);
  return { store, stores, guest: () => stores.all()['u:guest'] ?? {} };
}

describe('a draft of a build before the common form', () => {
  it('is read, its number under its own country, and gone once it was sent', async () => {
    const { store, guest } = await phoneWith({ email: 'anna@mail.ru', phone: '8 771 000-99-98' });
    const keep = store.set(openNotifyDraftAtom);
    expect(await keep.read()).toEqual({ email: 'anna@mail.ru', phone: '+77710009998', country: 'kz' });
    await keep.write({ email: 'vera@mail.ru' });
    expect(await keep.read()).toEqual({ email: 'vera@mail.ru' });
    await keep.forget();
    expect([await keep.read(), Object.keys(guest())]).toEqual([undefined, []]);
  });
  it.each([[{ email: '', phone: '913' }], ['x'], [{ email: 7 }]])('%j holds nothing to bring back', async (old) => {
    const { store } = await phoneWith(old);
    expect((await store.set(openNotifyDraftAtom).read()) ?? {}).toEqual({});
  });
});

it('keeps what is typed and asks for the consent anew', async () => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  const { store } = await phoneWith();
  const user = userEvent.setup();
  const open = () =>
    render(
      <Provider store={store}>
        <NotifyMe row={row(1)} onClose={() => {}} />
      </Provider>,
    );
  const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
  const consent = () => screen.getByRole<HTMLInputElement>('checkbox');
  const { unmount } = await act(async () => open());
  await user.type(email(), 'anna@mail.ru');
  await user.click(consent());
  expect(consent().checked).toBe(true);
  unmount();
  await act(async () => void open());
  await waitFor(() => expect(email().value).toBe('anna@mail.ru'));
  expect(consent().checked).toBe(false);
});
