import { ease, type Film, type Scene } from './film.ts';
import {
  drawDrop,
  drawEye,
  drawFace,
  drawFoam,
  drawJars,
  drawTowel,
  drawWashing,
  drawZones,
  DROPS,
} from './ochishhenie-pictures.ts';
import { drawBox, drawEllipse, drawIcon, drawPath, type Pencil, within, write, writeLines } from './pencil.ts';

// Lesson 402: one evening wash, step by step. Each picture is drawn around the middle of its stage.

const BOX = { x: 20, y: 14, width: 280, height: 238 };
const TEXT = { x: 324, width: 296 };
type Draw = Scene['draw'];
type Step = { step: string; title: string; note: string; seconds: number; caption: string; picture: Draw };

const step = ({ step, title, note, seconds, caption, picture }: Step): Scene => ({
  seconds,
  caption,
  draw: (ctx, t) => {
    drawStage(ctx, () => picture(ctx, t));
    drawBox(ctx, [TEXT.x, 20, 126, 38], { round: 10, fill: 'leaf-soft-2' });
    write(ctx, step, { x: TEXT.x + 63, y: 47, weight: 600, ink: 'leaf', align: 'center' });
    const lines = writeLines(ctx, title, { ...TEXT, y: 98, size: 31, weight: 600, lead: 37, most: 2 });
    writeLines(ctx, note, { ...TEXT, y: 104 + lines * 37, ink: 'ink-2', lead: 31, most: 3 });
  },
});

export const ochishhenie: Film = {
  folder: 'content/courses/4-uhod-za-kozhej/02-ochishhenie',
  scenes: [
    {
      seconds: 2,
      caption: 'Ролик без звука: всё написано здесь, внизу',
      draw: (ctx) => {
        drawStage(ctx, () => drawFace(ctx));
        write(ctx, 'Очищение', { x: TEXT.x, y: 122, size: 46, weight: 600 });
        write(ctx, 'Две минуты вечером', { x: TEXT.x, y: 168, size: 26, ink: 'ink-2' });
      },
    },
    step({
      step: 'Шаг 1',
      title: 'Вымойте руки',
      note: 'Чистые руки — первый шаг',
      seconds: 4,
      caption: 'Иначе моете лицо тем, что было на поручне',
      picture: drawWashing,
    }),
    step({
      step: 'Шаг 2',
      title: 'Снимите макияж и крем с SPF',
      note: 'Мицеллярная вода «Чистый лист», 40107',
      seconds: 4,
      caption: 'Приложите диск к глазу и подождите десять секунд',
      picture: (ctx, t) => drawEye(ctx, { pad: ease(t, 0.4, 0.8) - 1, clean: 0, counted: ease(t, 1.3, 2.4) }),
    }),
    step({
      step: 'Шаг 2',
      title: 'Снимите макияж и крем с SPF',
      note: 'Смывать не обязательно, но мы советуем',
      seconds: 3,
      caption: 'Потом ведите диск. Не трите',
      picture: (ctx, t) => drawEye(ctx, { pad: ease(t, 0.5, 1.6), clean: ease(t, 0.5, 1.6), counted: 1 }),
    }),
    step({
      step: 'Шаг 3',
      title: 'Вспеньте средство',
      note: 'Пенка «Облако», 40106',
      seconds: 4,
      caption: 'В ладонях: хватит шарика величиной с лесной орех',
      picture: drawFoam,
    }),
    step({
      step: 'Шаг 3',
      title: 'Умойтесь пенкой',
      note: 'Полминуты, без нажима',
      seconds: 4,
      caption: 'Лоб, нос, подбородок, щёки',
      picture: drawZones,
    }),
    step({
      step: 'Шаг 4',
      title: 'Смойте водой',
      note: 'Горячая вода лишняя',
      seconds: 3,
      caption: 'Водой комнатной температуры',
      picture: (ctx, t) => {
        drawFace(ctx);
        for (const [i, [x, y]] of DROPS.entries())
          within(ctx, { alpha: ease(t, 0.3 + i * 0.15) }, () =>
            drawDrop(ctx, x, y + 10 * ease(t, 0.3 + i * 0.15, 1.2)),
          );
      },
    }),
    step({
      step: 'Шаг 4',
      title: 'Возьмите полотенце',
      note: 'Отдельное для лица и чистое',
      seconds: 4,
      caption: 'Промокните. Не растирайте',
      picture: (ctx, t) => {
        drawFace(ctx);
        drawTowel(ctx, 44 * (1 - ease(t, 0.5, 0.9)));
      },
    }),
    step({
      step: 'Потом',
      title: 'Тоник и крем',
      note: 'Тоник «Родник», 40105',
      seconds: 4,
      caption: 'Пока лицо чуть влажное — тоник ладонями и крем',
      picture: drawJars,
    }),
    step({
      step: 'Признак',
      title: 'Ничего не тянет',
      note: '«До скрипа» — значит, смыт защитный жир',
      seconds: 4,
      caption: 'Кожа не стянута — умылись хорошо',
      picture: (ctx, t) => {
        drawFace(ctx);
        within(ctx, { x: 78, y: 66, alpha: ease(t, 0.5) }, () => {
          drawEllipse(ctx, [0, 0, 30], { fill: 'leaf' });
          drawIcon(ctx, 'check', { x: -21, y: -21, size: 42, ink: 'on-leaf' });
        });
      },
    }),
    step({
      step: 'Важно',
      title: 'Щиплет, краснеет, пятна?',
      note: 'Не проходит за день — к врачу',
      seconds: 4,
      caption: 'Смойте водой и больше не используйте',
      picture: (ctx, t) => {
        drawFace(ctx);
        within(ctx, { alpha: 0.55 * ease(t, 0.4, 0.8) }, () => {
          for (const [x, y, r] of [
            [-36, 22, 13],
            [-22, 36, 7],
            [38, 18, 11],
            [30, 36, 8],
          ] as const)
            drawEllipse(ctx, [x, y, r, r * 0.8], { fill: 'error' });
        });
      },
    }),
  ],
};

/** A plain stage, since fine squares cost the film dear; `draw` has its origin in the middle and cannot leave it. */
function drawStage(ctx: Pencil, draw: () => void): void {
  const { x, y, width, height } = BOX;
  const sheet = new Path2D();
  sheet.roundRect(x, y, width, height, 12);
  ctx.save();
  drawPath(ctx, sheet, { fill: 'stage' });
  ctx.clip(sheet);
  within(ctx, { x: x + width / 2, y: y + height / 2 }, draw);
  ctx.restore();
}
