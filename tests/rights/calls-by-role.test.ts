import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import type { Call } from '#contract/call.ts';
import { addConsultant, addPerson, browserOf, call as ask, type Browser } from '#tests/cart/shop-people.ts';
import { fetchFrom } from '#tests/support/fetch-from.ts';
import { openShop, type TestShop } from '#tests/support/open-shop.ts';

// Every call as every role on the real server, against this table: it is written by hand and knows nothing of the matrix.
// `+` the rights let it pass, `401` log in first, `403` no right, `ro` a readonly account.
const ROLES = ['stranger', 'guest', 'client', 'user', 'cons', 'optovik', 'punkt', 'readonly', 'admin'] as const;
type RoleName = (typeof ROLES)[number];
const ALL = '+   +   +   +   +   +   +   +   +';
const PERSON = '401 401 +   +   +   +   +   +   +';
const CART = '401 +   +   +   +   +   +   ro  +';
const WHOLESALE = '401 401 403 403 403 +   403 403 403';
const BOOK = '401 401 +   +   +   +   +   ro  +';
const LEARNER = '401 401 +   +   +   403 +   +   +';
const DESK = '401 401 403 403 403 403 403 403 +';
const COUNTER = '401 401 403 403 403 403 +   403 403';
const NEWCOMER = '401 401 403 403 +   403 +   ro  403';
const STRUCTURE = '401 401 403 403 +   403 +   +   403';
const TABLE: Record<string, string> = {
  getUserData: ALL,
  openGuest: ALL,
  login: ALL,
  logout: ALL,
  register: ALL,
  sendRegistrationCode: PERSON,
  confirmRegistration: PERSON,
  inviteNewcomer: NEWCOMER,
  getInvitation: ALL,
  sendLoginCode: ALL,
  sendPasswordCode: ALL,
  resetPassword: ALL,
  getProfile: PERSON,
  saveProfile: BOOK,
  askContact: BOOK,
  confirmContact: BOOK,
  changePassword: PERSON,
  getSessions: PERSON,
  endSession: PERSON,
  endOtherSessions: PERSON,
  savePhoto: BOOK,
  removePhoto: BOOK,
  getPhoto: ALL,
  getConsents: PERSON,
  withdrawConsent: PERSON,
  giveConsent: PERSON,
  getPaper: ALL,
  getDataExport: PERSON,
  askDataExport: PERSON,
  getDataExportFile: PERSON,
  getDeletion: PERSON,
  sendDeletionCode: '401 401 +   +   +   +   +   +   403',
  deleteAccount: PERSON,
  restoreAccount: PERSON,
  getPriceType: ALL,
  setPriceView: PERSON,
  getBootstrap: ALL,
  getSponsor: ALL,
  getSponsorInfo: ALL,
  visitByLink: ALL,
  getInvite: NEWCOMER,
  searchConsultants: '401 401 403 403 +   403 +   +   403',
  callConsultant: '401 +   +   +   +   +   +   +   +',
  becomeConsultant: PERSON,
  getWholesaleApplication: PERSON,
  applyForWholesale: PERSON,
  getManifest: ALL,
  getShard: ALL,
  listProducts: ALL,
  getProductData: ALL,
  getEshopData: ALL,
  notifyProduct: ALL,
  noteSearchMiss: ALL,
  confirmNotify: ALL,
  getPaymentMethods: ALL,
  getPaymentLink: ALL,
  changePaymentMethod: ALL,
  getPaymentStatus: ALL,
  addFavourite: PERSON,
  removeFavourite: PERSON,
  cartData: ALL,
  cartChange: CART,
  cartAdd: CART,
  cartSet: CART,
  cartRemove: CART,
  cartClean: CART,
  acceptPrice: CART,
  cartDataOptovik: WHOLESALE,
  cartChangeOptovik: WHOLESALE,
  cartAddOptovik: WHOLESALE,
  cartSetOptovik: WHOLESALE,
  cartRemoveOptovik: WHOLESALE,
  cartCleanOptovik: WHOLESALE,
  cartSpend: '401 401 +   403 +   +   +   ro  +',
  createPayment: '401 +   +   403 +   +   +   ro  +',
  fetchOrders: PERSON,
  getOrder: PERSON,
  getOrderByToken: ALL,
  saveOrderComment: ALL,
  keepOrder: PERSON,
  fetchDeferred: PERSON,
  offerShipment: PERSON,
  sendDeferred: '401 401 +   403 +   +   +   ro  +',
  cancelOrder: ALL,
  previewOrderChange: ALL,
  changeOrder: ALL,
  deskFetchOrders: DESK,
  deskGetOrder: DESK,
  deskMarkPaid: DESK,
  deskCancelOrder: DESK,
  deskPreviewRefund: DESK,
  deskRefundOrder: DESK,
  deskSendLink: DESK,
  deskReturnReviewed: DESK,
  deskSettleRefund: DESK,
  deskGoodwill: DESK,
  deskReplacePieces: DESK,
  deskFetchDrafts: DESK,
  deskGetDraft: DESK,
  deskOpenDraft: DESK,
  deskSaveDraft: DESK,
  deskDropDraft: DESK,
  deskPlaceDraft: DESK,
  deskFindGoods: DESK,
  deskFindBuyer: DESK,
  deskStartImport: DESK,
  deskApplyImport: DESK,
  deskCancelImport: DESK,
  deskFetchImports: DESK,
  deskGetImport: DESK,
  deskFetchImportRows: DESK,
  agreeToOrder: ALL,
  deskFindProducts: DESK,
  deskGetProduct: DESK,
  deskPublishProducts: DESK,
  deskAddProductPicture: DESK,
  deskSetProductPictures: DESK,
  deskFindUsers: DESK,
  deskGetUser: DESK,
  deskFindPoints: DESK,
  deskSetRights: DESK,
  deskSetReadonly: DESK,
  deskSetOperator: DESK,
  deskPreviewSponsor: DESK,
  deskMoveSponsor: DESK,
  deskCancelMove: DESK,
  deskDecideWholesale: DESK,
  deskRecoverContact: DESK,
  deskPreviewMerge: DESK,
  deskMergeUsers: DESK,
  deskFetchJournal: DESK,
  deskExportJournal: DESK,
  deskFetchPeriods: DESK,
  deskTryPeriod: DESK,
  deskApprovePeriod: DESK,
  deskFetchDisputes: DESK,
  deskAnswerDispute: DESK,
  deskFetchLiabilities: DESK,
  deskReconcile: DESK,
  deskFindHolder: DESK,
  deskFetchCorrections: DESK,
  deskAskCorrection: DESK,
  deskDecideCorrection: DESK,
  deskExportRegister: DESK,
  getReturnOptions: ALL,
  addReturnPhoto: ALL,
  askReturn: ALL,
  withdrawReturn: ALL,
  deskFetchReturns: DESK,
  deskGetReturn: DESK,
  deskApproveReturn: DESK,
  deskRefuseReturn: DESK,
  deskReceiveReturn: DESK,
  deskRefundReturn: DESK,
  punktFetchReturns: COUNTER,
  punktAcceptReturn: COUNTER,
  deskFinishParcel: DESK,
  deskHoldOrder: DESK,
  deskJoinDeferred: DESK,
  deskMarkReceived: DESK,
  deskNoteOrder: DESK,
  deskPutPieces: DESK,
  deskReleaseHold: DESK,
  deskReopenParcel: DESK,
  deskScanPiece: DESK,
  deskSendParcel: DESK,
  deskFetchCarriers: DESK,
  deskRegisterParcel: DESK,
  deskGetLabel: DESK,
  deskSplitParcel: DESK,
  deskAddCells: DESK,
  deskCloseBox: DESK,
  deskFetchBoxes: DESK,
  deskFetchShelves: DESK,
  deskPickingList: DESK,
  deskPlaceProduct: DESK,
  deskRemoveCell: DESK,
  deskRenameCell: DESK,
  deskStartPacking: DESK,
  deskTakeParcel: DESK,
  calculateDelivery: ALL,
  getDeliveryPoints: ALL,
  getMapTiles: ALL,
  geocode: ALL,
  getEducation: LEARNER,
  getCourse: LEARNER,
  getLesson: LEARNER,
  getQuiz: LEARNER,
  sendQuizResult: LEARNER,
  setWatched: LEARNER,
  getEducationPackages: LEARNER,
  getEducationFile: ALL,
  getCertificate: LEARNER,
  getNotifications: PERSON,
  getUnread: PERSON,
  readNotifications: PERSON,
  getPushState: PERSON,
  subscribePush: PERSON,
  unsubscribePush: PERSON,
  getAccounts: PERSON,
  getNetworkNow: STRUCTURE,
  getCareer: STRUCTURE,
  getStructurePerson: STRUCTURE,
  getInactive: STRUCTURE,
  getActivity: STRUCTURE,
  getRookies: STRUCTURE,
  getRookiePeriods: STRUCTURE,
  getBirthdays: STRUCTURE,
  getNewStatuses: STRUCTURE,
  searchNewStatuses: STRUCTURE,
  getPersonalStat: STRUCTURE,
  exportInactive: STRUCTURE,
  exportInactiveInfo: STRUCTURE,
  exportActivityOf: STRUCTURE,
  exportActivity: STRUCTURE,
  exportRookies: STRUCTURE,
  exportBirthdays: STRUCTURE,
  exportNewStatuses: STRUCTURE,
  getTransfers: PERSON,
  getTransfer: PERSON,
  findRecipient: NEWCOMER,
  createTransfer: NEWCOMER,
  createDeposit: NEWCOMER,
  getDeposit: NEWCOMER,
  sendTransferCode: NEWCOMER,
  confirmTransfer: NEWCOMER,
  cancelTransfer: NEWCOMER,
  getBonusHistory: PERSON,
  exportBonusHistory: PERSON,
  getStatement: PERSON,
  getRetailIncome: STRUCTURE,
  getBonusMonths: '401 401 403 403 +   403 +   +   403',
  getBonusMonth: '401 401 403 403 +   403 +   +   403',
  getBonusVolume: '401 401 403 403 +   403 +   +   403',
  disputeBonus: '401 401 403 403 +   403 +   +   403',
  getAddresses: PERSON,
  saveAddress: BOOK,
  removeAddress: BOOK,
  normalizeAddress: ALL,
  punktAcceptParcel: COUNTER,
  punktCloseShift: COUNTER,
  punktFetchDay: COUNTER,
  punktFetchOrders: COUNTER,
  punktFetchSupplies: COUNTER,
  punktFindOrders: COUNTER,
  punktFinishSupply: COUNTER,
  punktGetOrder: COUNTER,
  punktHandOver: COUNTER,
  punktOpenShift: COUNTER,
  punktSendBack: COUNTER,
  punktShowPhone: COUNTER,
  deskRenewCode: DESK,
  setOrderProxy: ALL,
};

let shop: TestShop;
let browserAs: Record<RoleName, () => Promise<Browser>>;
beforeAll(async () => {
  shop = await openShop();
  const person = async (id: Promise<number>) => {
    const userId = await id;
    return () => browserOf(shop, { userId });
  };
  browserAs = {
    stranger: async () => fetchFrom(shop.app),
    guest: () => browserOf(shop),
    client: await person(addPerson(shop)),
    user: await person(addPerson(shop, { role: 'user' })),
    cons: await person(addConsultant(shop)),
    optovik: await person(addPerson(shop, { role: 'optovik' })),
    punkt: await person(addConsultant(shop, { isPunktVydachi: true })),
    readonly: await person(addConsultant(shop, { readonly: true })),
    admin: await person(addPerson(shop, { role: 'staff' })),
  };
});
afterAll(() => shop.close());

/** Ids that nothing has: what passes the rights ends in 404, a field error or an empty answer, never in another 403. */
const FILES: Record<string, string> = { getCertificate: '999999.pdf' };
const addressOf = ({ name, path }: Call): string =>
  path.replace(':file', FILES[name] ?? `${'0'.repeat(64)}.json`).replaceAll(/:\w+/g, '999999');
async function outcomeOf(one: Call, role: RoleName): Promise<string> {
  const browser = await browserAs[role]();
  const { http, body } = await ask(browser, one.method, addressOf(one), one.body ? {} : undefined);
  if (http >= 500) throw new Error(`${one.name} as ${role}: ${http}`);
  if (http === 401 && body.code === 'auth_required') return '401';
  if (http === 403 && body.code === 'readonly') return 'ro';
  return http === 403 && body.code === 'forbidden' ? '403' : '+';
}

describe('every call as every role', () => {
  it('has its row in the table', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(ALL_CALLS.map(({ name }) => name).toSorted());
  });
  it.each(ALL_CALLS.map((one) => [one.name, one] as const))('%s', async (name, one) => {
    const asked: string[] = [];
    for (const role of ROLES) asked.push(await outcomeOf(one, role));
    expect(Object.fromEntries(ROLES.map((role, at) => [role, asked[at]]))).toEqual(
      Object.fromEntries((TABLE[name] ?? '').split(/\s+/).map((word, at) => [ROLES[at], word])),
    );
  });
});

it('a readonly wholesale buyer may look at the cart and not change it', async () => {
  const userId = await addPerson(shop, { role: 'optovik', readonly: true });
  const browser = await browserOf(shop, { userId });
  expect((await ask(browser, 'GET', '/optovik/cart/data')).http).toBe(200);
  const refused = await ask(browser, 'POST', '/optovik/cart/change', {});
  expect([refused.http, refused.body]).toEqual([403, { status: 0, code: 'readonly', message: 'Запрещено' }]);
});

it('tells a wholesale buyer in words why there is no education', async () => {
  const userId = await addPerson(shop, { role: 'optovik' });
  const refused = await ask(await browserOf(shop, { userId }), 'GET', '/education/get-data');
  expect(refused.body.message).toBe('Обучение открыто клиентам и консультантам');
});

it('/user/data reports the same matrix', async () => {
  const data = async (role: RoleName) => (await ask(await browserAs[role](), 'GET', '/user/data')).body;
  expect((await data('guest')).permissions).toEqual(['cart.edit', 'order.create', 'support.call_cons']);
  expect((await data('readonly')).permissions).not.toContain('cart.edit');
  expect((await data('punkt')).acl).toContain('punkt');
  const admin = await data('admin');
  expect([
    admin.user.price_type,
    admin.permissions.includes('desk.audit'),
    admin.permissions.includes('cart.edit'),
  ]).toEqual([0, true, true]);
  for (const role of ['client', 'cons', 'optovik', 'admin'] as const)
    expect((await data(role)).permissions).not.toContain('account.debit');
});
