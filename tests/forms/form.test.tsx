// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FormOptions, Keep, Outcome } from '#src/ui/form/form.types.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { FormText, FormTick, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

// The one form of the product (docs/decisions/210-one-form.md), with a shop that answers what the test says.

afterEach(cleanup);
const INITIAL = { name: '', email: '', consent: false };
type Values = typeof INITIAL;
type Part = Partial<FormOptions<Values>>;

function Contact({ options, reason }: { options: Part; reason?: string }) {
  const form = useForm<Values>({
    initial: INITIAL,
    judge: ({ name }) => (name.trim() === '' ? { name: ['Заполните поле'] } : null),
    send: async () => ({ kind: 'done' }),
    unkept: ['consent'],
    ...options,
  });
  return (
    <Form form={form}>
      {form.isRestored && <p>Черновик</p>}
      <FormText name="name" label="Имя" required autoComplete="given-name" />
      <FormText name="email" label="Эл. почта" autoComplete="email" />
      <FormTick name="consent" label="Согласие">
        Даю согласие
      </FormTick>
      <SubmitButton reason={reason}>Отправить</SubmitButton>
    </Form>
  );
}
const open = (options: Part = {}, reason?: string) => {
  const user = userEvent.setup();
  return { user, ...render(<Contact options={options} {...(reason ? { reason } : {})} />) };
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const button = () => screen.getByRole<HTMLButtonElement>('button');
const said = () => screen.getByRole('status').textContent.replaceAll('\u00a0', '');
const faultsOf = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
/** A shop that answers when it is told to. */
function slowShop() {
  const asked: Values[] = [];
  let answer: (outcome: Outcome) => void = () => {};
  const send = (values: Values) => {
    asked.push(values);
    return new Promise<Outcome>((done) => (answer = done));
  };
  return { asked, send, say: (outcome: Outcome) => act(async () => answer(outcome)) };
}
function memory(kept?: Record<string, unknown>) {
  const state: { now: Record<string, unknown> | undefined; writes: number } = { now: kept, writes: 0 };
  const keep: Keep = {
    read: async () => state.now,
    write: async (values) => {
      state.now = { ...values };
      state.writes += 1;
    },
    forget: async () => {
      state.now = undefined;
    },
  };
  return { state, keep };
}

describe('a refused form', () => {
  it('names the empty field under it, moves the focus there and says so once, politely', async () => {
    const send = vi.fn<() => Promise<Outcome>>(async () => ({ kind: 'done' }));
    const { user } = open({ send });
    await user.click(button());
    expect(faultsOf('Имя')).toBe('Заполните поле');
    expect(field('Имя').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field('Имя')));
    await waitFor(() => expect(said()).toBe('Исправьте поле: Имя'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });
  it('shows every fault that the shop names, its simple HTML as elements and nothing else of it', async () => {
    const errors = {
      email: [
        'Такой адрес <b>уже</b> есть. <a href="/login" onclick="steal()">Войти</a>',
        '<img src=x onerror=steal()><script>steal()</script>Второе &amp; третье',
        '<a href="javascript:steal()">нажмите</a>',
      ],
    };
    const { user, container } = open({ send: async () => ({ kind: 'fields', errors }) });
    await user.type(field('Имя'), 'Анна{Enter}');
    expect(await screen.findByRole('link', { name: 'Войти' })).toHaveProperty('pathname', '/login');
    expect(container.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
    expect(faultsOf('Эл. почта')).toBe('Такой адрес уже есть. ВойтиВторое & третьенажмите');
    expect(container.innerHTML).not.toMatch(/onclick|onerror|script|javascript|<img/);
    expect(container.querySelector('b')?.textContent).toBe('уже');
    expect(document.activeElement).toBe(field('Эл. почта'));
  });
  it('a fault goes as soon as its field is edited, the others stay; a second refusal is said again', async () => {
    const errors = { name: ['Только буквы'], email: ['Нужен адрес'] };
    const { user } = open({ send: async () => ({ kind: 'fields', errors }) });
    await user.type(field('Имя'), 'Анна{Enter}');
    await waitFor(() => expect(said()).toBe('Исправьте поля: Имя, Эл. почта'));
    const first = screen.getByRole('status').textContent;
    await user.type(field('Имя'), '!');
    expect(faultsOf('Имя')).toBe('');
    expect(faultsOf('Эл. почта')).toBe('Нужен адрес');
    await user.type(field('Имя'), '{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(first));
    expect(said()).toBe('Исправьте поля: Имя, Эл. почта');
  });
  it('shows faults of fields that it does not have, and words for the whole form', async () => {
    const outcomes: Outcome[] = [
      { kind: 'fields', errors: { captcha: ['Подтвердите, что вы человек'] } },
      { kind: 'failed', text: 'Нужен интернет' },
    ];
    const { user } = open({ send: async () => outcomes.shift()! });
    await user.type(field('Имя'), 'Анна{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Подтвердите, что вы человек');
    await user.click(button());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Нужен интернет'));
  });
  it('an unticked box is faulty like a field', async () => {
    const { user } = open({ send: async () => ({ kind: 'fields', errors: { consent: ['Без согласия нельзя'] } }) });
    await user.type(field('Имя'), 'Анна{Enter}');
    const box = screen.getByRole('checkbox');
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Без согласия нельзя',
    );
    await user.click(box);
    expect(box.getAttribute('aria-invalid')).toBeNull();
  });
});

describe('sending', () => {
  it('shows busy, keeps the focus, and neither a second tap nor Enter sends twice', async () => {
    const shop = slowShop();
    const { user } = open({ send: shop.send });
    await user.type(field('Имя'), 'Анна{Enter}{Enter}');
    await user.dblClick(button());
    expect(shop.asked).toHaveLength(1);
    expect([button().textContent, button().getAttribute('aria-busy'), button().disabled]).toEqual([
      'Отправляем…',
      'true',
      false,
    ]);
    await shop.say({ kind: 'failed', text: 'Нет' });
    expect([button().textContent, button().getAttribute('aria-busy')]).toEqual(['Отправить', null]);
  });
  it('while the verdict is on its way a second tap waits for it too', async () => {
    const shop = slowShop();
    const judge = vi.fn<() => Promise<null>>(async () => null);
    const { user } = open({ judge, send: shop.send });
    await user.type(field('Имя'), 'Анна{Enter}{Enter}{Enter}');
    expect(shop.asked).toHaveLength(1);
  });
  it('a fault of what was mended meanwhile is not shown', async () => {
    const shop = slowShop();
    const { user } = open({ send: shop.send });
    await user.type(field('Имя'), 'Анна{Enter}');
    await user.type(field('Эл. почта'), 'a');
    await shop.say({ kind: 'fields', errors: { email: ['Заполните поле'], name: ['Не то имя'] } });
    expect([faultsOf('Имя'), faultsOf('Эл. почта')]).toEqual(['Не то имя', '']);
  });
  it('closed, it says why, and Enter sends nothing', async () => {
    const shop = slowShop();
    const { user } = open({ send: shop.send }, 'Нужен интернет');
    await user.type(field('Имя'), 'Анна{Enter}');
    expect(button().disabled).toBe(true);
    expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Нужен интернет',
    );
    expect(shop.asked).toEqual([]);
  });
  it('a failure that nobody foresaw is said and reported, and the form is open again', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const send = vi.fn<() => Promise<Outcome>>(() => Promise.reject(new Error('bug')));
    const { user } = open({ send });
    await user.type(field('Имя'), 'Анна{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Попробуйте ещё раз'));
    await user.click(button());
    expect(send).toHaveBeenCalledTimes(2);
    expect(reported).toHaveLength(2);
    vi.unstubAllGlobals();
  });
});

describe('the draft', () => {
  it('comes back, of the fields that there are and of their kind; a tick never does', async () => {
    const { keep } = memory({ name: 'Анна', email: 7, consent: true, gone: 'x' });
    open({ keep });
    await waitFor(() => expect(field('Имя').value).toBe('Анна'));
    expect([field('Эл. почта').value, screen.getByRole<HTMLInputElement>('checkbox').checked]).toEqual(['', false]);
    expect(screen.getByText('Черновик')).toBeTruthy();
  });
  it('does not overwrite what was typed before it came', async () => {
    let tell: (kept: Record<string, unknown>) => void = () => {};
    const { keep } = memory();
    const { user } = open({ keep: { ...keep, read: () => new Promise((done) => (tell = done)) } });
    await user.type(field('Имя'), 'Вера');
    await act(async () => tell({ name: 'Анна', email: 'a@b.ru' }));
    expect([field('Имя').value, field('Эл. почта').value]).toEqual(['Вера', 'a@b.ru']);
  });
  it('is written with every change, without ticks, and outlives the page', async () => {
    const { state, keep } = memory();
    const { user, unmount } = open({ keep });
    await user.type(field('Имя'), 'Анна');
    await user.click(screen.getByRole('checkbox'));
    await waitFor(() => expect(state.now).toEqual({ name: 'Анна', email: '' }));
    unmount();
    open({ keep });
    await waitFor(() => expect(field('Имя').value).toBe('Анна'));
  });
  it('stays after every refusal and goes with success, though the store is slow', async () => {
    const { state, keep } = memory();
    const slow: Keep = {
      ...keep,
      write: (values) => new Promise<void>((done) => setTimeout(done, 20)).then(() => keep.write(values)),
    };
    const outcomes: Outcome[] = [{ kind: 'failed', text: 'Нет' }, { kind: 'done' }];
    const { user } = open({ keep: slow, send: async () => outcomes.shift()! });
    await user.type(field('Имя'), 'Анна{Enter}');
    await waitFor(() => expect(state.now).toEqual({ name: 'Анна', email: '' }));
    await user.click(button());
    await waitFor(() => expect(state.now).toBeUndefined());
    await new Promise((done) => setTimeout(done, 60));
    expect(state.now).toBeUndefined();
  });
  it('what is typed while the sent one is on its way stays', async () => {
    const { state, keep } = memory();
    const shop = slowShop();
    const { user } = open({ keep, send: shop.send });
    await user.type(field('Имя'), 'Анна{Enter}');
    await user.type(field('Эл. почта'), 'b');
    await shop.say({ kind: 'done' });
    await waitFor(() => expect(state.now).toEqual({ name: 'Анна', email: 'b' }));
  });
  it('a fast typist is one write ahead of the store', async () => {
    const { state, keep } = memory();
    const isTyped = Promise.withResolvers<void>();
    const slow: Keep = { ...keep, write: (values) => isTyped.promise.then(() => keep.write(values)) };
    const { user } = open({ keep: slow });
    await user.type(field('Имя'), 'абвгдеёжзийклмнопрст');
    isTyped.resolve();
    await waitFor(() => expect(state.now).toMatchObject({ name: 'абвгдеёжзийклмнопрст' }));
    expect(state.writes).toBe(2);
  });
});

it('autofill and screen readers are told what a field is', () => {
  open();
  expect([field('Имя').autocomplete, field('Имя').name, field('Имя').getAttribute('aria-required')]).toEqual([
    'given-name',
    'name',
    'true',
  ]);
  expect(screen.getByText('*', { exact: false }).getAttribute('aria-hidden')).toBe('true');
});
