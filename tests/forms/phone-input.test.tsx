// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { NUMBERING } from '#contract/phone-numbers.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPhone } from '#src/ui/phone/FormPhone.tsx';

// The phone input of the 16 countries (docs/product/phones.md, docs/decisions/211-phone-input.md).

afterEach(cleanup);
const seen: { values: { phone: string; code: string } } = { values: { phone: '', code: '' } };
function Sample({ initial }: { initial: { phone: string; code: string } }) {
  const form = useForm({ initial, send: async () => ({ kind: 'done' as const }) });
  useEffect(() => {
    seen.values = form.values;
  });
  return (
    <Form form={form}>
      <FormPhone
        name="phone"
        countryName="code"
        label="Телефон"
        numbering={NUMBERING}
        notWhole="Введите номер полностью"
      />
    </Form>
  );
}
async function open(initial = { phone: '', code: 'ru' }) {
  const user = userEvent.setup();
  await act(async () => {
    render(<Sample initial={initial} />);
    // The library of masks is a chunk of its own; what is typed before it comes: phone-before-mask.test.tsx.
    await import('#src/ui/phone/PhoneMask.tsx');
  });
  return user;
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Телефон/ });
const button = () => screen.getByRole('button', { name: /^Страна/ });
const fault = () => document.querySelector('[aria-invalid="true"]');

it('shows a stored number by its mask, under its own country', async () => {
  await open({ phone: '+375294911911', code: 'by' });
  await waitFor(() => expect(input().value).toBe('29 491-19-11'));
  expect(button().getAttribute('aria-label')).toBe('Страна: Беларусь, +375');
});

describe('typing', () => {
  it('is masked, takes digits only, and no more than the country has', async () => {
    const user = await open();
    await user.type(input(), '9a1 3x2456789');
    expect(input().value).toBe('(913) 245-67-89');
    expect(seen.values).toEqual({ phone: '+79132456789', code: 'ru' });
    await user.type(input(), '0');
    expect([input().value, seen.values.phone]).toEqual(['(913) 245-67-89', '+79132456789']);
    expect(input().maxLength).toBe(22);
  });
  it('a number dialled at home loses its 8', async () => {
    const user = await open();
    await user.type(input(), '89132456789');
    expect([input().value, seen.values.phone]).toEqual(['(913) 245-67-89', '+79132456789']);
  });
  it('a number of Kazakhstan dialled at home finds its country', async () => {
    const user = await open();
    await user.type(input(), '87710009998');
    await waitFor(() => expect(input().value).toBe('(771) 000-99-98'));
    expect(seen.values).toEqual({ phone: '+77710009998', code: 'kz' });
  });
});

describe('pasting', () => {
  it.each([
    ['8 913 245-67-89', '(913) 245-67-89', '+79132456789', 'ru'],
    ['+7 771 000 99 98', '(771) 000-99-98', '+77710009998', 'kz'],
    ['+996 700 123 456', '700 123 456', '+996700123456', 'kg'],
    ['+49 1512 3456789', '1512 3456789', '+4915123456789', 'de'],
  ])('%s', async (text, shown, phone, code) => {
    const user = await open();
    await user.click(input());
    await user.paste(text);
    await waitFor(() => expect(input().value).toBe(shown));
    expect(seen.values).toEqual({ phone, code });
  });
  it('a code of no country here is said, and nothing is made of it', async () => {
    const user = await open();
    await user.click(input());
    await user.paste('+1 202 555 01 23');
    expect(await screen.findByText(/Этого кода нет/)).toBeTruthy();
    expect(seen.values.phone).toBe('');
  });
  it('what the browser fills in with its plus finds its country', async () => {
    await open();
    const filled = input();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(filled, '+375 29 491-19-11');
    filled.dispatchEvent(new Event('input', { bubbles: true }));
    await waitFor(() => expect(seen.values).toEqual({ phone: '+375294911911', code: 'by' }));
    await waitFor(() => expect(input().value).toBe('29 491-19-11'));
  });
});

it.each([
  ['the browser’s own filling in', {}],
  ['a dictionary of the keyboard', { inputType: 'insertText', data: '+7 900 000-02-11' }],
])('a whole number in the place of another one: %s', async (_what, event) => {
  await open({ phone: '+79000000001', code: 'ru' });
  const filled = input();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(filled, '+7 900 000-02-11');
    filled.dispatchEvent(Object.assign(new Event('input', { bubbles: true }), event));
  });
  expect([input().value, seen.values]).toEqual(['(900) 000-02-11', { phone: '+79000000211', code: 'ru' }]);
});

describe('leaving', () => {
  it('a number that is not whole is said at once, and no more once it is', async () => {
    const user = await open();
    await user.type(input(), '913245');
    await user.tab();
    expect(await screen.findByText('Введите номер полностью')).toBeTruthy();
    await user.type(input(), '6789');
    expect(screen.queryByText('Введите номер полностью')).toBeNull();
    await user.tab();
    expect(fault()).toBeNull();
  });
  it('an empty field is not scolded', async () => {
    const user = await open();
    await user.click(input());
    await user.tab();
    expect(fault()).toBeNull();
  });
});

describe('the country', () => {
  it('another one empties the number and says how many digits it wants', async () => {
    const user = await open({ phone: '+79132456789', code: 'ru' });
    await user.click(button());
    await user.click(screen.getByRole('option', { name: /Беларусь/ }));
    expect(seen.values).toEqual({ phone: '', code: 'by' });
    await waitFor(() => expect(input().value).toBe(''));
    expect(input().placeholder).toBe('29 491-19-11');
    expect(screen.getByText('9 цифр после +375')).toBeTruthy();
    expect(document.activeElement).toBe(input());
    expect(screen.queryByRole('listbox')).toBeNull();
  });
  it('the same one leaves the number', async () => {
    const user = await open({ phone: '+79132456789', code: 'ru' });
    await user.click(button());
    await user.click(screen.getByRole('option', { name: /Россия/ }));
    expect(seen.values.phone).toBe('+79132456789');
  });
  it('is chosen by keys: arrows, End, letters, Enter; Escape leaves it and gives the focus back', async () => {
    const user = await open();
    button().focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('listbox', { name: 'Страна' })).toBeTruthy();
    const focused = () => document.activeElement?.textContent;
    expect(focused()).toBe('Россия+7');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Казахстан+7');
    await user.keyboard('{End}');
    expect(focused()).toBe('Эстония+372');
    await user.keyboard('{Home}л');
    expect(focused()).toBe('Латвия+371');
    await user.keyboard('л');
    expect(focused()).toBe('Литва+370');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('listbox'), document.activeElement, seen.values.code]).toEqual([null, button(), 'ru']);
    await user.keyboard('{Enter}л{Enter}');
    expect(seen.values.code).toBe('lv');
  });
  it('lists sixteen, the four first ones as in the papers', async () => {
    const user = await open();
    await user.click(button());
    const names = screen.getAllByRole('option').map(({ firstElementChild }) => firstElementChild?.textContent);
    expect(names).toHaveLength(16);
    expect(names.slice(0, 4)).toEqual(['Россия', 'Казахстан', 'Кыргызстан', 'Беларусь']);
  });
});
