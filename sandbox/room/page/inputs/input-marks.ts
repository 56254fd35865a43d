/** What those who hear the page are told of a box besides its name: that it is wrong, and where it says why. */
export interface InputMarks {
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}
