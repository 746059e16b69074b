import type { Role } from '#contract/roles.ts';

/** Who can log in (docs/product/demo.md#people): e-mail `<key>@rostok.test`, phone +7 900 000-00-NN. */
export type DemoAccount = {
  key: string; phone: string; role: Role; firstName: string; middleName: string; lastName: string;
  /** Registration number without the country. */
  number: number | null; statusId: number; cityId: number; registeredDaysAgo: number;
  name?: string; isPunktVydachi?: boolean; readonly?: boolean;
}; // prettier-ignore

// oxfmt-ignore
export const ACCOUNTS: readonly DemoAccount[] = [
  { key: 'client', phone: '+79000000001', role: 'client', firstName: 'Анна', middleName: 'Сергеевна', lastName: 'Полякова', number: null, statusId: 0, cityId: 3, registeredDaysAgo: 12 },
  { key: 'cons', phone: '+79000000002', role: 'cons', firstName: 'Мария', middleName: 'Андреевна', lastName: 'Соколова', number: 157, statusId: 5, cityId: 3, registeredDaysAgo: 870 },
  { key: 'newcomer', phone: '+79000000003', role: 'cons', firstName: 'Олег', middleName: 'Викторович', lastName: 'Дёмин', number: 934, statusId: 1, cityId: 19, registeredDaysAgo: 20 },
  { key: 'inactive', phone: '+79000000004', role: 'cons', firstName: 'Лидия', middleName: 'Павловна', lastName: 'Громова', number: 411, statusId: 2, cityId: 26, registeredDaysAgo: 540 },
  { key: 'director', phone: '+79000000005', role: 'cons', firstName: 'Ирина', middleName: 'Николаевна', lastName: 'Белова', number: 12, statusId: 7, cityId: 3, registeredDaysAgo: 1090 },
  { key: 'optovik', phone: '+79000000006', role: 'optovik', firstName: 'Роман', middleName: 'Игоревич', lastName: 'Лавров', number: null, statusId: 0, cityId: 4, registeredDaysAgo: 400, name: 'ООО «Лавка здоровья»' },
  { key: 'punkt', phone: '+79000000007', role: 'cons', firstName: 'Сергей', middleName: 'Владимирович', lastName: 'Ким', number: 203, statusId: 4, cityId: 25, registeredDaysAgo: 800, isPunktVydachi: true },
  { key: 'readonly', phone: '+79000000008', role: 'cons', firstName: 'Вера', middleName: 'Олеговна', lastName: 'Ланская', number: 318, statusId: 1, cityId: 1, registeredDaysAgo: 650, readonly: true },
  { key: 'newuser', phone: '+79000000009', role: 'user', firstName: 'Павел', middleName: 'Денисович', lastName: 'Орехов', number: null, statusId: 0, cityId: 2, registeredDaysAgo: 1 },
  { key: 'admin', phone: '+79000000010', role: 'staff', firstName: 'Ольга', middleName: 'Романовна', lastName: 'Тихонова', number: null, statusId: 0, cityId: 3, registeredDaysAgo: 1095 },
  { key: 'accountant', phone: '+79000000011', role: 'staff', firstName: 'Наталья', middleName: 'Юрьевна', lastName: 'Зайцева', number: null, statusId: 0, cityId: 3, registeredDaysAgo: 900 },
];
