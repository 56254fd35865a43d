/** A failure of one route's answers to come. */
export type AnswerFault = {
  /** Method and path as the routes are declared: "POST /channels/:channelId/messages". */
  readonly route: string
  /** A status of a server that fails, or a connection that is cut instead of any answer. */
  readonly status: number | 'lost'
  /** Whether what was asked for happens all the same. */
  readonly after: 'acting' | 'before'
  readonly left: number
}

/** The first fault that waits for a route, and the faults that are left once it has happened. */
export const takeFault = (
  faults: readonly AnswerFault[],
  route: string,
): { readonly fault: AnswerFault | undefined; readonly rest: readonly AnswerFault[] } => {
  const fault = faults.find((candidate) => candidate.route === route)
  const rest = faults
    .map((other) => (other === fault ? { ...other, left: other.left - 1 } : other))
    .filter(({ left }) => left > 0)
  return { fault, rest }
}
