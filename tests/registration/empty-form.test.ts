import { expect, it } from 'vitest';
import { applyForWholesale } from '#contract/consultants.ts';
import { inviteNewcomer } from '#contract/invitations.ts';
import { judgeBody } from '#contract/judge.ts';
import { emptyFields, judgeRegistration } from '#src/features/session/register-form.rules.ts';

// A form that is sent empty names everything that is missing at once (docs/product/people.md#registration).

const named = (type: string, more: object = {}) =>
  Object.keys(judgeRegistration({ ...emptyFields(''), type, ...more }) ?? {}).sort();

const OF_ALL = ['city_id', 'consents.offer', 'consents.personal', 'first_name', 'last_name', 'password', 'phone'];

it('names every field of a client, and the e-mail when the code goes there', () => {
  expect(named('client')).toEqual(OF_ALL);
  expect(named('client', { confirm_by: 'email' })).toEqual([...OF_ALL, 'email'].sort());
});

it('of a consultant also birthday, e-mail and agreement, in the same answer', () => {
  expect(named('cons')).toEqual([...OF_ALL, 'birthday', 'consents.agreement', 'email'].sort());
  expect(judgeRegistration({ ...emptyFields(''), type: 'cons' })).toMatchObject({
    birthday: ['Заполните поле'],
    email: ['Заполните поле'],
    'consents.agreement': ['Без договора стать консультантом нельзя'],
  });
});

it('says one thing of a field that is filled in wrongly', () => {
  const errors = judgeRegistration({ ...emptyFields(''), type: 'cons', email: 'anna', birthday: '31.02' });
  expect(errors).toMatchObject({ email: ['Нужен адрес вида anna@mail.ru'], birthday: ['Дата вида 14.06.1991'] });
});

it('an empty number is empty, and not also not whole: one thing is said of each field', () => {
  const empty = ['Заполните поле'];
  expect(judgeBody(inviteNewcomer, { first_name: '', last_name: '', phone: '' }).errors).toEqual({
    first_name: empty,
    last_name: empty,
    phone: empty,
  });
  expect(judgeBody(applyForWholesale, { company: '', inn: '', phone: '' }).errors).toEqual({
    company: empty,
    inn: empty,
    phone: empty,
  });
});
