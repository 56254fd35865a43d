/** The seed of the histories that are searched for a mistake. A fixed one, so that the outcome never changes. */
export const mutantSeed = 20_260_615

/**
 * The first history of that seed in which the model notices each mistake. It is played first, and the search
 * follows only if the mistake stays hidden; the long form always searches.
 */
export const knownHistories: ReadonlyMap<string, number> = new Map([
  ['the same event takes its hold again', 0],
  ['a limit lets one millionth more through', 4],
  ['what is left of the whole account is told where a share leaves less', 0],
  ['the last of several limits that leave alike is told', 27],
  ['what costs nothing needs a budget', 3],
  ['what costs nothing is refused by a budget that is overdrawn', 3],
  ['everything passes as if it cost nothing', 2],
  ['what costs nothing is taken for running at the service', 0],
  ['a snapshot of older settings is taken for good', 0],
  ['a result that comes again is another step', 0],
  ['a hold that was settled is settled once more by the same result', 0],
  ['a void charges what was held', 1],
  ['a job is settled in the newest window', 0],
  ['a correction comes on top of what was settled', 0],
  ['an estimate comes on top of what was held', 0],
  ['a hold is raised when its clip turns out to be longer', 0],
  ['a clip of unknown length is held for as one that costs nothing', 7],
  ['a hold is lowered to what it is already', 0],
  ['a hold is lowered in the record alone', 0],
  ['a hold is lowered, and its record knows nothing of it', 0],
  ['the scopes are forgotten when a job is settled', 0],
  ['the last scope is forgotten throughout', 0],
  ['other contents get the first answer', 0],
  ['a step whose epoch is over still writes', 1],
  ['a worse source replaces a better one', 0],
  ['the hold of the operator is leaked when the account refuses', 0],
  ["the operator's limit lets one millionth more through", 1],
  ["an account's ceiling lets one millionth more through", 2],
  ['what an account holds does not count towards its ceiling', 3],
  ['the total adds what a job has by now to what it had', 0],
  ['a grant counts twice', 0],
  ['the same grant is given again', 17],
  ['an event of an admin changes something else the second time', 4],
  ['a job without a known end is booked as if it had cost nothing', 0],
])
