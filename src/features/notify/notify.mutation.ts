import { defineMutation, isObject } from '#src/offline/outbox/mutation.ts';
import type { Face } from '#src/offline/outbox/face.ts';

export type FormSend = { form: 'notify-product'; fields: Record<string, string | number | boolean> };

const CONFIRM = 'confirm_email';
const CONFIRM_WORDS = 'подтвердите адрес по\u00a0ссылке из\u00a0письма';

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
  /** An address that is not the person's own is asked first: they must know of that letter (docs/decisions/134). */
  readAnswer: (_form, { confirm, message }) =>
    confirm === 'email' ? [{ do: 'tell', code: CONFIRM, ...(typeof message === 'string' ? { message } : {}) }] : [],
});

export const formSendFace: Face<FormSend> = {
  words({ fields }) {
    const contacts = [fields.email, fields.phone].filter(Boolean);
    return `сообщить о\u00a0поступлении${contacts.length > 0 ? `: ${contacts.join(', ')}` : ''}`;
  },
  isTyped: true,
  done: () => 'сообщим о\u00a0поступлении',
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
