import { defineMutation, isObject } from '#src/offline/outbox/mutation.ts';
import type { FormSend } from '#src/offline/outbox/record.ts';

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
