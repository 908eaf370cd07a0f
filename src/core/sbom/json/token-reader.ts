/**
 * Result of the readers of strings, numbers and literals: they take bytes until their token ends, the chunk ends or a byte does
 * not fit. In the last case the byte is not consumed and `misread` says what was expected; only the tokenizer decides what an
 * unexpected byte means.
 */
export const ReaderState = { reading: 0, done: 1, misread: 2 } as const;
export type ReaderState = (typeof ReaderState)[keyof typeof ReaderState];
