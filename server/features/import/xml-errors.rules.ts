const WORDS: readonly [RegExp, string][] = [
  [/unclosed tag: (\S+)/, 'файл оборван: не закрыт <$1>'],
  [/unexpected end/, 'файл оборван'],
  [/must contain a root element/, 'в файле нет разметки'],
  [/undefined entity/, 'неизвестная сущность &…;'],
  [/disallowed character in entity name|empty entity name/, 'знак & без пары: напишите &amp;'],
  [/malformed character entity/, 'неверный код знака &#…;'],
  [/unexpected close tag|unmatched closing tag/, 'закрыт не тот элемент'],
  [/duplicate attribute: (.+)\./, 'атрибут $1 указан дважды'],
  [/disallowed character/, 'недопустимый знак'],
  [/text data outside of root/, 'текст вне корневого элемента'],
  [/declaration must be at the start|XML declaration/i, 'перед <?xml …?> что-то стоит'],
  [/unquoted attribute value/, 'значение атрибута без кавычек'],
];

/** The parser's English in a shop owner's words; what is not in the table is quoted as it came. */
export function describeXmlError(message: string): string {
  const text = message.replace(/^(\d+:\d+: )+/, '');
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(text);
    if (found) return `XML испорчен: ${words.replace('$1', found[1] ?? '')}.`;
  }
  return `XML испорчен: ${text}`;
}
