import { ease, type Film, type Scene } from './film.ts';
import {
  type Colour,
  drawBox,
  drawEllipse,
  drawIcon,
  drawPath,
  type Icon,
  type Pencil,
  within,
  write,
  writePair,
} from './pencil.ts';

// Lesson 102: the main sections of the cabinet, opened one after another, by the names and in the order of its menu.

const MENU = ['Обзор', 'Заказы', 'Счета', 'Бизнес', 'Структура', 'Отчёты', 'Карьера', 'Обучение', 'Профиль'] as const;
type Section = (typeof MENU)[number];
const FOR_CONSULTANTS: readonly Section[] = ['Бизнес', 'Структура', 'Отчёты', 'Карьера'];
/** The opened section: a card beside the menu, and where its words begin and end. */
const CARD = { x: 204, y: 14, width: 420, height: 238 };
const LEFT = CARD.x + 20;
const RIGHT = CARD.x + CARD.width - 20;
const MIDDLE = (LEFT + RIGHT) / 2;

const section = (name: Section, icon: Icon, seconds: number, caption: string, inside: Scene['draw']): Scene => ({
  seconds,
  caption,
  draw: (ctx, t) => {
    drawPlace(ctx, name, icon);
    drawCard(ctx, name);
    inside(ctx, t);
  },
});

export const kabinet: Film = {
  folder: 'content/courses/1-start-konsultanta/02-lichnyj-kabinet',
  scenes: [
    { seconds: 2, caption: 'Ролик без звука: всё написано здесь, внизу', draw: drawTitle },
    { seconds: 3, caption: 'После входа внизу экрана появляется «Кабинет»', draw: drawTabs },
    section('Обзор', 'home', 4, 'Сколько осталось до конца периода, ЛО и ГО, заказы, остатки', (ctx, t) => {
      const wide = write(ctx, '10 дней', { x: LEFT, y: 106, size: 36, weight: 600 });
      write(ctx, 'до конца периода', { x: LEFT + wide + 12, y: 106, ink: 'ink-2' });
      for (let day = 0; day < 30; day += 1)
        drawBox(ctx, [LEFT + day * 12.7, 122, 9.5, 12], {
          round: 2.5,
          ...(day < 20 ? { fill: 'leaf-line' } : day === 20 ? { fill: 'leaf' } : { stroke: 'line-2', width: 1.5 }),
        });
      oneByOne(ctx, t, [
        () => writePair(ctx, ['ЛО, личный объём', '47,5'], { x: LEFT, y: 168, right: RIGHT, seed: true }),
        () => writePair(ctx, ['Личный счёт', '1 250 ₽'], { x: LEFT, y: 201, right: RIGHT }),
        () => writePair(ctx, ['Последний заказ', 'в пути'], { x: LEFT, y: 234, right: RIGHT }),
      ]);
    }),
    section('Заказы', 'box', 4, 'Все ваши заказы: статусы, оплата, отмена', (ctx, t) => {
      writePair(ctx, ['Заказ 1042', 'отправлен'], { x: LEFT, y: 106, right: RIGHT, ink: 'leaf' });
      writePair(ctx, ['Заказ 1043', 'ждёт оплаты'], { x: LEFT, y: 150, right: RIGHT, ink: 'seed-ink' });
      oneByOne(ctx, t, [
        () => drawButton(ctx, 'Оплатить 2 300 ₽', { x: LEFT, width: 238, isSoft: true }),
        () => drawButton(ctx, 'Отменить', { x: LEFT + 250, width: 130, isSoft: false }),
      ]);
    }),
    section('Счета', 'wallet', 4, 'Остатки на ЛС, КС и БС и история операций', (ctx, t) => {
      writePair(ctx, ['ЛС, личный', '1 250 ₽'], { x: LEFT, y: 104, right: RIGHT });
      writePair(ctx, ['КС, комиссионный', '3 480 ₽'], { x: LEFT, y: 140, right: RIGHT });
      writePair(ctx, ['БС, бонусный', '700 ₽'], { x: LEFT, y: 176, right: RIGHT });
      oneByOne(ctx, t, [
        () => {
          drawBox(ctx, [LEFT - 4, 196, RIGHT - LEFT + 8, 44], { round: 10, fill: 'seed-soft' });
          write(ctx, 'С БС — до 30 % цены товаров', { x: LEFT + 10, y: 226, weight: 500, ink: 'seed-ink' });
        },
      ]);
    }),
    section('Бизнес', 'cal', 3, 'Период в цифрах, новички, кому позвонить', (ctx, t) => {
      oneByOne(ctx, t, [
        () => writePair(ctx, ['ЛО, личный объём', '47,5'], { x: LEFT, y: 116, right: RIGHT, seed: true }),
        () => writePair(ctx, ['ГО, групповой объём', '2 340'], { x: LEFT, y: 164, right: RIGHT, seed: true }),
        () => writePair(ctx, ['Новички', '2'], { x: LEFT, y: 212, right: RIGHT }),
      ]);
    }),
    section('Структура', 'users', 3, 'Люди, которых вы привели', drawTree),
    section('Отчёты', 'chart', 3, 'Их активность: у кого в этом месяце есть 30 баллов', (ctx, t) => {
      const rows: [name: string, points: string, isActive: boolean][] = [
        ['Анна', '45', true],
        ['Борис', '30', true],
        ['Вера', '12,5', false],
      ];
      oneByOne(
        ctx,
        t,
        rows.map(([name, points, isActive], i) => () => {
          const y = 116 + i * 48;
          writePair(ctx, [name, points], { x: LEFT, y, right: RIGHT - 44, seed: true });
          if (isActive) drawIcon(ctx, 'check', { x: RIGHT - 30, y: y - 22, size: 28 });
          else drawPath(ctx, `M${RIGHT - 24} ${y - 8}h16`, { stroke: 'ink-3', width: 2.5 });
        }),
      );
    }),
    section('Карьера', 'leaf', 3, 'Ваше звание и сколько баллов до следующего', drawCareer),
    section('Обучение', 'book', 3, 'Этот и другие курсы', (ctx, t) => {
      const courses: [title: string, done: number, all: number][] = [
        ['Старт консультанта', 2, 7],
        ['Уход за кожей', 6, 6],
      ];
      for (const [i, [title, done, all]] of courses.entries()) {
        const y = 114 + i * 72;
        writePair(ctx, [title, `${done} из ${all}`], { x: LEFT, y, right: RIGHT });
        drawBox(ctx, [LEFT, y + 14, RIGHT - LEFT, 8], { round: 4, fill: 'line' });
        const part = (done / all) * (RIGHT - LEFT) * ease(t, 0.4, 0.8);
        if (part > 0) drawBox(ctx, [LEFT, y + 14, part, 8], { round: 4, fill: 'leaf' });
      }
    }),
    section('Профиль', 'user', 4, 'Проверьте телефон и почту: на них приходят коды', (ctx, t) => {
      oneByOne(ctx, t, [
        () => writePair(ctx, ['Имя', 'Мария'], { x: LEFT, y: 104, right: RIGHT }),
        () => writePair(ctx, ['Телефон и почта', 'верные'], { x: LEFT, y: 146, right: RIGHT, ink: 'leaf' }),
        () => writePair(ctx, ['Контакты для клиентов', 'скрыты'], { x: LEFT, y: 188, right: RIGHT }),
        () => writePair(ctx, ['Пароль', 'сменить'], { x: LEFT, y: 230, right: RIGHT }),
      ]);
    }),
    { seconds: 4, caption: 'Этих четырёх разделов у клиента нет', draw: drawMenu },
  ],
};

/** Each thing a little after the one before, and then it stays. */
function oneByOne(ctx: Pencil, t: number, things: readonly (() => void)[]): void {
  for (const [i, draw] of things.entries()) within(ctx, { alpha: ease(t, 0.4 + i * 0.3) }, draw);
}

function drawTitle(ctx: Pencil): void {
  drawIcon(ctx, 'mark', { x: 64, y: 66, size: 120 });
  write(ctx, 'Личный кабинет', { x: 216, y: 124, size: 44, weight: 600 });
  write(ctx, 'Девять главных разделов', { x: 218, y: 170, size: 26, ink: 'ink-2' });
}

/** The lower edge of a phone with the shop's four tabs; the last one is chosen. */
function drawTabs(ctx: Pencil, t: number): void {
  const tabs: [words: string, icon: Icon][] = [
    ['Каталог', 'catalog'],
    ['Избранное', 'heart'],
    ['Корзина', 'cart'],
    ['Кабинет', 'user'],
  ];
  drawPath(ctx, 'M24 20V200a28 28 0 0 0 28 28H588a28 28 0 0 0 28-28V20', { fill: 'sheet', stroke: 'ink-2', width: 3 });
  for (const [y, right] of [
    [36, 300],
    [64, 420],
    [92, 220],
  ] as const)
    drawBox(ctx, [52, y, right, 12], { round: 6, fill: 'line' });
  drawPath(ctx, 'M26 124H614', { stroke: 'line-2', width: 1.5 });
  const chosen = ease(t, 0.7);
  for (const [i, [words, icon]] of tabs.entries()) {
    const x = 100 + i * 146;
    const draw = (ink: Colour, weight: 400 | 600) => {
      drawIcon(ctx, icon, { x: x - 20, y: 140, size: 40, ink });
      write(ctx, words, { x, y: 208, ink, weight, align: 'center' });
    };
    if (icon !== 'user') draw('ink-2', 400);
    else {
      within(ctx, { alpha: 1 - chosen }, () => draw('ink-2', 400));
      within(ctx, { alpha: chosen }, () => {
        drawBox(ctx, [x - 66, 130, 132, 90], { round: 14, fill: 'leaf-soft' });
        draw('leaf', 600);
      });
    }
  }
}

/** Where we are: the section's sign, and which of the nine it is. */
function drawPlace(ctx: Pencil, name: Section, icon: Icon): void {
  drawBox(ctx, [20, CARD.y, 168, CARD.height], { fill: 'leaf-soft' });
  drawIcon(ctx, icon, { x: 58, y: 60, size: 92 });
  write(ctx, `${MENU.indexOf(name) + 1} из ${MENU.length}`, {
    x: 104,
    y: 212,
    weight: 500,
    ink: 'leaf',
    align: 'center',
  });
}

function drawCard(ctx: Pencil, title: string): void {
  drawBox(ctx, [CARD.x, CARD.y, CARD.width, CARD.height], { fill: 'sheet', stroke: 'line-2', width: 1.5 });
  write(ctx, title, { x: LEFT, y: CARD.y + 44, size: 34, weight: 600 });
}

function drawButton(
  ctx: Pencil,
  words: string,
  { x, width, isSoft }: { x: number; width: number; isSoft: boolean },
): void {
  drawBox(ctx, [x, 182, width, 50], {
    round: 10,
    ...(isSoft ? { fill: 'leaf-soft-2' } : { stroke: 'ink-3', width: 2 }),
  });
  write(ctx, words, { x: x + width / 2, y: 215, weight: 500, ink: isSoft ? 'leaf' : 'ink', align: 'center' });
}

/** You, your first line, their first line: one level after another. */
function drawTree(ctx: Pencil, t: number): void {
  const levels: [y: number, xs: number[]][] = [
    [96, [MIDDLE]],
    [156, [MIDDLE - 130, MIDDLE, MIDDLE + 130]],
    [216, [MIDDLE - 165, MIDDLE - 95, MIDDLE, MIDDLE + 130]],
  ];
  const parents = [[], [0, 0, 0], [0, 0, 1, 2]];
  // Lines first, so that people stand on them.
  for (const [level, [y, xs]] of levels.entries())
    within(ctx, { alpha: ease(t, level * 0.5) }, () => {
      for (const [i, x] of xs.entries()) {
        const above = levels[level - 1];
        if (above)
          drawPath(ctx, `M${above[1][parents[level]![i]!]!} ${above[0] + 20}L${x} ${y - 20}`, { stroke: 'leaf-line' });
      }
    });
  for (const [level, [y, xs]] of levels.entries())
    within(ctx, { alpha: ease(t, level * 0.5) }, () => {
      for (const x of xs) {
        drawEllipse(
          ctx,
          [x, y, 22],
          level === 0 ? { fill: 'leaf' } : { fill: 'leaf-soft', stroke: 'leaf-line', width: 2 },
        );
        drawIcon(ctx, 'user', { x: x - 15, y: y - 16, size: 30, ink: level === 0 ? 'on-leaf' : 'leaf' });
      }
      if (level === 0) write(ctx, 'это вы', { x: MIDDLE + 36, y: 104, ink: 'ink-2' });
    });
}

/** Reached statuses grow leaves on a stem. */
function drawCareer(ctx: Pencil, t: number): void {
  const wide = write(ctx, '660 баллов', { x: LEFT, y: 108, size: 32, weight: 600 });
  write(ctx, 'до следующего', { x: LEFT + wide + 12, y: 108, ink: 'ink-2' });
  const steps = [300, 700, 1500, 3000];
  const at = (i: number) => LEFT + 34 + i * 104;
  const stem = at(3) - at(0);
  drawBox(ctx, [at(0), 182, stem, 8], { round: 4, fill: 'line' });
  drawBox(ctx, [at(0), 182, (at(2) - at(0) + 104 * 0.56) * Math.max(0.02, ease(t, 0.3, 0.9)), 8], {
    round: 4,
    fill: 'leaf',
  });
  for (const [i, points] of steps.entries()) {
    const isReached = i < 3;
    drawIcon(ctx, 'mark', { x: at(i) - 20, y: 138, size: 42, ink: isReached ? 'leaf' : 'dots' });
    write(ctx, points.toLocaleString('ru'), {
      x: at(i),
      y: 224,
      weight: i === 2 ? 600 : 400,
      ink: isReached ? 'ink' : 'ink-2',
      align: 'center',
    });
  }
}

/** All nine as a list in two columns; what clients have too is faint. */
function drawMenu(ctx: Pencil): void {
  for (const [i, name] of MENU.entries()) {
    const isTheirs = FOR_CONSULTANTS.includes(name);
    const [x, y] = [i < 5 ? 40 : 340, 14 + (i % 5) * 48];
    if (isTheirs) drawBox(ctx, [x - 20, y, 280, 44], { round: 10, fill: 'leaf-soft-2' });
    write(ctx, name, { x, y: y + 31, weight: isTheirs ? 600 : 400, ink: isTheirs ? 'leaf' : 'ink-2' });
  }
}
