/** A fault that makes no sense: says which field of it, with the path in dots, and what would. */
export class InvalidFault extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'InvalidFault'
    this.field = field
  }
}
