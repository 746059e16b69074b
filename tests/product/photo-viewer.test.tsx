// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Gallery } from '#src/features/catalogue/Gallery.tsx';
import { PhotoViewer } from '#src/features/catalogue/PhotoViewer.tsx';
import { row } from '#tests/support/list-row.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The pictures of a product and «Просмотр фото» (docs/decisions/267): what each shows, zoom by keys, fingers and buttons.

const PICTURES = ['a1', 'b2', 'c3'];
const WORDS = ['спереди', 'этикетка', 'размер'];
beforeEach(() => {
  vi.stubGlobal('innerWidth', 400);
  vi.stubGlobal('innerHeight', 800);
});

function openViewer(start = 0) {
  const onClose = vi.fn<() => void>();
  const drawn = onScreen(
    <PhotoViewer pictures={PICTURES} start={start} wordsOf={(at) => WORDS[at]!} onClose={onClose} />,
  );
  return { ...drawn, onClose };
}
const dialog = () => screen.getByRole('dialog', { name: 'Просмотр фото' });
const shown = () => within(dialog()).getByRole('img') as HTMLImageElement;
const button = (name: string) => within(dialog()).getByRole<HTMLButtonElement>('button', { name });
const press = (key: string) => fireEvent.keyDown(dialog(), { key });
/** «translate(0px, 0px) scale(1)» */
const view = () => {
  const [x, y, scale] = (shown().style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
  return { x: x!, y: y!, scale: scale! };
};

it('by keys: + and − enlarge within four times, arrows move what is enlarged, 0 shows the whole, then arrows turn', () => {
  openViewer();
  expect([view().scale, button('Уменьшить').disabled]).toEqual([1, true]);
  press('+');
  press('=');
  expect(view().scale).toBeCloseTo(2.25);
  press('ArrowLeft');
  press('ArrowUp');
  expect([view().x, view().y]).toEqual([60, 60]);
  for (let again = 0; again < 20; again += 1) press('ArrowLeft');
  // Never out of sight: half of what is beyond the smaller side of the screen.
  expect(view().x).toBe(250);
  for (let again = 0; again < 9; again += 1) press('+');
  expect([view().scale, button('Увеличить').disabled]).toEqual([4, true]);
  press('0');
  expect(view()).toEqual({ x: 0, y: 0, scale: 1 });
  press('-');
  expect(view().scale).toBe(1);
  press('ArrowRight');
  expect([shown().alt, within(dialog()).getByText(/из/).textContent]).toEqual(['этикетка', '2 из 3']);
  press('ArrowLeft');
  press('ArrowLeft');
  expect(shown().alt).toBe('размер');
});

it('by fingers: two spread it, one moves it, two quick taps enlarge and shrink', () => {
  openViewer();
  const field = shown().closest('div')!;
  field.setPointerCapture = () => {};
  const touch = (kind: 'down' | 'move' | 'up', pointerId: number, clientX: number, timeStamp = 0) => {
    const event = new PointerEvent(`pointer${kind}`, { bubbles: true, pointerId, clientX, clientY: 100 });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(field, event);
  };
  touch('down', 1, 100, 1000);
  touch('down', 2, 200, 1000);
  touch('move', 2, 200);
  touch('move', 2, 300);
  expect(view().scale).toBeCloseTo(2);
  touch('up', 2, 300);
  touch('move', 1, 130);
  expect(view().x).toBe(30);
  touch('up', 1, 130);
  touch('down', 1, 100, 5000);
  touch('up', 1, 100);
  touch('down', 1, 100, 5100);
  expect(view()).toEqual({ x: 0, y: 0, scale: 1 });
  touch('up', 1, 100);
  touch('down', 1, 100, 5200);
  expect(view().scale).toBe(2.5);
});

it('by buttons and the wheel; a turned picture begins whole', async () => {
  const { user, onClose } = openViewer(1);
  await user.click(button('Увеличить'));
  expect(view().scale).toBe(1.5);
  fireEvent.wheel(shown(), { deltaY: -1 });
  expect(view().scale).toBeCloseTo(1.725);
  await user.click(button('Следующее фото'));
  expect([shown().alt, view().scale]).toEqual(['размер', 1]);
  await user.click(button('Предыдущее фото'));
  expect(shown().alt).toBe('этикетка');
  await user.click(button('Закрыть'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('a gallery says what each picture shows, and opens the one in front', async () => {
  const one = row(1, { title: 'Магний', pack: '60 капсул', image: 'a1' });
  const { user } = onScreen(<Gallery row={one} gallery={PICTURES} views={['face', 'label', 'scale']} isOut={false} />);
  const small = ['Фото 1', 'Фото 2: этикетка', 'Фото 3: размер'];
  expect(small.map((name) => screen.getByRole('button', { name }).getAttribute('aria-current'))).toEqual([
    'true',
    'false',
    'false',
  ]);
  await user.click(screen.getByRole('button', { name: 'Фото 2: этикетка' }));
  expect(screen.getByRole('button', { name: 'Фото 2: этикетка' }).getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Увеличить фото 2 из 3' }));
  await waitFor(() => expect(shown().alt).toMatch(/Магний.*: этикетка и состав$/));
  fireEvent(dialog(), new Event('close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
