import type { Call } from '#contract/call.ts';
import { punktAcceptReturn, punktFetchReturns } from '#contract/counter-returns.ts';
import {
  deskAddProductPicture,
  deskFindProducts,
  deskGetProduct,
  deskPublishProducts,
  deskSetProductPictures,
} from '#contract/desk-products.ts';
import { BOOK_CALLS } from '#contract/desk-books.ts';
import { deskExportJournal, deskFetchJournal } from '#contract/desk-audit.ts';
import {
  deskAnswerDispute,
  deskApprovePeriod,
  deskFetchDisputes,
  deskFetchPeriods,
  deskTryPeriod,
} from '#contract/desk-finance.ts';
import {
  deskApproveReturn,
  deskFetchReturns,
  deskGetReturn,
  deskReceiveReturn,
  deskRefundReturn,
  deskRefuseReturn,
} from '#contract/desk-returns.ts';
import {
  deskCancelOrder,
  deskFetchOrders,
  deskGetOrder,
  deskGoodwill,
  deskMarkPaid,
  deskPreviewRefund,
  deskRefundOrder,
  deskReturnReviewed,
  deskSendLink,
  deskSettleRefund,
} from '#contract/desk-orders.ts';
import {
  deskCancelMove,
  deskDecideWholesale,
  deskFindPoints,
  deskFindUsers,
  deskGetUser,
  deskMergeUsers,
  deskMoveSponsor,
  deskPreviewMerge,
  deskPreviewSponsor,
  deskRecoverContact,
  deskSetOperator,
  deskSetReadonly,
  deskSetRights,
} from '#contract/desk-users.ts';
import { IMPORT_CALLS } from '#contract/desk-import.ts';
import { SHELF_CALLS } from '#contract/desk-shelves.ts';
import { DRAFT_CALLS } from '#contract/desk-drafts.ts';
import { agreeToOrder } from '#contract/orders.ts';
import { SHIPPING_CALLS } from '#contract/desk-shipping.ts';
import { PACKING_CALLS } from '#contract/desk-packing.ts';

/** Calls of the desk (docs/product/desk.md), and what the buyer answers to an order of the desk. */
export const DESK_CALLS = [
  deskFetchOrders,
  deskGetOrder,
  deskMarkPaid,
  deskCancelOrder,
  deskPreviewRefund,
  deskRefundOrder,
  deskSendLink,
  deskReturnReviewed,
  ...PACKING_CALLS,
  ...SHIPPING_CALLS,
  ...DRAFT_CALLS,
  ...IMPORT_CALLS,
  ...SHELF_CALLS,
  agreeToOrder,
  deskSettleRefund,
  deskGoodwill,
  deskFindUsers,
  deskGetUser,
  deskFindPoints,
  deskSetRights,
  deskSetReadonly,
  deskSetOperator,
  deskPreviewSponsor,
  deskMoveSponsor,
  deskCancelMove,
  deskDecideWholesale,
  deskRecoverContact,
  deskPreviewMerge,
  deskMergeUsers,
  deskFetchJournal,
  deskExportJournal,
  deskFetchPeriods,
  deskTryPeriod,
  deskApprovePeriod,
  deskFetchDisputes,
  deskAnswerDispute,
  ...BOOK_CALLS,
  deskFetchReturns,
  deskGetReturn,
  deskApproveReturn,
  deskRefuseReturn,
  deskReceiveReturn,
  deskRefundReturn,
  punktFetchReturns,
  punktAcceptReturn,
  deskFindProducts,
  deskGetProduct,
  deskPublishProducts,
  deskAddProductPicture,
  deskSetProductPictures,
] as const satisfies readonly Call[];
