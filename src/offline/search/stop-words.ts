import { layoutToRu } from '#src/offline/search/layout.ts';
import { soundOf } from '#src/offline/search/translit.ts';
import { normal, wordsOf } from '#src/offline/search/words.ts';

// Words that say nothing of what is looked for: little ones, «купить» and «покажите», praise and price.

const LITTLE =
  'а бы в вам вас во все всей всего да для до его ее если есть еще же за и из или их к как ко ли либо мне меня мой моя мои мы на над нам нас не него нее нет ни нибудь но о об обо он она они от ото очень по под при про с со так такой такая такое такие там то тот тоже тут ты у уже чем через что чтобы эта эти это этот я вот где когда кто кому какой какая какое какие какую какого чего просто тебе себе себя собой свой ему ей им вокруг около пока после лет человек человека человеку людей людям люди лучше перед передо между среди ради кроме';
const ASKING =
  'купить куплю купи купите купил купила покупка покупаю заказать закажу закажите хочу хочется хотел хотела хотелось бы хотим нужен нужна нужно нужны надо требуется ищу искать найти найду найди найдите показать покажи покажите дай дайте подскажи подскажите посоветуй посоветуйте посоветовать порекомендуйте пожалуйста можно можете могу быть был была было были будет стал стала стало стали продаете продается продают приобрести подобрать подберите выбрать помогите взять возьму возьмите брать беру попробовать пробую посмотреть интересует интересуют использовать пользоваться подойдет подойдут подходит здравствуйте привет';
const PRAISE =
  'сколько стоит стоят цена цены ценой стоимость почем недорого недорогой недорогая недорогие дешево дешевый дешевая дорого хороший хорошая хорошее хорошие хорошего лучший лучшая лучшее лучшие лучше самый самая самое самые нормальный качественный натуральный интересный какойто отзывы отзыв магазин онлайн интернет росток сайт наличии товар товары код кода артикул арт номер';
const STOP: ReadonlySet<string> = new Set(`${LITTLE} ${ASKING} ${PRAISE}`.split(' '));
/** Stop words of three letters and more by their sound: «dlya», «kupit». */
const SOUNDS: ReadonlySet<string> = new Set([...STOP].filter((word) => word.length > 2).map(soundOf));

export const isStopWord = (word: string): boolean => STOP.has(word);

/** True for a stop word as typed, in the other layout («lkz») or in Latin letters («dlya»). */
export function isStopPiece(piece: string): boolean {
  const word = normal(piece).replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (STOP.has(word)) return true;
  // «что-нибудь», «какой-то».
  if (piece.includes('-') && wordsOf(piece).every((part) => STOP.has(part) || part === 'то')) return true;
  if (!/^[a-z;',.[\]`]+$/i.test(piece)) return false;
  return (word.length > 2 && SOUNDS.has(soundOf(word))) || (piece.length > 1 && STOP.has(normal(layoutToRu(piece))));
}
