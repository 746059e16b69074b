/** Which sheet a class is of, in two letters: whole file names are 200 bytes more of the first styles. */
export declare const sheetLetters: (file: string) => string;
