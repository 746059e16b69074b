import { defineMutation, isObject } from '#src/offline/outbox/mutation.ts';
import type { Face } from '#src/offline/outbox/face.ts';

export type FormSend = { form: 'notify-product'; fields: Record<string, string | number | boolean> };

/** A form of which nothing is shown afterwards: «Сообщить о поступлении». */
export const formSend = defineMutation({
  kind: 'form.send',
  v: 1,
  merge: 'once',
  who: 'anyone',
  scopes: [],
  isPayload: (value): value is FormSend => isObject(value) && value.form === 'notify-product' && isObject(value.fields),
  lane: ({ form, fields }) => `form:${form}:${String(fields.product_id ?? '')}`,
  target: () => null,
  request: ({ fields }) => ({ method: 'POST', path: '/user/notify-product', body: JSON.stringify(fields) }),
  readAnswer: () => [],
});

export const formSendFace: Face<FormSend> = {
  words: () => 'сообщить о\u00a0поступлении',
  done: () => 'сообщим о\u00a0поступлении',
  group: () => 'sent',
  about: ({ fields }) => (typeof fields.product_id === 'number' ? { product: fields.product_id } : null),
};
