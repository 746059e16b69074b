import {
  type deskAddProductPicture,
  DESK_PICTURES_MOST,
  type deskSetProductPictures,
} from '#contract/desk-products.ts';
import { MESSAGES } from '#contract/messages.ts';
import { PHOTO_WORDS } from '#contract/photos.ts';
import { lockProduct, updateProduct } from '#server/features/catalogue/catalogue-changes.queries.ts';
import { storePictureBytes } from '#server/features/catalogue/pictures/store-picture.commands.ts';
import { publishInTx } from '#server/features/catalogue/publish.commands.ts';
import { insertAudit } from '#server/features/desk-orders/audit.queries.ts';
import { findProductPictures, replaceProductPictures } from '#server/features/desk-products/desk-products.queries.ts';
import type { Asked } from '#server/platform/mount.ts';
import { invalid, notFound, refuse } from '#server/platform/refuse.ts';
import { requireUser } from '#server/platform/session.ts';

type Either = Asked<typeof deskAddProductPicture> | Asked<typeof deskSetProductPictures>;

/** A picture behind those that are there, decoded and written anew. @throws not_found, validation. */
export async function addProductPicture(asked: Asked<typeof deskAddProductPicture>): Promise<void> {
  const { product_id: id, photo } = asked.body;
  const before = await lockedPictures(asked, id);
  if (before.length >= DESK_PICTURES_MOST)
    throw invalid({ photo: [`Картинок уже ${DESK_PICTURES_MOST}. Сначала уберите лишнюю`] });
  const stored = await storePictureBytes(asked.tx, Buffer.from(photo, 'base64'));
  if ('refused' in stored) throw invalid({ photo: [PHOTO_WORDS[stored.refused]] });
  if (before.includes(stored.sha256)) throw invalid({ photo: ['Эта картинка у товара уже есть'] });
  await replace(asked, id, before, [...before, stored.sha256]);
}

/** Another order, without those that are left out. @throws not_found, validation, `product_changed` when others have changed them since. */
export async function setProductPictures(asked: Asked<typeof deskSetProductPictures>): Promise<void> {
  const { product_id: id, was, pictures } = asked.body;
  const before = await lockedPictures(asked, id);
  if (before.join() !== was.join())
    refuse('product_changed', 'Картинки изменили, пока вы смотрели. Откройте товар заново');
  if (new Set(pictures).size !== pictures.length || pictures.some((one) => !before.includes(one)))
    throw invalid({ pictures: ['Такой картинки у товара нет'] });
  await replace(asked, id, before, pictures);
}

async function lockedPictures({ tx }: Either, id: number): Promise<string[]> {
  if (!(await lockProduct(tx, id))) throw notFound(MESSAGES.productNotFound);
  return findProductPictures(tx, id);
}

async function replace(asked: Either, id: number, before: readonly string[], after: readonly string[]): Promise<void> {
  const { tx, now, session, request } = asked;
  await replaceProductPictures(tx, id, after);
  await updateProduct(tx, id, { updatedAt: now });
  const key = request.headers['idempotency-key'];
  const short = (hashes: readonly string[]): string[] => hashes.map((hash) => hash.slice(0, 8));
  await insertAudit(tx, {
    actorId: requireUser(session).id,
    act: 'deskSetProductPictures',
    targetType: 'product',
    targetId: id,
    reason: '',
    asked: { pictures: after },
    before: { Картинки: short(before) },
    after: { Картинки: short(after) },
    key: typeof key === 'string' ? key.toLowerCase() : null,
    at: now,
  });
  await publishInTx(tx, now);
}
