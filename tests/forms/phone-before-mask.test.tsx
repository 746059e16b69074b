// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { NUMBERING } from '#contract/phone-numbers.ts';
import { PhoneInput } from '#src/ui/phone/PhoneInput.tsx';

// The library of masks is a chunk of its own: what is typed before it has come (docs/decisions/211-phone-input.md).
const held = vi.hoisted(() => {
  let come = () => {};
  const wait = new Promise<void>((done) => (come = done));
  return { wait, come: () => come() };
});
vi.mock('#src/ui/phone/PhoneMask.tsx', async (original) => {
  await held.wait;
  return original();
});

afterEach(cleanup);
const russia = NUMBERING.countries[0]!; // Never empty.
function Sample() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <PhoneInput
        numbering={NUMBERING}
        country={russia}
        phone={phone}
        onChange={(next) => setPhone(next.phone)}
        aria-describedby="phone"
      />
      <output>{phone}</output>
    </>
  );
}

it('stays, with the focus, when the mask takes the place of the plain field', async () => {
  const user = userEvent.setup();
  await act(async () => void render(<Sample />));
  const plain = screen.getByRole<HTMLInputElement>('textbox');
  await user.click(plain);
  // Not key by key: React's own act() drops a part that is waited for inside of it.
  await act(async () => void fireEvent.change(plain, { target: { value: '913x24' } }));
  expect([plain.value, screen.getByRole('status').textContent]).toEqual(['91324', '+791324']);

  await act(async () => {
    held.come();
    await import('#src/ui/phone/PhoneMask.tsx');
  });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('(913) 24'));
  const masked = screen.getByRole<HTMLInputElement>('textbox');
  expect(masked).not.toBe(plain);
  expect(document.activeElement).toBe(masked);
  await user.type(masked, '56789');
  expect([masked.value, screen.getByRole('status').textContent]).toEqual(['(913) 245-67-89', '+79132456789']);
});
