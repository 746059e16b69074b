/** «Магний B6 «Тихий вечер», 60 капсул»; a product that says nothing of its pack has its title alone. */
export const nameWithPack = ({ title, pack }: { title: string; pack: string }): string =>
  pack === '' ? title : `${title}, ${pack}`;
