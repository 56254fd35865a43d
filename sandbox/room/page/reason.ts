/** What a person is told of something that went wrong. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
