import type { Board, BoardRow } from '#contract/delivery-board.ts';
import { missingWords } from '#contract/delivery-offer.ts';
import {
  choiceOf,
  type DeliveryGroup,
  type DeliveryType,
  groupOf,
  hasPoints,
  isFreight,
} from '#contract/delivery-types.ts';
import { DELIVERY_WORDS } from '#contract/delivery-words.ts';
import type { CheckoutDraft, ChosenPoint, Mode, WayKey } from '#src/features/checkout/checkout.types.ts';
import { formatMoney, NBSP } from '#src/ui/format.ts';

// Fifteen ways in five groups, as the screen asks for them (docs/product/checkout.md#ways). A carrier that goes both to a point
// and to the door is two lines: what they cost and what they still miss differs.

/** One line of the radiogroup «Способ доставки». */
export type Way = {
  key: WayKey;
  type: DeliveryType;
  mode: Mode;
  name: string;
  /** Kopecks; null while it is counted or cannot be had. */
  cost: number | null;
  /** Struck through beside a cost that became free. */
  costBefore: number | null;
  /** «от»: the point or the address is still to be chosen. */
  isFrom: boolean;
  /** «Оплата при получении» stands in the place of a price. */
  isPaidThere: boolean;
  time: string | null;
  state: 'process' | 'success' | 'need_choose' | 'error';
  hint: string | null;
  error: string | null;
  /** A list of points stands behind it. */
  canPick: boolean;
  /** The town's only one: there is no other to choose. */
  isOnlyPoint: boolean;
  point: ChosenPoint | null;
};
export type WayGroup = {
  id: DeliveryGroup;
  title: string;
  ways: readonly Way[];
  from: number | null;
  /** Its ways differ in price, or one has still to be chosen of. */
  isFrom: boolean;
  isPaidThere: boolean;
};

const TITLES: Record<DeliveryGroup, string> = {
  pickup: 'Забрать самому',
  courier: 'Курьер до двери',
  post: 'Почта России',
  freight: 'Транспортная компания',
  deferred: 'Отложить на складе',
};
const GROUPS = Object.keys(TITLES) as DeliveryGroup[];
export const wayKey = (type: DeliveryType, mode: Mode): WayKey => `${type}:${mode}`;
/** Goes to a point and to the door alike. */
const isBoth = (type: DeliveryType): boolean => choiceOf(type) === 'door_or_gate';

type Chosen = Pick<CheckoutDraft, 'points'> & { hasDoor: boolean };

export function waysOf(row: BoardRow, chosen: Chosen): Way[] {
  if (!row.visible) return [];
  if (!isBoth(row.type))
    return [oneWay(row, hasPoints(row.type) && choiceOf(row.type) !== 'index_or_gate' ? 'gate' : 'door', chosen)];
  return [oneWay(row, 'gate', chosen), oneWay(row, 'door', chosen)];
}

function oneWay(row: BoardRow, mode: Mode, { points, hasDoor }: Chosen): Way {
  const both = isBoth(row.type);
  const isGate = mode === 'gate';
  // A carrier's point stands in the draft; the shop names the own centre itself.
  const point = points[row.type] ?? (row.gateId && row.address ? asPoint(row) : null);
  // The shop has been told of one point; the draft remembers one for each way.
  const isSettled = row.state === 'process' || row.state === 'error' || !(both || isGate);
  const state = isSettled ? row.state : (isGate ? point !== null : hasDoor) ? 'success' : 'need_choose';
  const cost = row.state === 'error' ? null : isGate ? row.costGate : row.cost;
  return {
    key: wayKey(row.type, mode),
    type: row.type,
    mode,
    name: both && isGate ? `${row.name}, пункт` : row.name,
    cost,
    costBefore: row.costBefore,
    isFrom: state === 'need_choose',
    isPaidThere: isFreight(row.type),
    time: row.deliveryTime,
    state,
    hint: hintOf(row, { both, isGate, state }),
    error: row.error,
    canPick: isGate && choiceOf(row.type) !== 'nothing',
    isOnlyPoint: row.notice === DELIVERY_WORDS.onlyCentre,
    point: isGate || choiceOf(row.type) === 'nothing' ? point : null,
  };
}
const asPoint = (row: BoardRow): ChosenPoint => ({
  id: row.gateId ?? '',
  gateType: row.gateType ?? 'pvz',
  name: '',
  address: row.address ?? '',
  schedule: '',
  distance: null,
});

function hintOf(
  row: BoardRow,
  { both, isGate, state }: { both: boolean; isGate: boolean; state: Way['state'] },
): string | null {
  if (state === 'process') return 'Считаем стоимость…';
  if (isFreight(row.type)) return 'До терминала';
  if (row.notice) return row.notice;
  if (state === 'need_choose')
    return both ? (isGate ? DELIVERY_WORDS.chooseGate : DELIVERY_WORDS.chooseDoor) : missingWords(row.type);
  if (both && isGate && row.cost !== null) return `К двери — ${formatMoney(row.cost)}`;
  return both ? 'До двери' : null;
}

/** Groups that have something to offer; one that has nothing is not shown. */
export function groupsOf(board: Pick<Board, 'rows'>, chosen: Chosen): WayGroup[] {
  const all = board.rows.flatMap((row) => waysOf(row, chosen));
  return GROUPS.flatMap((id) => {
    const ways = all.filter((way) => groupFor(way) === id);
    if (ways.length === 0) return [];
    const costs = ways.flatMap(({ cost, state }) =>
      cost === null || state === 'process' || state === 'error' ? [] : [cost],
    );
    return [
      {
        id,
        title: TITLES[id],
        ways,
        from: costs.length > 0 ? Math.min(...costs) : null,
        isFrom: new Set(costs).size > 1 || ways.some((way) => isOpenWay(way) && way.isFrom),
        isPaidThere: id === 'freight',
      },
    ];
  });
}
/** A courier's point is fetched by the buyer. */
const groupFor = ({ type, mode }: Way): DeliveryGroup =>
  mode === 'gate' && groupOf(type) === 'courier' ? 'pickup' : groupOf(type);

export const isOpenWay = ({ state }: Way): boolean => state === 'success' || state === 'need_choose';

export function priceWords({ cost, costBefore, isFrom, isPaidThere }: Way): { old: string | null; now: string } {
  if (isPaidThere) return { old: null, now: DELIVERY_WORDS.payAtReceipt };
  if (cost === null) return { old: null, now: '' };
  const old = costBefore !== null && costBefore > cost ? formatMoney(costBefore) : null;
  return { old, now: isFrom && cost > 0 ? `от${NBSP}${formatMoney(cost)}` : formatMoney(cost) };
}
