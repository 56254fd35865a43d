/** Undoes one thing that was started, such as closing what was opened. */
export type Undo = () => unknown

/**
 * Undoes what was started, last first, and empties the list, so that a second call finds nothing left. What cannot be
 * undone does not keep the rest running. Throws AggregateError with `complaint` when something could not be undone.
 */
export const undoAll = async (started: Undo[], complaint: string): Promise<void> => {
  const errors: unknown[] = []
  for (let undo = started.pop(); undo !== undefined; undo = started.pop()) {
    try {
      await undo()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, complaint)
}
