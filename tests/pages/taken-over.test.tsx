// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it } from 'vitest';
import { useHydrating, useTakenOver } from '#src/platform/display/use-hydrating.ts';

// A part of a rendered page that asks once how it began is not drawn a second time for it (docs/decisions/505).

const seen: string[] = [];
function Picture() {
  seen.push(`picture ${useTakenOver()}`);
  return <i />;
}
function Search() {
  seen.push(`search ${useHydrating()}`);
  return <i />;
}
const box = document.createElement('div');
document.body.append(box);
beforeEach(() => {
  seen.length = 0;
});

it('taken over: one drawing for who asks how it began, a second for who asks how it stands now', async () => {
  const both = (
    <>
      <Picture />
      <Search />
    </>
  );
  box.innerHTML = renderToString(both);
  expect(seen.splice(0)).toEqual(['picture true', 'search true']);
  const root = await act(async () => hydrateRoot(box, both));
  expect(seen).toEqual(['picture true', 'search true', 'search false']);
  await act(async () => root.unmount());
});

it('drawn here: false from the first', async () => {
  const root = createRoot(box);
  await act(async () => root.render(<Picture />));
  expect(seen).toEqual(['picture false']);
  await act(async () => root.unmount());
});
