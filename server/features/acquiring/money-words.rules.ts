const ROUBLES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** «2 120,50 ₽»; whole roubles without kopecks. */
export const money = (kop: number): string => `${ROUBLES.format(kop / 100).replace(/,00$/, '')} ₽`;
export const orderNumber = (id: number): string => `№ ${new Intl.NumberFormat('ru-RU').format(id)}`;
