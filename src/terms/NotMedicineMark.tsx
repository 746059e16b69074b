/** The card's three words of NotMedicine.tsx; a file of its own, because cards are in the first chunk. */
export const NotMedicineMark = () => <>БАД, не{'\u00a0'}лекарство</>;
