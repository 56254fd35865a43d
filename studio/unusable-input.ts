/** Something a caller gave that nothing can be made of. The message is for the caller and says why. */
export class UnusableInput extends Error {}
