import { defineMutation, isObject } from '#src/offline/outbox/mutation.ts';
import type { Face } from '#src/offline/outbox/face.ts';

export type FormName = 'notify-product' | 'call-cons';
export type FormSend = { form: FormName; fields: Record<string, string | number | boolean> };

const PATHS: Record<FormName, string> = { 'notify-product': '/user/notify-product', 'call-cons': '/support/call-cons' };

const CONFIRM = 'confirm_email';
const CONFIRM_WORDS = 'подтвердите адрес по\u00a0ссылке из\u00a0письма';

/** A form of which nothing is shown afterwards: «Сообщить о поступлении», «Позвать консультанта». */
export const formSend = defineMutation({
  kind: 'form.send',
  v: 1,
  merge: 'once',
  who: 'anyone',
  scopes: [],
  isPayload: (value): value is FormSend =>
    isObject(value) && Object.keys(PATHS).includes(String(value.form)) && isObject(value.fields),
  // The first builds knew one form: they leave the others' records alone (docs/decisions/131).
  newer: (payload) => payload.form !== 'notify-product',
  lane: ({ form, fields }) => `form:${form}:${String(fields.product_id ?? '')}`,
  target: () => null,
  request: ({ form, fields }) => ({ method: 'POST', path: PATHS[form], body: JSON.stringify(fields) }),
  /** An address that is not the person's own is asked first: they must know of that letter (docs/decisions/134). */
  readAnswer: (_form, { confirm, message }) =>
    confirm === 'email' ? [{ do: 'tell', code: CONFIRM, ...(typeof message === 'string' ? { message } : {}) }] : [],
});

export const formSendFace: Face<FormSend> = {
  words({ form, fields }) {
    if (form === 'call-cons') return `позвать консультанта: ${String(fields.name)}, ${String(fields.phone)}`;
    const contacts = [fields.email, fields.phone].filter(Boolean);
    return `сообщить о\u00a0поступлении${contacts.length > 0 ? `: ${contacts.join(', ')}` : ''}`;
  },
  isTyped: true,
  done: ({ form }) => (form === 'call-cons' ? 'консультант получит просьбу' : 'сообщим о\u00a0поступлении'),
  group: () => 'sent',
  about: ({ fields }) => (typeof fields.product_id === 'number' ? { product: fields.product_id } : null),
  changed: (_form, { message }) => message ?? CONFIRM_WORDS,
  verdicts: {
    title: 'Ждут подтверждения',
    counted: 'ждут подтверждения',
    named: (title) => title || 'Сообщить о\u00a0поступлении',
    of: ({ fields }) => ({
      isFine: false,
      value: CONFIRM_WORDS,
      href: `/product/${String(fields.product_id)}`,
      link: 'Открыть товар',
    }),
  },
};
