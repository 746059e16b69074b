/** Where a product can be shared to, in this order (docs/product/asked-for.md#constants). */
export const SHARE_SERVICES = ['vkontakte', 'odnoklassniki', 'moimir', 'viber', 'whatsapp', 'telegram'] as const;
