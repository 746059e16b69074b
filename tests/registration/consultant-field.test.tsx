// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Sponsor } from '#contract/session.ts';
import { NOBODY } from '#src/features/session/ConsultantField.tsx';
import { RegisterForm } from '#src/features/session/RegisterForm.tsx';
import { bodyOf, consNumberOf, emptyFields } from '#src/features/session/register-form.rules.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// «Номер консультанта, если знаете» of the registration (docs/product/people.md#registration).

const maria: Sponsor = { id: 5, cons_id: '01000157', name: 'Мария Соколова', photo: null, city: 'Новосибирск', status: null, is_house: false }; // prettier-ignore
const found = { http: 200, body: { status: 'success', sponsor: maria } };
const none = { http: 404, body: { status: 'error', code: 'not_found', message: 'Консультант не найден' } };
const INFO = '/user/sponsor-info/';
async function open(shop: (path: string) => { http: number; body: unknown } | null, asksNumber = true) {
  const drawn = onScreen(
    <RegisterForm asksNumber={asksNumber} invitedBy={asksNumber ? null : 1_000_157} />,
    ({ path }) => shop(path),
  );
  await act(async () => void (await import('#src/ui/phone/PhoneMask.tsx')));
  return { ...drawn, numbers: () => drawn.asked.map(({ path }) => path).filter((path) => path.startsWith(INFO)) };
}
const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Номер консультанта/ });
const submit = () => screen.getByRole('button', { name: 'Получить код' });

describe('the number of a consultant', () => {
  it('is looked up once when it is whole, shows the person, and is cleared by one tap', async () => {
    const { user, numbers } = await open((path) => (path.startsWith(INFO) ? found : null));
    await user.type(number(), '01000157');
    expect(await screen.findByText('Мария Соколова')).toBeTruthy();
    await user.tab();
    expect(numbers()).toEqual([`${INFO}1000157`]);
    await user.click(screen.getByRole('button', { name: 'Это не тот человек' }));
    expect(number().value).toBe('');
    expect(screen.queryByText('Мария Соколова')).toBeNull();
  });

  it('in its short spelling is looked up when the field is left', async () => {
    const { user, numbers } = await open((path) => (path.startsWith(INFO) ? found : null));
    await user.type(number(), '1000157');
    expect(numbers()).toEqual([]);
    await user.tab();
    expect(await screen.findByText('Мария Соколова')).toBeTruthy();
  });

  it('that is nobody’s is told, and the name of the one before is gone', async () => {
    const { user } = await open((path) => (path === `${INFO}1000157` ? found : path.startsWith(INFO) ? none : null));
    await user.type(number(), '01000157');
    await screen.findByText('Мария Соколова');
    await user.clear(number());
    await user.type(number(), '01000999');
    expect(await screen.findByText(NOBODY)).toBeTruthy();
    expect(screen.queryByText('Мария Соколова')).toBeNull();
  });

  it('stays and says nothing when the shop cannot be asked', async () => {
    const { user, numbers } = await open(() => null);
    await user.type(number(), '01000157');
    await waitFor(() => expect(numbers().length).toBeGreaterThan(0));
    expect(number().value).toBe('01000157');
    expect(screen.queryByText(NOBODY)).toBeNull();
  });

  it.each(['123456789', 'Мария', '<b>1</b>', '٠١٠٠٠١٥٧', '-', '0'])(
    '%j is no number: told, nobody is asked',
    async (typed) => {
      const { user, numbers } = await open((path) => (path.startsWith(INFO) ? none : null));
      await user.type(number(), typed);
      await user.click(submit());
      expect(await screen.findByText('Номер консультанта — до восьми цифр, например 01000157')).toBeTruthy();
      // On the way to nine digits there were eight.
      expect(numbers().filter((path) => path !== `${INFO}12345678`)).toEqual([]);
    },
  );

  it('is not asked for when a link has brought the person', async () => {
    await open(() => null, false);
    expect(screen.queryByRole('textbox', { name: /^Номер консультанта/ })).toBeNull();
  });
});

it('goes to the shop as a number, however it is written; none is none', () => {
  expect(['01000157', '1000157', ' 01 000-157 ', ''].map(consNumberOf)).toEqual([
    1_000_157,
    1_000_157,
    1_000_157,
    null,
  ]);
  expect(bodyOf(emptyFields(''), { sponsorId: consNumberOf('01000157') })).toMatchObject({ sponsor_id: 1_000_157 });
  expect(bodyOf(emptyFields(''), { sponsorId: consNumberOf('') })).not.toHaveProperty('sponsor_id');
});
