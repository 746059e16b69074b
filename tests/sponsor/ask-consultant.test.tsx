// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { AskConsultant } from '#src/features/sponsor/AskConsultant.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// A slow line: the code of the window is on its way for as long as this file runs.
vi.mock('#src/features/sponsor/ContactInfo.tsx', () => new Promise(() => {}));

it('the page stays while the code of the window is on its way', async () => {
  const { user } = onScreen(
    <Suspense fallback={<p>Загружаем страницу</p>}>
      <h1>Магний B6</h1>
      <AskConsultant label="Спросить консультанта" />
    </Suspense>,
  );
  await user.click(screen.getByRole('button', { name: 'Спросить консультанта' }));
  expect(screen.queryByText('Загружаем страницу')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Магний B6' })).toBeTruthy();
});
